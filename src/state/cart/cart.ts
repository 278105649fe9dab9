/** The cart and its transitions (specification §4); each is sent a moment later (§7, decision C1). */
import { atom } from 'jotai';
import {
  addLine,
  cartTotalOf,
  clearItem,
  countOf,
  hasLine,
  merge,
  quantitiesOf,
  removeOne,
  repricedCart,
  sameQuantities,
  toBeOrdered,
} from '#core/cart';
import type { Cart, CartItem } from '#core/contract';
import { keyOfLine, type LineKey } from '#core/line';
import type { syncCart } from '#device/cart-sync';
import { changeCart, endOrdered, type TakenOut } from '#device/stored-cart';
import { customerAtom, endIfClearedAtom, perCustomerAtom, sessionAtom } from '../account/session.ts';
import { listedProductAtom, menuAtom } from '../catalogue/catalogue.ts';
import { registerSync } from '../connection/background-sync.ts';
import { loadWithRetry } from '../connection/load-with-retry.ts';
import { validity } from '../frame/expiry.ts';
import { showAtom, shownAtom, storedAtom, written } from '../storage/stored-atom.ts';

const storedCartAtom = shownAtom('cart');
const storedCounterAtom = shownAtom('counter');
const storedOrderedAtom = shownAtom('ordered');

const none: Cart = [];

/** Ids of products in the stored cart that are no longer on the menu, as far as that is known. */
const goneProductsAtom = atom((get): ReadonlySet<string> => {
  const listed = get(listedProductAtom);
  return new Set(get(storedCartAtom)?.flatMap(({ _id }) => (listed(_id) === null ? [_id] : [])));
});

/**
 * Keys of lines that cannot be had as they were chosen, though the product can (decision M8): a choice is sold out or gone, another must be
 * chosen, or the shop has no options any more.
 */
const unavailableChoicesAtom = atom((get): ReadonlySet<LineKey> => {
  const { isOfToday, choices } = get(menuAtom).data ?? {};
  const { canBeHad = (item: CartItem) => !isOfToday || !item.choices } = choices ?? {};
  return new Set(get(storedCartAtom)?.flatMap((item) => (canBeHad(item) ? [] : [keyOfLine(item)])));
});

/** Why lines of the cart cannot be had. */
export const absentAtom = atom((get) => ({ gone: get(goneProductsAtom), choices: get(unavailableChoicesAtom) }));

/**
 * The customer's cart; empty for a visitor and until the device was read. The menu decides which products are available
 * (decision O14).
 */
export const cartAtom = atom((get): Cart => {
  const stored = get(sessionAtom) && get(storedCartAtom);
  if (!stored) return none;
  const listed = get(listedProductAtom);
  const choices = get(unavailableChoicesAtom);
  return stored.map((item) => {
    const product = listed(item._id);
    return { ...item, available: product !== null && product?.available !== false && !choices.has(keyOfLine(item)) };
  });
});

/** Whether the last attempt to send or load the cart has ended. */
const isAnsweredAtom = atom(false);

/**
 * Whether this device has no cart, not even an empty one, and the shop's may still arrive (decision C4).
 */
export const isCartAwaitedAtom = atom((get) => !get(isAnsweredAtom) && !get(storedCartAtom));

/**
 * The accepted order that contains everything in the cart (decision C5); undefined while something is still to be ordered.
 */
export const orderedAtom = atom((get) => {
  const [cart, ordered] = [get(storedCartAtom), get(storedOrderedAtom)];
  if (!cart?.length || !ordered || ordered.customer !== get(customerAtom)) return undefined;
  return toBeOrdered(cart, ordered.quantities).length === 0 ? ordered : undefined;
});

/** The cart to which something is added: an ordered one is done. */
export const openCartAtom = atom((get) => (get(orderedAtom) ? none : get(cartAtom)));

/** The number of pieces in the whole cart, stored as 'counter'. */
export const cartCountAtom = atom((get) => (get(sessionAtom) ? (get(storedCounterAtom) ?? 0) : 0));

export const subTotalAtom = atom((get) => cartTotalOf(get(cartAtom)));

/** Set when what was ordered has been taken out of the cart; null after the customer was notified. */
export const takenOutAtom = perCustomerAtom<TakenOut | null>(null);

/** Another atom after each login, also of the same customer. */
const ownLineAtom = atom((get) => ({ customer: get(customerAtom), line: atom<CartItem | null>(null) }));

/** The line of the cart whose form is open, as it was then. */
export const changedLineAtom = atom(
  (get) => get(get(ownLineAtom).line),
  (get, set, item: CartItem | null) => set(get(ownLineAtom).line, item),
);

let sendTimer: ReturnType<typeof setTimeout> | undefined;

interface CartChange {
  transition: (cart: Cart) => Cart;
  /** Whether it adds something to order: a cart that was ordered is done, so it begins a new one (decision C5). */
  adds?: boolean;
}

/**
 * Shows a transition at once, stores it, and sends the newest cart a moment later. Resolves with what was taken out, because it
 * was ordered.
 */
export const changeCartAtom = atom(null, async (get, set, { transition, adds = false }: CartChange) => {
  const before = get(storedCartAtom) ?? none;
  const ordered = get(orderedAtom);
  const next = transition(adds && ordered ? none : before);
  const endsMark = adds || !sameQuantities(quantitiesOf(next), quantitiesOf(before));
  set(showAtom, { cart: next, counter: countOf(next), ...(endsMark && { ordered: null }) });
  const session = get(sessionAtom);
  const takenOut = adds && ordered ? { order: ordered.order, lines: before } : undefined;
  const writing = changeCart(transition, session, adds).catch(async (failure) => {
    if (await set(endIfClearedAtom)) return { takenOut: undefined };
    throw failure;
  });
  const stored = await written(set, writing);
  clearTimeout(sendTimer);
  sendTimer = setTimeout(() => void set(sendCartAtom), 400);
  return (stored ?? { takenOut }).takenOut;
});

/** Sends the cart, or merges another device's changes; see `syncCart` for the options. */
export const sendCartAtom = atom(null, async (_get, set, options: Parameters<typeof syncCart>[0] = {}) => {
  set(isAnsweredAtom, false);
  const sender = await loadWithRetry(() => import('#device/cart-sync'));
  const outcome = await sender.syncCart(options);
  if (outcome.state === 'pending') void registerSync();
  set(isAnsweredAtom, true);
  return outcome;
});

/** A product as its house's usual, or a line as it was chosen. */
export type Addition = Parameters<typeof addLine>[1] & { qty?: number | undefined };

/** Adds something to what is to be ordered; `once`: unless it is there by now, also from another tab. */
export const addToCartAtom = atom(null, async (get, set, { qty, ...line }: Addition, once = false) => {
  // Requested when there is something worth storing (decision S4); browsers decide by their own rules.
  void navigator.storage?.persist?.().catch(() => undefined);
  const customer = get(customerAtom);
  const takenOut = await set(changeCartAtom, {
    transition: (cart) => (once && hasLine(cart, line) ? cart : addLine(cart, line, qty)),
    adds: true,
  });
  if (takenOut) set(takenOutAtom, takenOut, customer);
});

const edit = <More extends unknown[]>(transition: (cart: Cart, ...more: More) => Cart) =>
  atom(null, (_get, set, ...more: More) => set(changeCartAtom, { transition: (cart) => transition(cart, ...more) }));

/** Puts what was taken out and what was added since together. */
export const putBackAtom = edit((cart, { lines }: TakenOut) => merge({}, cart, lines).cart);

/** One more or less of a line in the cart. */
export const addOneAtom = edit(addLine);
export const removeOneAtom = edit(removeOne);
export const clearItemAtom = edit(clearItem);
export const clearAllAtom = edit(() => none);

/** Applies the shop's new prices; removes products that are no longer available (decision O5). */
export const repriceAtom = edit(repricedCart);

/** Ends the mark of an order, here and on the disk (`endOrdered`). */
export const endOrderedAtom = atom(null, async (get, set, order: string) => {
  if (get(storedOrderedAtom)?.order === order) set(storedOrderedAtom, null);
  await written(set, endOrdered(order));
});

const storedWantedAtom = storedAtom('wanted');

/** How long a wanted product is remembered, in ms: later, another visitor may log in. */
const wantedLasts = 60 * 60_000;

/**
 * The product that a visitor wanted. It is put into the cart right after login, even after a reload of the
 * page (decision C6).
 */
export const wantedProductAtom = atom(
  (get) => {
    const wanted = get(storedWantedAtom);
    return wanted && validity(get)(wanted.wantedAt, wantedLasts) ? wanted.product : null;
  },
  (_get, set, product: Addition | null) => set(storedWantedAtom, { product, wantedAt: Date.now() }),
);
