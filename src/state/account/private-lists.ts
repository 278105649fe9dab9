/** A customer's own addresses and orders. */
import { atom, type Store } from 'jotai';
import { withOlder } from '#core/newest-first';
import type { PlacedOrder } from '#core/order-contract';
import {
  type CustomerList,
  type CustomerListCall,
  customerAddresses,
  customerOrders,
  olderOrders,
  storedLists,
} from '#device/private-lists';
import { onReconnect } from '../connection/connection.ts';
import { type Resource, resource } from '../connection/resource.ts';
import { combined, isVisible, onVisible } from '../frame/event-listener.ts';
import { customerAtom, loggedIn, sessionAtom, tokenAtom } from './session.ts';

/** How often a list on the screen is reloaded, in ms, if the last attempt failed. */
const reloadInterval = 30_000;

/** Whether a list may be older than the shop's. */
export const isOldList = ({ status, data }: Resource<CustomerList<unknown>>) =>
  status === 'error' || data?.isStored === true;

const isCurrent = (list: Resource<CustomerList<unknown>>) => !isOldList(list);

/**
 * A customer's list. It is loaded when it is shown, and reloaded while it is shown: whenever the customer returns to the
 * tab, and every `reloadInterval` while it may be older than the shop's.
 */
function customerList<Item>(
  call: CustomerListCall<Item>,
  /** Merges the list shown before and the one that was loaded now. */
  merged = (_before: CustomerList<Item> | undefined, given: CustomerList<Item>) => given,
) {
  const list = resource<CustomerList<Item>>(
    async (get, { show }): Promise<CustomerList<Item>> => {
      const nothingShown = get(list).data === undefined;
      const given = await call(loggedIn(get(sessionAtom)), (stored) => nothingShown && show(stored));
      return merged(get(list).data, given);
    },
    tokenAtom,
    isOldList,
  );
  // Replaces the `onMount` of `resource`: `keepPrivateLists` reloads after a reconnect, also lists that are not shown.
  list.onMount = (reload) => {
    void reload();
    const timer = setInterval(() => isVisible() && void reload({ unless: isCurrent }), reloadInterval);
    return combined(
      onVisible(() => void reload()),
      () => clearInterval(timer),
    );
  };
  return list;
}

/** The customer's saved addresses. */
export const addressesAtom = customerList(customerAddresses);

/** The customer's orders: the newest ones, and older ones that were loaded on request. */
export const ordersAtom = customerList(customerOrders, withKnown);

/** With the older orders that were loaded before. Of an order that has changed during the call the later state stays. */
function withKnown(before: CustomerList<PlacedOrder> | undefined, given: CustomerList<PlacedOrder>) {
  const known = new Map(before?.items.map((order) => [order.order_number, order]));
  const items = given.items.map((order) => laterOf(known.get(order.order_number), order));
  return { ...given, items: withOlder(items, before?.items ?? []) };
}

/** Of two states of an order the one that the shop gave it later: by its revision, at other hosts by its last change. */
const laterOf = (known: PlacedOrder | undefined, received: PlacedOrder) =>
  known &&
  (known.revision === received.revision
    ? (known.changed_at ?? '') > (received.changed_at ?? '')
    : (known.revision ?? 0) > (received.revision ?? Infinity))
    ? known
    : received;

/** Loads the next older orders; rejects as the call does. */
export const loadOlderOrdersAtom = atom(null, async (get, set) => {
  const session = loggedIn(get(sessionAtom));
  const last = get(ordersAtom).data?.items.at(-1)?.order_number;
  if (!last) return;
  const { items, count } = await olderOrders(session, last);
  const { data } = get(ordersAtom);
  // The customer has logged out, or the list was replaced in the meantime.
  if (get(tokenAtom) !== session.token || data?.items.at(-1)?.order_number !== last) return;
  await set(ordersAtom, { known: { ...data, items: [...data.items, ...items], count } });
});

/**
 * How long after the start (or a login) the lists are fetched in advance, in ms: by then nothing else is being loaded.
 */
const prefetchDelay = 3_000;

/** For so long after addresses were loaded they are not fetched in advance again, in ms; orders may come from another device at any time. */
const prefetchRest = 10 * 60_000;

/**
 * Fetches a customer's lists in advance, so that they are on the device before they are needed without a connection;
 * returns a function that stops this.
 */
export function keepPrivateLists(store: Store): () => void {
  let fetching: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    const token = store.get(tokenAtom);
    clearTimeout(fetching);
    if (token) fetching = setTimeout(() => void prefetch(token), prefetchDelay);
  };
  const prefetch = async (token: string) => {
    const { 'own-addresses': addresses } = (await storedLists().catch(() => undefined)) ?? {};
    if (store.get(tokenAtom) !== token) return;
    const isRecent =
      addresses?.customer === store.get(customerAtom) && Math.abs(Date.now() - addresses.asOf) < prefetchRest;
    if (store.get(addressesAtom).status === 'idle' && !isRecent) void store.set(addressesAtom);
    if (store.get(ordersAtom).status === 'idle') void store.set(ordersAtom);
  };
  const reloadOld = () => {
    void store.set(addressesAtom, { ifOld: true });
    void store.set(ordersAtom, { ifOld: true });
  };

  begin();
  return combined(onReconnect(store, reloadOld), store.sub(tokenAtom, begin), () => clearTimeout(fetching));
}
