/** The orders that this device stores, in the state that the shop told last; `outbox.ts` sends and changes them. */
import { atom, type Store } from 'jotai';
import type { PlacedOrder } from '#core/order-contract';
import type { OutboxOrder } from '#device/outbox-order';
import type { CustomerList } from '#device/private-lists';
import { ordersAtom } from '../account/private-lists.ts';
import { endOrderedAtom, orderedAtom } from '../cart/cart.ts';
import { lastAcceptedIdAtom, pendingOrdersAtom, storedOutboxAtom } from './stored-orders.ts';

/**
 * Every outbox order of the customer who is logged in, newest first; an accepted one in the state that the shop told last,
 * by its list or live, so that all screens show the same.
 */
export const outboxOrdersAtom = atom((get) => {
  const listed = new Map(get(ordersAtom.peekAtom).data?.items.map((order) => [order.order_number, order]));
  return get(storedOutboxAtom).map((entry): OutboxOrder => {
    const { order } = entry;
    const now = order?.order_number && listed.get(order.order_number);
    if (!order || !now) return entry;
    const { status, reason, changed_at, paid, revision, queue, billing_account = order.billing_account } = now;
    return { ...entry, order: { ...order, status, reason, changed_at, paid, revision, queue, billing_account } };
  });
});

/** Whether an order was cancelled after the shop had accepted it, by the shop or by its customer. */
export const isCancelledSince = ({ order }: Pick<OutboxOrder, 'order'>) => order?.status === 'cancelled';

/** The order that the shop accepted last, with its id on this device, until the customer dismisses it (decision C5). */
export const lastAcceptedOrderAtom = atom((get) => {
  const { id, order } = get(outboxOrdersAtom).find((entry) => entry.id === get(lastAcceptedIdAtom)) ?? {};
  return id && order ? { id, order } : undefined;
});

/** The latest order of the customer on this device, while it is pending or was accepted recently. */
export const newestOutboxOrderAtom = atom((get): OutboxOrder | undefined => {
  const [latest] = get(outboxOrdersAtom);
  const isPending = get(pendingOrdersAtom).some(({ id }) => id === latest?.id);
  return latest && (isPending || latest.id === get(lastAcceptedIdAtom)) ? latest : undefined;
});

/**
 * The id (on this device) of the accepted order that is shown in full: the one that was paid in this tab, or that the
 * customer opened.
 */
export const openedOrderAtom = atom('');

export type Receipt = OutboxOrder & { order: PlacedOrder };

/**
 * Newest first. `since`: accepted after the list was loaded, or while the shop cannot be reached; listed like the others.
 * `unknown`: the list should contain them and does not (fault F44).
 */
export const receiptsAtom = atom((get): { since: Receipt[]; unknown: Receipt[] } => {
  const { data, status } = get(ordersAtom.peekAtom);
  if (data ? data.hasEnded : status !== 'error') return { since: [], unknown: [] };

  const numbers = new Set(data?.items.map(({ order_number }) => order_number));
  const missing = get(outboxOrdersAtom).filter(
    (entry): entry is Receipt =>
      entry.state === 'accepted' &&
      entry.order !== undefined &&
      !numbers.has(entry.order.order_number) &&
      !isBehind(entry.order, data),
  );
  const isSince = ({ settledAt = 0, order }: Receipt) =>
    settledAt > (data?.asOf ?? 0) || (order.order_number !== '' && data?.isStored !== false);
  return {
    since: missing.filter(isSince),
    unknown: missing.filter((receipt) => receipt.order.order_number !== '' && !isSince(receipt)),
  };
});

/** Whether an order may be one of the older ones that are not loaded yet. */
function isBehind({ created_at = '' }: PlacedOrder, list: CustomerList<PlacedOrder> | undefined) {
  if (!list || list.count <= list.items.length) return false;
  return !(Date.parse(created_at) >= Date.parse(list.items.at(-1)?.created_at ?? ''));
}

/** The number of the order that the cart's mark names, if the shop has cancelled it or does not know it. */
const endedAtom = atom((get) => {
  const marked = get(orderedAtom)?.order;
  const ended = [...get(outboxOrdersAtom).filter(isCancelledSince), ...get(receiptsAtom).unknown];
  return marked && ended.some(({ order }) => order?.order_number === marked) ? marked : undefined;
});

/** Ends the mark of a cart whose order is not coming (decision C5); returns a function that stops this. */
export function followOrdered(store: Store): () => void {
  const end = () => {
    const ended = store.get(endedAtom);
    if (ended) void store.set(endOrderedAtom, ended);
  };
  end();
  return store.sub(endedAtom, end);
}
