/** The orders of the view beside the board: older ones, or those that are finished. */
import { atom, type Store } from 'jotai';
import type { CounterOrder } from '#core/counter';
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

const numberOf = ({ order_number }: CounterOrder) => order_number;

/** Loads the newest of a list. Older ones that were loaded before stay, unless there would be a gap between them. Rejects as the call does. */
export const loadOrders = (of: OrderList, token: string, store: Store) =>
  inTurn('orders', () => loadNewest(store, of, token));

async function loadNewest(store: Store, of: OrderList, token: string) {
  const before = store.get(orderListAtom);
  const known = before?.of === of ? before : undefined;
  const { data, etag } = await getOrders(of, token, { etag: known?.etag });
  if (!data) return;
  const numbers = new Set(data.items.map(numberOf));
  const last = data.items.at(-1)?.order_number;
  const at = known?.orders.findIndex((order) => numberOf(order) === last) ?? -1;
  const older = at < 0 ? [] : (known?.orders.slice(at + 1).filter((order) => !numbers.has(numberOf(order))) ?? []);
  store.set(orderListAtom, { of, orders: [...data.items, ...older], count: data.count, etag });
}

/** Takes over an order that the shop has answered with. */
export function setListedOrder(store: Store, order: CounterOrder) {
  const known = store.get(orderListAtom);
  const isOther = (one: CounterOrder) => numberOf(one) !== numberOf(order);
  if (!known || known.orders.every(isOther)) return;
  store.set(orderListAtom, { ...known, orders: known.orders.map((one) => (isOther(one) ? one : order)) });
}

/** Loads the next older ones of the list that is shown. Rejects as the call does. */
export const loadMoreOrders = (store: Store, token: string) => inTurn('orders', () => loadOlder(store, token));

async function loadOlder(store: Store, token: string) {
  const known = store.get(orderListAtom);
  const before = known?.orders.at(-1)?.order_number;
  if (!known || before === undefined) return;
  const { data } = await getOrders(known.of, token, { before });
  const now = store.get(orderListAtom);
  if (!data || now?.of !== known.of) return;
  const numbers = new Set(now.orders.map(numberOf));
  const added = data.items.filter((order) => !numbers.has(numberOf(order)));
  store.set(orderListAtom, { ...now, orders: [...now.orders, ...added], count: data.count });
}
