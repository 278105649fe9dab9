/** The cart's transitions (specification §4). */
import { type Cart, type ChangedLine, maxLines, maxQuantity, type Product } from './contract.ts';

/**
 * One more of a product: a new line of 1, or one more on its line. A cart that is full (decision C8) stays as it is.
 */
export function addOne(cart: Cart, product: Product): Cart {
  if (!cart.some((item) => item._id === product._id)) {
    return cart.length < maxLines ? [...cart, { ...product, qty: 1 }] : cart;
  }
  return cart.map((item) => (item._id === product._id ? { ...item, qty: Math.min(item.qty + 1, maxQuantity) } : item));
}

/** One less of a product; its line is removed when the quantity reaches 0. */
export const removeOne = (cart: Cart, id: string): Cart =>
  cart.flatMap((item) => (item._id !== id ? item : item.qty > 1 ? { ...item, qty: item.qty - 1 } : []));

/** The cart without a product's line. */
export const clearItem = (cart: Cart, id: string): Cart => cart.filter((item) => item._id !== id);

/** The cart at the shop's new prices, in rupiah, without the products that are not available (decision O5). */
export const repricedCart = (cart: Cart, lines: readonly ChangedLine[]): Cart =>
  cart.flatMap((item) => {
    const line = lines.find(({ product }) => product === item._id);
    if (!line) return item;
    return line.now === null ? [] : { ...item, price: line.now };
  });

/** Number of pieces in a cart or an order, shown by the badge and stored as 'counter'. */
export const countOf = (lines: readonly { qty: number }[]) => lines.reduce((count, { qty }) => count + qty, 0);

/** Sum of price times quantity, in rupiah. */
export const subTotalOf = (lines: readonly { price: number; qty: number }[]) =>
  lines.reduce((sum, { price, qty }) => sum + price * qty, 0);
