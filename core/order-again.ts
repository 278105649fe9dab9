/** The lines of an earlier order, in the cart once more. */
import { addOne } from './cart.ts';
import type { Cart, PlacedOrder, Product } from './contract.ts';

type Line = NonNullable<PlacedOrder['order_items']>[number];

/** The product of a line as the menu lists it now; another host may name no product, then it is found by its name. */
const productOf = ({ product, name }: Line, menu: readonly Product[]) =>
  menu.find(({ _id }) => _id === product) ?? menu.find((item) => product === undefined && item.name === name);

/**
 * The cart with everything of these lines that can be had now, at the prices of the menu. `left`: the names of the products
 * that cannot be had, or not as many of them (decisions C8 and O14).
 */
export function withLinesAgain(
  cart: Cart,
  lines: readonly Line[],
  menu: readonly Product[],
): { cart: Cart; left: string[] } {
  let now = cart;
  const left = lines.filter((line) => {
    const product = productOf(line, menu);
    if (!product || product.available === false) return true;
    for (let i = 0; i < line.qty; i++) {
      const more = addOne(now, product);
      if (piecesOf(more, product) === piecesOf(now, product)) return true;
      now = more;
    }
    return false;
  });
  return { cart: now, left: left.map(({ name }) => name) };
}

const piecesOf = (cart: Cart, { _id }: Product) => cart.find((item) => item._id === _id)?.qty ?? 0;
