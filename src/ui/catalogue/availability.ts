/**
 * Why a product is not available, or no more of it; the same on the card, in the detail, in the cart and at the
 * checkout.
 */
import { type Cart, maxLines, maxQuantity, type Product } from '#core/contract';

const soldOutToday = 'Habis untuk hari ini';

/** Why an item of the cart is not available now; `gone`: ids of products that are no longer on the menu. */
export const absenceOf = ({ _id }: Pick<Product, '_id'>, gone: ReadonlySet<string>) =>
  gone.has(_id) ? 'Sudah tidak ada di menu' : soldOutToday;

/** Why one more of a product cannot be added; empty when it can (decisions C8 and O14). */
export function reasonNotToAdd(cart: Cart, product: Pick<Product, '_id' | 'available'>): string {
  if (product.available === false) return soldOutToday;
  const line = cart.find((item) => item._id === product._id);
  if (line && line.qty >= maxQuantity) return `Paling banyak ${maxQuantity} per produk`;
  if (!line && cart.length >= maxLines) return `Paling banyak ${maxLines} macam produk`;
  return '';
}
