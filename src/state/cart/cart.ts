/** The cart and its transitions (specification §4); each is sent a moment later (§7, decision C1). */
import { atom } from 'jotai';
import { addOne, clearItem, countOf, removeOne, repricedCart, subTotalOf } from '#core/cart';
import type { Cart, ChangedLine, Product } from '#core/contract';
import { changeCart, storedCart, syncCart } from '#device/cart-sync';
import { perCustomerAtom } from '../account/per-customer-atom.ts';
import { customerAtom, endIfClearedAtom, sessionAtom } from '../account/session.ts';
import { menuAtom } from '../catalogue/catalogue.ts';
import { registerSync } from '../connection/background-sync.ts';
import { deviceFailureAtom, mirrorAtom, written } from '../storage/stored-atom.ts';

const storedCartAtom = mirrorAtom('cart');
const storedCounterAtom = mirrorAtom('counter');

const none: Cart = [];

/**
 * Ids of products in the stored cart that are no longer on the menu. Known only from a complete menu that the shop has
 * just confirmed.
 */
export const goneProductsAtom = atom((get): ReadonlySet<string> => {
  const { items = [], count, isOfToday } = get(menuAtom).data ?? {};
  if (!isOfToday || items.length !== count) return new Set();
  const listed = new Set(items.map(({ _id }) => _id));
  return new Set(get(storedCartAtom)?.flatMap(({ _id }) => (listed.has(_id) ? [] : [_id])));
});

/**
 * The customer's cart; empty for a visitor and until the device was read. The menu decides which products are available
 * (decision O14).
 */
export const cartAtom = atom((get): Cart => {
  const stored = get(sessionAtom) && get(storedCartAtom);
  if (!stored) return none;
  const gone = get(goneProductsAtom);
  const soldOut = new Set(
    get(menuAtom).data?.items.flatMap(({ _id, available }) => (available === false ? [_id] : [])),
  );
  return stored.map((item) => ({ ...item, available: !gone.has(item._id) && !soldOut.has(item._id) }));
});

const isAskedAtom = atom(false);

/**
 * Whether this device has no cart, not even an empty one, and is loading the shop's (decision C4).
 */
export const isCartAwaitedAtom = atom((get) => get(isAskedAtom) && !get(storedCartAtom));

/** The badge's number. */
export const cartCountAtom = atom((get) => (get(sessionAtom) ? (get(storedCounterAtom) ?? 0) : 0));

export const subTotalAtom = atom((get) => subTotalOf(get(cartAtom)));

/**
 * Set when another device's changes were merged in: the names of products that did not fit. Null after the customer was
 * notified.
 */
export const cartMergedAtom = perCustomerAtom<string[] | null>(null);

let unwritten = 0;
let sendTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a transition at once, stores it, and sends the newest cart a moment later. */
export const changeCartAtom = atom(null, async (get, set, transition: (cart: Cart) => Cart) => {
  const show = (cart: Cart) => {
    set(storedCartAtom, cart);
    set(storedCounterAtom, countOf(cart));
  };
  show(transition(get(storedCartAtom) ?? none));
  unwritten++;
  const writing = changeCart(transition, get(sessionAtom)).catch(async (failure) => {
    if (await set(endIfClearedAtom)) return none;
    throw failure;
  });
  const stored = await written(set, writing);
  unwritten--;
  // While another tap is being written, the result of this one is already outdated.
  if (stored && unwritten === 0) show(stored);
  clearTimeout(sendTimer);
  sendTimer = setTimeout(() => void set(sendCartAtom), 400);
});

/** Sends the cart, or merges another device's changes; see `syncCart` for the options. */
export const sendCartAtom = atom(null, async (get, set, options: Parameters<typeof syncCart>[0] = {}) => {
  const customer = get(customerAtom);
  set(isAskedAtom, true);
  const outcome = await syncCart(options);
  if (outcome.state === 'pending') void registerSync();
  // A refreshed cart may have other prices. When this device stores nothing, the shown cart is not on the disk.
  const mayDiffer = outcome.state === 'synced' && options.refresh && !get(deviceFailureAtom);
  const differs = mayDiffer || outcome.state === 'merged' || outcome.state === 'loaded';
  // Read from the disk, not from the outcome: a tap or a logout may have happened in between.
  const stored = differs && (await storedCart().catch(() => undefined));
  set(isAskedAtom, false);
  if (stored && unwritten === 0) {
    set(storedCartAtom, stored);
    set(storedCounterAtom, countOf(stored));
  }
  if (outcome.state === 'merged') set(cartMergedAtom, outcome.left, customer);
  return outcome;
});

export const addOneAtom = atom(null, (_get, set, product: Product) => {
  // Requested when there is something worth storing (decision S4); browsers decide by their own rules.
  void navigator.storage?.persist?.().catch(() => undefined);
  return set(changeCartAtom, (cart) => addOne(cart, product));
});
export const removeOneAtom = atom(null, (_get, set, id: string) => set(changeCartAtom, (cart) => removeOne(cart, id)));
export const clearItemAtom = atom(null, (_get, set, id: string) => set(changeCartAtom, (cart) => clearItem(cart, id)));
export const clearAllAtom = atom(null, (_get, set) => set(changeCartAtom, () => none));

/** Applies the shop's new prices; removes products that are no longer available (decision O5). */
export const repriceAtom = atom(null, (_get, set, lines: readonly ChangedLine[]) =>
  set(changeCartAtom, (cart) => repricedCart(cart, lines)),
);
