/** The orders that are not touched on this counter yet: they ring (decision W5). */
import { atom, type Store } from 'jotai';
import type { CounterOrder } from '#core/counter';
import { columnOf } from './board.ts';

const isNew = ({ status }: CounterOrder) => columnOf(status) === 'waiting_payment';

/** Their numbers. */
export const newOrdersAtom = atom<ReadonlySet<string>>(new Set<string>());

/**
 * Compares the board with the one before it. Without one every order counts as seen: a device that is used for the first time would ring
 * for all of them. An order that was taken on, here or at another counter, is not new any more.
 */
export function noteArrivals(
  store: Store,
  before: readonly CounterOrder[] | undefined,
  orders: readonly CounterOrder[],
) {
  const known = before && new Set(before.map(({ order_number }) => order_number));
  const unseen = store.get(newOrdersAtom);
  const now = orders
    .filter((order) => isNew(order) && (unseen.has(order.order_number) || known?.has(order.order_number) === false))
    .map(({ order_number }) => order_number);
  if (now.length !== unseen.size || now.some((number) => !unseen.has(number))) store.set(newOrdersAtom, new Set(now));
}

/** These orders were touched. */
export function touchOrders(store: Store, numbers: Iterable<string>) {
  const touched = new Set(numbers);
  const unseen = store.get(newOrdersAtom);
  const left = [...unseen].filter((number) => !touched.has(number));
  if (left.length < unseen.size) store.set(newOrdersAtom, new Set(left));
}
