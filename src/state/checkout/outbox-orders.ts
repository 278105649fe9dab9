/** The orders that this device stores, in the state that the shop told last; `outbox.ts` sends and changes them. */
import { atom } from 'jotai';
import type { OutboxOrder } from '#device/outbox-order';
import { ordersAtom } from '../account/private-lists.ts';
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
export const isCancelledByShop = ({ order }: Pick<OutboxOrder, 'order'>) => order?.status === 'cancelled';

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
