import { addLine } from './cart.ts';
import { type Cart, maxQuantity, type Product } from './contract.ts';
import { keyOfLine } from './line.ts';
import { areRenamed, idsOf, lineOf, type OptionsByProduct, optionFault } from './options.ts';
import type { PlacedOrder } from './order-contract.ts';

type Line = NonNullable<PlacedOrder['order_items']>[number];

/** Another host may name no product, then it is found by its name. */
const productOf = ({ product, name }: Line, menu: readonly Product[]) =>
  menu.find(({ _id }) => _id === product) ?? menu.find((item) => product === undefined && item.name === name);

/**
 * At the prices of the menu. `left`: names of what cannot be had as it was, or not as many (decisions C8, M9 and O14). `assumed`: names of those for
 * which the order says no choices. `choosable`: the first of those left that can be had with other choices.
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
    const ids = idsOf(line, groups);
    // A note may be about an allergy, too.
    if (!groups && line.choices && line.note) return true;
    if (optionFault(groups ?? [], ids) || areRenamed(groups ?? [], line.choices)) return true;
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
