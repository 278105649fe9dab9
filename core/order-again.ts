/** The lines of an earlier order, in the cart once more. */
import { addLine } from './cart.ts';
import { type Cart, maxQuantity, type Product } from './contract.ts';
import { keyOfLine } from './line.ts';
import { lineOf, type OptionsByProduct, optionFault, usualIds } from './options.ts';
import type { PlacedOrder } from './order-contract.ts';

type Line = NonNullable<PlacedOrder['order_items']>[number];

/** The product of a line as the menu lists it now; another host may name no product, then it is found by its name. */
const productOf = ({ product, name }: Line, menu: readonly Product[]) =>
  menu.find(({ _id }) => _id === product) ?? menu.find((item) => product === undefined && item.name === name);

/**
 * The cart with everything of these lines that can be had now, at the prices of the menu. `left`: the names of the products
 * that cannot be had as they were, or not as many of them (decisions C8, M9 and O14). `assumed`: those of which the order says no
 * choices, so that it is the house's usual. `choosable`: the first product of those left that can be had with other choices.
 */
export function withLinesAgain(
  cart: Cart,
  lines: readonly Line[],
  menu: readonly Product[],
  options: OptionsByProduct = new Map(),
): { cart: Cart; left: string[]; assumed: string[]; choosable: string | undefined } {
  let now = cart;
  const assumed: string[] = [];
  const left = lines.filter((line) => {
    const product = productOf(line, menu);
    if (!product || product.available === false) return true;
    const groups = options.get(product._id);
    const ids = line.choices?.map(({ _id }) => _id) ?? usualIds(groups ?? []);
    // Without options only what was chosen of nothing can be had as it was.
    if (groups ? optionFault(groups, ids) : ids.length > 0) return true;
    if (groups?.length && !line.choices) assumed.push(line.name);
    const item = groups ? lineOf(product, groups, { ids, note: line.note ?? '' }) : product;
    const key = keyOfLine(item);
    const before = now.find((one) => keyOfLine(one) === key)?.qty ?? 0;
    if (line.qty >= 1) now = addLine(now, item, Math.min(Math.trunc(line.qty), maxQuantity));
    return (now.find((one) => keyOfLine(one) === key)?.qty ?? 0) < before + line.qty;
  });
  const choosable = left
    .map((line) => productOf(line, menu))
    .find((product) => product && product.available !== false && options.get(product._id)?.length);
  return { cart: now, left: left.map(({ name }) => name), assumed, choosable: choosable?._id };
}
