/** The cart and its transitions (specification §4); each is sent a moment later (§7, decision C1). */
import { atom } from 'jotai';
import { addOne, clearItem, countOf, removeOne, repricedCart, subTotalOf } from '#core/cart';
import type { Cart, ChangedLine, Product } from '#core/contract';
import { changeCart, storedCart, syncCart } from '#device/cart-sync';
import { perCustomerAtom } from '../account/per-customer-atom.ts';
import { customerAtom, sessionAtom } from '../account/session.ts';
import { menuAtom } from '../catalogue/catalogue.ts';
import { registerSync } from '../connection/background-sync.ts';
import { deviceFailureAtom, mirrorAtom, written } from '../storage/stored-atom.ts';

const storedCartAtom = mirrorAtom('cart');
const storedCounterAtom = mirrorAtom('counter');

const none: Cart = [];

/**
 * Ids of products in the kept cart that are no longer on the menu. Only a complete menu that the shop has just
 * confirmed can tell.
 */
export const goneProductsAtom = atom((get): ReadonlySet<string> => {
  const { items = [], count, isOfToday } = get(menuAtom).data ?? {};
  if (!isOfToday || items.length !== count) return new Set();
  const listed = new Set(items.map(({ _id }) => _id));
  return new Set(get(storedCartAtom)?.flatMap(({ _id }) => (listed.has(_id) ? [] : [_id])));
});

/**
 * The customer's cart; empty for a visitor and until the device was read. The menu says what of it is available
 * (decision O14).
 */
export const cartAtom = atom((get): Cart => {
  const kept = get(sessionAtom) && get(storedCartAtom);
  if (!kept) return none;
  const gone = get(goneProductsAtom);
  const soldOut = new Set(
    get(menuAtom).data?.items.flatMap(({ _id, available }) => (available === false ? [_id] : [])),
  );
  return kept.map((item) => ({ ...item, available: !gone.has(item._id) && !soldOut.has(item._id) }));
});

const isAskedAtom = atom(false);

/**
 * Whether this device holds no cart, not even an empty one, and the shop is being asked for the one it keeps
 * (decision C4).
 */
export const isCartAwaitedAtom = atom((get) => get(isAskedAtom) && !get(storedCartAtom));

/** The badge's number. */
export const cartCountAtom = atom((get) => (get(sessionAtom) ? (get(storedCounterAtom) ?? 0) : 0));

export const subTotalAtom = atom((get) => subTotalOf(get(cartAtom)));

/**
 * Set when another device's changes were merged in: the names of products that found no room. Null once the customer
 * was told.
 */
export const cartMergedAtom = perCustomerAtom<string[] | null>(null);

let unwritten = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Shows a transition at once, keeps it on the disk, and sends the newest cart a moment later. */
const changeCartAtom = atom(null, async (get, set, transition: (cart: Cart) => Cart) => {
  const show = (cart: Cart) => {
    set(storedCartAtom, cart);
    set(storedCounterAtom, countOf(cart));
  };
  show(transition(get(storedCartAtom) ?? none));
  unwritten++;
  const stored = await written(set, changeCart(transition, get(sessionAtom)));
  unwritten--;
  // While another tap is being written, what came of this one is already outdated.
  if (stored && unwritten === 0) show(stored);
  clearTimeout(waiting);
  waiting = setTimeout(() => void set(sendCartAtom), 400);
});

/** Sends the cart or brings another device's changes in; see `syncCart` for the options. */
export const sendCartAtom = atom(null, async (get, set, options: Parameters<typeof syncCart>[0] = {}) => {
  const customer = get(customerAtom);
  set(isAskedAtom, true);
  const outcome = await syncCart(options);
  if (outcome.state === 'pending') void registerSync();
  // A refreshed cart may have other prices. When this device keeps nothing, the disk does not have what is shown.
  const mayDiffer = outcome.state === 'synced' && options.refresh && !get(deviceFailureAtom);
  const differs = mayDiffer || outcome.state === 'merged' || outcome.state === 'loaded';
  // Read from the disk rather than taken from the outcome: a tap or a logout may have come in between.
  const kept = differs && (await storedCart().catch(() => undefined));
  set(isAskedAtom, false);
  if (kept && unwritten === 0) {
    set(storedCartAtom, kept);
    set(storedCounterAtom, countOf(kept));
  }
  if (outcome.state === 'merged') set(cartMergedAtom, outcome.left, customer);
  return outcome;
});

export const addOneAtom = atom(null, (_get, set, product: Product) => {
  // Asked once there is something worth keeping (decision S4); browsers answer by their own rules.
  void navigator.storage?.persist?.().catch(() => undefined);
  return set(changeCartAtom, (cart) => addOne(cart, product));
});
export const removeOneAtom = atom(null, (_get, set, id: string) => set(changeCartAtom, (cart) => removeOne(cart, id)));
export const clearItemAtom = atom(null, (_get, set, id: string) => set(changeCartAtom, (cart) => clearItem(cart, id)));
export const clearAllAtom = atom(null, (_get, set) => set(changeCartAtom, () => none));

/** Takes the shop's new prices over; what cannot be had any more leaves the cart (decision O5). */
export const repriceAtom = atom(null, (_get, set, lines: readonly ChangedLine[]) =>
  set(changeCartAtom, (cart) => repricedCart(cart, lines)),
);
