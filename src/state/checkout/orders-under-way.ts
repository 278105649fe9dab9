/** The orders that the shop is still working on: those that the screens show live (decision W4). */
import { atom } from 'jotai';
import type { PlacedOrder } from '#core/contract';
import { isUnderWay } from '#core/order-steps';
import { ordersAtom } from '../account/private-lists.ts';
import { validity } from '../frame/expiry.ts';
import { outboxOrdersAtom } from './outbox-orders.ts';

/** How long an order is expected to change, in ms: a shop without a counter may leave every order as it was accepted. */
const liveFor = 24 * 60 * 60_000;

/**
 * Whether the shop is still working on an order; not when it is older than a day. Another host may not say when it was
 * placed: then the device knows it, or the order counts as old.
 */
export const isLiveAtom = atom((get) => {
  const settled = new Map(get(outboxOrdersAtom).map(({ order, settledAt }) => [order?.order_number, settledAt]));
  const holds = validity(get);
  return ({ status, created_at = '', order_number }: PlacedOrder): boolean =>
    isUnderWay(status) && holds(Date.parse(created_at) || (settled.get(order_number) ?? 0), liveFor);
});

/** The orders under way, newest first: those of the shop's list, and those that were accepted since it was loaded. */
export const ordersUnderWayAtom = atom((get): PlacedOrder[] => {
  const listed = get(ordersAtom.lookAtom).data?.items ?? [];
  const numbers = new Set(listed.map(({ order_number }) => order_number));
  const receipts = get(outboxOrdersAtom).flatMap(({ state, order }) =>
    state === 'accepted' && order && !numbers.has(order.order_number) ? order : [],
  );
  return [...receipts, ...listed].filter(get(isLiveAtom));
});
