/** The orders of the view beside the board: older ones, or those that are finished. */
import { atom, type Store } from 'jotai';
import type { CounterOrder } from '#core/counter';
import { joined, withOlder } from '#core/newest-first';
import { inTurn } from '#device/locks';
import { getOrders, type OrderList } from './api.ts';
import { changesAtom, withChanges } from './changes.ts';

interface KnownList {
  of: OrderList;
  /** The newest first. */
  orders: readonly CounterOrder[];
  /** How many there are in all. */
  count: number;
  etag: string | undefined;
}

export const orderListAtom = atom<KnownList>();

/** Its orders with all pending changes. */
export const listedOrdersAtom = atom((get) => withChanges(get(orderListAtom)?.orders ?? [], get(changesAtom)));

/** Loads the newest of a list. Older ones that were loaded before stay, unless there would be a gap between them. Rejects as the call does. */
export const loadOrders = (of: OrderList, token: string, store: Store) =>
  inTurn('orders', async () => {
    const before = store.get(orderListAtom);
    const known = before?.of === of ? before : undefined;
    const { data, etag } = await getOrders(of, token, { etag: known?.etag });
    if (!data) return;
    store.set(orderListAtom, { of, orders: withOlder(data.items, known?.orders ?? []), count: data.count, etag });
  });

/** Loads the next older ones of the list that is shown. Rejects as the call does. */
export const loadMoreOrders = (store: Store, token: string) =>
  inTurn('orders', async () => {
    const known = store.get(orderListAtom);
    const before = known?.orders.at(-1)?.order_number;
    if (!known || before === undefined) return;
    const { data } = await getOrders(known.of, token, { before });
    const now = store.get(orderListAtom);
    if (!data || now?.of !== known.of) return;
    store.set(orderListAtom, { ...now, orders: joined(now.orders, data.items), count: data.count });
  });

/** Takes over an order that the shop has answered with. */
export function setListedOrder(store: Store, order: CounterOrder) {
  const known = store.get(orderListAtom);
  const isSame = ({ order_number }: CounterOrder) => order_number === order.order_number;
  if (!known?.orders.some(isSame)) return;
  store.set(orderListAtom, { ...known, orders: known.orders.map((one) => (isSame(one) ? order : one)) });
}
