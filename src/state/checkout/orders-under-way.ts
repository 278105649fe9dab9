/** The orders that the shop is still working on: those that the screens show live (decision W4). */
import { atom } from 'jotai';
import type { PlacedOrder } from '#core/order-contract';
import { isFinal } from '#core/order-steps';
import { withdrawOrder } from '#device/order-calls';
import { isOldList, ordersAtom } from '../account/private-lists.ts';
import { loggedIn, sessionAtom, tokenAtom } from '../account/session.ts';
import { validity } from '../frame/expiry.ts';
import { storedAtom } from '../storage/stored-atom.ts';
import { dismissOrderAtom } from './outbox.ts';
import { lastAcceptedOrderAtom, outboxOrdersAtom } from './outbox-orders.ts';

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
    !isFinal(status) && holds(Date.parse(created_at) || (settled.get(order_number) ?? 0), liveFor);
});

/** The orders that are known, newest first: those of the shop's list, and those that were accepted since it was loaded. */
const knownOrdersAtom = atom((get): PlacedOrder[] => {
  const listed = get(ordersAtom.peekAtom).data?.items ?? [];
  const numbers = new Set(listed.map(({ order_number }) => order_number));
  const receipts = get(outboxOrdersAtom).flatMap(({ state, order }) =>
    state === 'accepted' && order && !numbers.has(order.order_number) ? order : [],
  );
  return [...receipts, ...listed];
});

/** The orders under way, newest first. */
export const ordersUnderWayAtom = atom((get) => get(knownOrdersAtom).filter(get(isLiveAtom)));

/** The numbers of ended orders that the customer has closed on this device, the latest last. */
const closedAtom = storedAtom('closed');

/** How many of them are remembered: more than a customer orders in a day. */
const maxClosed = 50;

/** The orders that were cancelled within a day, and that the customer has not closed, newest first. */
export const cancelledOrdersAtom = atom((get): PlacedOrder[] => {
  const closed = get(closedAtom);
  // Until it is read, a card that was closed would appear for a moment.
  if (closed === undefined) return [];
  const holds = validity(get);
  return get(knownOrdersAtom).filter(
    ({ status, order_number, changed_at, created_at = '' }) =>
      status === 'cancelled' && !closed?.includes(order_number) && holds(Date.parse(changed_at ?? created_at), liveFor),
  );
});

/** The order on the menu: the one that was accepted here last, otherwise one of another device, the newest under way or else cancelled. */
export const orderOnMenuAtom = atom((get): { id: string; order: PlacedOrder } | undefined => {
  const own = new Set(get(outboxOrdersAtom).map(({ order }) => order?.order_number));
  const listed = [...get(ordersUnderWayAtom), ...get(cancelledOrdersAtom)];
  const other = listed.find(({ order_number }) => order_number !== '' && !own.has(order_number));
  return get(lastAcceptedOrderAtom) ?? (other && { id: other.order_number, order: other });
});

/** Closes the card of an order that has ended, on every screen. */
export const closeOrderAtom = atom(null, async (get, set, { order_number }: PlacedOrder) => {
  const own = get(outboxOrdersAtom).find(({ order }) => order?.order_number === order_number);
  const closing = set(closedAtom, (closed = []) => [...closed, order_number].slice(-maxClosed));
  await Promise.all([closing, own && set(dismissOrderAtom, own.id)]);
});

/**
 * Cancels an order that is placed, while nothing of it is paid or begun (decision W18). Resolves with the order as the shop has it now,
 * whichever answer was lost; undefined when the shop did not say.
 */
export const withdrawOrderAtom = atom(null, async (get, set, order: PlacedOrder): Promise<PlacedOrder | undefined> => {
  const { token } = loggedIn(get(sessionAtom));
  const { order_number } = order;
  try {
    const cancelled = await withdrawOrder(token, order);
    const { data } = get(ordersAtom);
    if (data && get(tokenAtom) === token) {
      const items = data.items.map((one) => (one.order_number === order_number ? cancelled : one));
      await set(ordersAtom, { known: { ...data, items } });
    }
    // Also stored for a start without a connection.
    void set(ordersAtom);
    return cancelled;
  } catch (failure) {
    console.warn(`Order ${order_number} not cancelled`, failure);
    const list = await set(ordersAtom);
    return isOldList(list) ? undefined : list.data?.items.find((one) => one.order_number === order_number);
  }
});
