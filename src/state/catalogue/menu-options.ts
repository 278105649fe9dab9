/** The menu joined with its option groups (decisions M1 and M4); loaded only where products have any. */
import * as v from 'valibot';
import { type CartItem, OptionGroups, type Product } from '#core/contract';
import { hasUsual, joinOptions, optionFault } from '#core/options';

export type MenuOptions = ReturnType<typeof withOptions>;

export function withOptions(products: readonly Product[], option_groups: unknown) {
  const { products: items, options, missing } = joinOptions(products, v.parse(OptionGroups, { option_groups }));
  if (missing.length > 0) console.error(`GET /products: options of ${missing.slice(0, 5).join(', ')} do not fit`);
  return {
    items,
    options,
    /** Whether a line can be had as it was chosen; a product: its house's usual. */
    canBeHad: ({ _id, choices }: Pick<CartItem, '_id' | 'choices'>) => {
      const groups = options.get(_id);
      if (!groups) return !choices;
      if (!choices) return hasUsual(groups);
      const ids = choices.map((choice) => choice._id);
      return !optionFault(groups, ids);
    },
  };
}
