import { type Cart, type CartItem, maxLines, maxQuantity, type Product } from './contract.ts';
import type { ChangedLine } from './failure.ts';
import { type Chosen, keyOfLine, keyOfOrderItem, type LineKey, unitPriceOf } from './line.ts';

export const hasLine = (cart: Cart, line: { _id: string } & Chosen) =>
  cart.some((item) => keyOfLine(item) === keyOfLine(line));

/** A cart that is full stays as it is (decision C8). */
export function addLine(cart: Cart, line: Product & Partial<Pick<CartItem, 'choices' | 'note'>>, qty = 1): Cart {
  const key = keyOfLine(line);
  if (cart.some((item) => keyOfLine(item) === key))
    return cart.map((item) =>
      keyOfLine(item) === key ? { ...item, qty: Math.min(item.qty + qty, maxQuantity) } : item,
    );
  // A cart does not store what a product can be had with.
  const { option_groups, ...item } = line;
  return cart.length < maxLines ? [...cart, { ...item, qty: Math.min(qty, maxQuantity) }] : cart;
}

export const removeOne = (cart: Cart, key: LineKey, pieces = 1): Cart =>
  cart.flatMap((item) =>
    keyOfLine(item) !== key ? item : item.qty > pieces ? { ...item, qty: item.qty - pieces } : [],
  );

export const clearItem = (cart: Cart, key: LineKey): Cart => cart.filter((item) => keyOfLine(item) !== key);

const idsOf = ({ choices = [] }: Chosen) =>
  choices
    .map(({ _id }) => _id)
    .sort()
    .join('\n');

/**
 * Leaves out the products that are not available (decision O5). `usual`: the keys of what was the house's usual when it was ordered, and need
 * not be by now.
 */
export const repricedCart = <Item extends CartItem>(
  cart: readonly Item[],
  lines: readonly ChangedLine[],
  usual: readonly string[] = [],
): Item[] =>
  cart.flatMap((item) => {
    const isPlain = (line: ChangedLine) => !line.choices || line.usual || usual.includes(keyOfOrderItem(line));
    const isOf = (line: ChangedLine) => (item.choices ? idsOf(item) === idsOf(line) : isPlain(line));
    const line = lines.find((changed) => changed.product === item._id && isOf(changed));
    if (!line) return item;
    const choices = item.choices && line.choices ? { choices: line.choices } : {};
    return line.now === null ? [] : { ...item, price: line.base ?? line.now, ...choices };
  });

export const countOf = (lines: readonly { qty: number }[]) => lines.reduce((count, { qty }) => count + qty, 0);

/** In rupiah. The prices of an order's lines include what was chosen, those of a cart do not. */
export const subTotalOf = (lines: readonly { price: number; qty: number; _id?: never }[]) =>
  lines.reduce((sum, { price, qty }) => sum + price * qty, 0);

export const cartTotalOf = (cart: Cart) =>
  subTotalOf(cart.map((item) => ({ price: unitPriceOf(item), qty: item.qty })));
