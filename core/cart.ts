/** Carts: changing, adding up, comparing and merging their lines; changing the choices of one is `withLineChanged` in `options.ts`. */
import { type Cart, type CartItem, maxLines, maxQuantity, type Product } from './contract.ts';
import type { ChangedLine } from './failure.ts';
import { type Chosen, keyOfLine, keyOfOrderItem, type LineKey, unitPriceOf } from './line.ts';
import type { Order } from './order-contract.ts';

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

type Line = { _id: string; qty: number } & Chosen;

/** One line a product, of at most 99 pieces, as hosts and builds without options know a cart (decision M4). */
export function withoutOptions<Item extends Line>(cart: readonly Item[]): Omit<Item, keyof Chosen>[] {
  const products = new Map<string, Omit<Item, keyof Chosen>>();
  for (const { choices, note, ...item } of cart) {
    const qty = item.qty + (products.get(item._id)?.qty ?? 0);
    products.set(item._id, { ...item, qty: Math.min(qty, maxQuantity) });
  }
  return [...products.values()];
}

const choicesKey = ({ choices = [] }: Chosen) =>
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
    const isOf = (line: ChangedLine) => (item.choices ? choicesKey(item) === choicesKey(line) : isPlain(line));
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

/** By the key of the line. Read them through a `Map`: an id may be `constructor` or `__proto__`. */
export type Quantities = Readonly<Record<string, number>>;

const entriesOf = (lines: readonly Line[]) => lines.map((line) => [keyOfLine(line), line.qty] as const);

export const quantitiesOf = (lines: readonly Line[]): Quantities => Object.fromEntries(entriesOf(lines));

export function sameQuantities(one: Quantities, other: Quantities) {
  const [lines, others] = [Object.entries(one), new Map(Object.entries(other))];
  return lines.length === others.size && lines.every(([id, qty]) => others.get(id) === qty);
}

/**
 * What of the cart an order has: it writes out the choices of the house's usual, a cart does not (decision M4). `usual`: the keys of the items that
 * were that when they were ordered; some may be in the cart with the same choices, made before these were the usual ones.
 */
export function orderedQuantities(
  { order_items }: Pick<Order, 'order_items'>,
  usual: readonly string[],
  cart: Cart,
): Quantities {
  const inCart = new Map<string, number>(entriesOf(cart));
  const lines = order_items.flatMap((item): [string, number][] => {
    const key = keyOfOrderItem(item);
    const plain = usual.includes(key) ? Math.min(item.qty, inCart.get(item.product) ?? 0) : 0;
    return [
      [item.product, plain],
      [key, item.qty - plain],
    ];
  });
  return Object.fromEntries(lines.filter(([, qty]) => qty > 0));
}

/** The cart without what was ordered (decision C5). Where it lacks some of that, its customer changed it, and nothing counts as ordered. */
export function toBeOrdered(cart: Cart, ordered: Quantities = {}): Cart {
  const inCart = new Map(entriesOf(cart));
  const done = new Map(Object.entries(ordered) as [LineKey, number][]);
  if (done.size === 0 || [...done].some(([key, qty]) => (inCart.get(key) ?? 0) < qty)) return cart;
  return cart.flatMap((item) => {
    const qty = item.qty - (done.get(keyOfLine(item)) ?? 0);
    return qty > 0 ? { ...item, qty } : [];
  });
}

/** Per line `remote + (local − base)` within the limits (decision C3); without a base the higher quantity. `left`: what did not fit. */
export function merge(base: Quantities | undefined, local: Cart, remote: Cart): { cart: Cart; left: Cart } {
  const localQuantities = new Map(entriesOf(local));
  const remoteQuantities = new Map(entriesOf(remote));
  const baseQuantities = new Map(Object.entries(base ?? {}));
  const seen = new Set<string>();
  const lines = [...remote, ...local].flatMap((item) => {
    const key = keyOfLine(item);
    if (seen.has(key)) return [];
    seen.add(key);
    const here = localQuantities.get(key) ?? 0;
    const there = remoteQuantities.get(key) ?? 0;
    const qty = base ? there + here - (baseQuantities.get(key) ?? 0) : Math.max(here, there);
    return qty > 0 ? [{ ...item, qty }] : [];
  });
  return {
    cart: lines.slice(0, maxLines).map((line) => ({ ...line, qty: Math.min(line.qty, maxQuantity) })),
    left: lines.filter(({ qty }, at) => at >= maxLines || qty > maxQuantity),
  };
}
