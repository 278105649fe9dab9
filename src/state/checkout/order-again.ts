import { atom } from 'jotai';
import type { Cart } from '#core/contract';
import { withLinesAgain } from '#core/order-again';
import type { PlacedOrder } from '#core/order-contract';
import { changeCartAtom, openCartAtom } from '../cart/cart.ts';
import { menuAtom } from '../catalogue/catalogue.ts';

/**
 * Puts what can still be had of an order into the cart, in place of what was ordered (decision M9). Resolves with the names of the products that cannot, of those
 * whose choices the order does not say, one that can be had with other choices, and whether anything was added; undefined when the menu is not known.
 */
export const orderAgainAtom = atom(null, async (get, set, lines: NonNullable<PlacedOrder['order_items']>) => {
  // The whole menu, and whether each product can be had today.
  const { data: menu } = get(menuAtom).data?.isOfToday ? get(menuAtom) : await set(menuAtom);
  if (!menu) return undefined;
  const before = get(openCartAtom);
  const { cart, ...outcome } = withLinesAgain(before, lines, menu.items, menu.choices?.options);
  if (cart !== before) {
    const transition = (stored: Cart) => withLinesAgain(stored, lines, menu.items, menu.choices?.options).cart;
    await set(changeCartAtom, { transition, adds: true });
  }
  return { ...outcome, isAdded: cart !== before };
});
