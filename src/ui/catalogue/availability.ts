/** Why no more of a product can be added; the same on the card, in the detail and in the cart. */
import { type Cart, maxLines, maxQuantity, type Product } from '#core/contract';
import { type Chosen, keyOfLine, type LineKey } from '#core/line';

const soldOutToday = 'Habis untuk hari ini';

/** How many pieces of a product are in the cart, whatever was chosen. */
export const piecesOf = (cart: Cart, id: string) =>
  cart.reduce((sum, { _id, qty }) => (_id === id ? sum + qty : sum), 0);

/** Why one more of a product cannot be added; empty when it can (decisions C8 and O14). */
export function reasonNotToAdd(cart: Cart, product: Pick<Product, '_id' | 'available'> & Chosen): string {
  if (product.available === false) return soldOutToday;
  const line = cart.find((item) => keyOfLine(item) === keyOfLine(product));
  if (line && line.qty >= maxQuantity) return `Paling banyak ${maxQuantity} per produk`;
  if (!line && cart.length >= maxLines) return `Paling banyak ${maxLines} macam produk`;
  return '';
}

/** Why an item of the cart is not available now; `gone`: ids of products that are no longer on the menu; `choices`: lines with such choices. */
export const absenceOf = (
  item: { _id: string } & Chosen,
  { gone, choices }: { gone: ReadonlySet<string>; choices: ReadonlySet<LineKey> },
) =>
  gone.has(item._id)
    ? 'Sudah tidak ada di menu'
    : choices.has(keyOfLine(item))
      ? 'Pilihan ini perlu diubah'
      : soldOutToday;
