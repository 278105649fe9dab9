/** The cart's transitions (specification §4) and the merge of two carts (decision C3). */
import type { Cart, ChangedLine, Product } from './contract.ts';

/** 1 to 99 of one product, at most 50 products (decision C8). */
export const maxQuantity = 99;
export const maxLines = 50;

/** One more of a product: a new line of 1, or one more on its line. A cart that is full (decision C8) stays as it is. */
export function addOne(cart: Cart, product: Product): Cart {
  if (!cart.some((item) => item._id === product._id)) {
    return cart.length < maxLines ? [...cart, { ...product, qty: 1 }] : cart;
  }
  return cart.map((item) => (item._id === product._id ? { ...item, qty: Math.min(item.qty + 1, maxQuantity) } : item));
}

/** One less of a product; its line goes when nothing of it is left. */
export const removeOne = (cart: Cart, id: string): Cart =>
  cart.flatMap((item) => (item._id !== id ? item : item.qty > 1 ? { ...item, qty: item.qty - 1 } : []));

export const clearItem = (cart: Cart, id: string): Cart => cart.filter((item) => item._id !== id);

/** The cart as the shop would sell it now (decision O5): new prices in rupiah, and no line of what cannot be had. */
export const repricedCart = (cart: Cart, lines: readonly ChangedLine[]): Cart =>
  cart.flatMap((item) => {
    const line = lines.find(({ product }) => product === item._id);
    if (!line) return item;
    return line.now === null ? [] : { ...item, price: line.now };
  });

/** Number of pieces in a cart or an order: what the badge shows and 'counter' keeps. */
export const countOf = (lines: readonly { qty: number }[]) => lines.reduce((count, { qty }) => count + qty, 0);

/** Sum of price times quantity, in rupiah. */
export const subTotalOf = (lines: readonly { price: number; qty: number }[]) =>
  lines.reduce((sum, { price, qty }) => sum + price * qty, 0);

/** Quantities by product id: enough to merge with, small enough to keep. */
export type Quantities = Record<string, number>;

export const quantitiesOf = (cart: Cart): Quantities => Object.fromEntries(cart.map((item) => [item._id, item.qty]));

/**
 * Two carts that grew from the same `base`: per product `remote + (local − base)`, never below 0 and never above the
 * limit (decision C3). Lines keep the remote's order, then the local's; `left` are those of which something found no room.
 */
export function merge(base: Quantities, local: Cart, remote: Cart): { cart: Cart; left: Cart } {
  const localQuantities = quantitiesOf(local);
  const remoteQuantities = quantitiesOf(remote);
  const seen = new Set<string>();
  const lines = [...remote, ...local].flatMap((item) => {
    if (seen.has(item._id)) return [];
    seen.add(item._id);
    const change = (localQuantities[item._id] ?? 0) - (base[item._id] ?? 0);
    const qty = (remoteQuantities[item._id] ?? 0) + change;
    return qty > 0 ? [{ ...item, qty }] : [];
  });
  return {
    cart: lines.slice(0, maxLines).map((line) => ({ ...line, qty: Math.min(line.qty, maxQuantity) })),
    left: lines.filter(({ qty }, at) => at >= maxLines || qty > maxQuantity),
  };
}

/** The same products in the same quantities, whatever their order or their prices. */
export const sameQuantities = (one: Quantities, other: Quantities) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((id) => one[id] === other[id]);
