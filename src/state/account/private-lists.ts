/** A customer's own addresses and orders. */
import { atom, type Store } from 'jotai';
import type { PlacedOrder } from '#core/contract';
import { sessionHasEnded } from '#device/outcome';
import {
  type CustomerList,
  type CustomerListCall,
  customerAddresses,
  customerOrders,
  olderOrders,
} from '#device/private-lists';
import { onReconnect } from '../connection/connection.ts';
import { type Resource, resource } from '../connection/resource.ts';
import { isVisible, onVisible } from '../connection/visibility.ts';
import { combined } from '../frame/event-listener.ts';
import { loggedIn, sessionAtom, tokenAtom } from './session.ts';

/** A list as the screens have it; when the `session` has 'ended' it is empty, whatever was known before. */
export type ShownList<Item> = CustomerList<Item> & { session: 'good' | 'ended' };

/** How often a list that somebody looks at is loaded again, in ms: an order gets ready meanwhile. */
const lookAgain = 30_000;

/**
 * An own list that is loaded when it is shown, and again while it is: now and then, and whenever the customer comes
 * back to the tab.
 */
function customerList<Item>(
  call: CustomerListCall<Item>,
  /** The list to show, given the one shown before and the one that was loaded now. */
  merged = (_before: CustomerList<Item> | undefined, given: CustomerList<Item>) => given,
) {
  const list = resource<ShownList<Item>>(async (get, { show }): Promise<ShownList<Item>> => {
    const nothingShown = get(list).data === undefined;
    try {
      const given = await call(loggedIn(get(sessionAtom)), (kept) => {
        if (nothingShown) show({ ...kept, session: 'good' });
      });
      return { ...merged(get(list).data, given), session: 'good' };
    } catch (failure) {
      if (!(await sessionHasEnded(failure))) throw failure;
      console.warn('The session has ended', failure);
      return { items: [], count: 0, asOf: 0, isStored: false, session: 'ended' };
    }
  }, tokenAtom);
  // Replaces `resource`'s own mounting: that the shop is back is `keepPrivateLists`' to act on, for lists that are not
  // shown, too.
  list.onMount = (reload) => {
    void reload();
    const looking = setInterval(() => isVisible() && void reload(), lookAgain);
    return combined(
      onVisible(() => void reload()),
      () => clearInterval(looking),
    );
  };
  return list;
}

/** The customer's saved addresses. */
export const addressesAtom = customerList(customerAddresses);

/** The customer's orders: the newest ones, and older ones that were loaded behind them. */
export const ordersAtom = customerList(customerOrders, withOlder);

/** The newest orders with those that were loaded behind them before, unless there would be a gap between them. */
function withOlder(before: CustomerList<PlacedOrder> | undefined, given: CustomerList<PlacedOrder>) {
  const last = given.items.at(-1)?.order_number;
  const place = before?.items.findIndex(({ order_number }) => order_number === last) ?? -1;
  if (!last || !before || place < 0) return given;
  return { ...given, items: [...given.items, ...before.items.slice(place + 1)] };
}

/** Loads the next older orders; rejects as the call does. */
export const loadOlderOrdersAtom = atom(null, async (get, set) => {
  const session = loggedIn(get(sessionAtom));
  const last = get(ordersAtom).data?.items.at(-1)?.order_number;
  if (!last) return;
  const { items, count } = await olderOrders(session, last);
  const { data } = get(ordersAtom);
  // The customer has left, or the list was replaced meanwhile.
  if (get(tokenAtom) !== session.token || data?.items.at(-1)?.order_number !== last) return;
  await set(ordersAtom, { known: { ...data, items: [...data.items, ...items], count } });
});

/** Whether what was shown of a list may be older than what the shop has. */
const isOld = ({ status, data }: Resource<ShownList<unknown>>) => status === 'error' || data?.isStored === true;

/**
 * How long after the start (or a login) the lists are fetched in advance, in ms: by then nothing else is being loaded.
 */
const calm = 3_000;

/**
 * Sees to it that a customer's lists are on the device before they are needed without a connection; returns how to
 * stop.
 */
export function keepPrivateLists(store: Store): () => void {
  let fetching: ReturnType<typeof setTimeout> | undefined;
  let token: string | undefined;

  const begin = () => {
    if (store.get(tokenAtom) === token) return;
    token = store.get(tokenAtom);
    clearTimeout(fetching);
    if (!token) return;
    fetching = setTimeout(() => {
      if (store.get(addressesAtom).status === 'idle') void store.set(addressesAtom);
      if (store.get(ordersAtom).status === 'idle') void store.set(ordersAtom);
    }, calm);
  };
  const returned = () => {
    if (isOld(store.get(addressesAtom))) void store.set(addressesAtom);
    if (isOld(store.get(ordersAtom))) void store.set(ordersAtom);
  };

  begin();
  return combined(onReconnect(store, returned), store.sub(sessionAtom, begin), () => clearTimeout(fetching));
}
