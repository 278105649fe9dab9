/** The orders that this device stores, for the screens; `outbox.ts` sends and changes them. */
import { atom } from 'jotai';
import { isOpen, needsConsent, type OutboxOrder } from '#device/outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { storedPerCustomer } from '../account/per-customer-atom.ts';
import { ordersAtom } from '../account/private-lists.ts';

/** Setting it reads them again. Only `readOutboxAtom` may do that: it also adds notifications of changes. */
export const storedOutboxAtom = storedPerCustomer(outboxOrdersOf);

/**
 * Every outbox order of the customer who is logged in, newest first; an accepted one in the state that the shop told last,
 * by its list or live, so that all screens show the same.
 */
export const outboxOrdersAtom = atom((get) => {
  const listed = new Map(get(ordersAtom.lookAtom).data?.items.map((order) => [order.order_number, order]));
  return get(storedOutboxAtom).map((entry): OutboxOrder => {
    const { order } = entry;
    const now = order?.order_number && listed.get(order.order_number);
    if (!order || !now) return entry;
    const { status, reason, changed_at, billing_account = order.billing_account } = now;
    return { ...entry, order: { ...order, status, reason, changed_at, billing_account } };
  });
});

/** Whether the shop has cancelled an order after it was accepted. */
export const isCancelled = ({ order }: Pick<OutboxOrder, 'order'>) => order?.status === 'cancelled';

/** Orders that are open, need a decision, or were refused and not dismissed yet; newest first. */
export const pendingOrdersAtom = atom((get) =>
  get(outboxOrdersAtom).filter((entry) => isOpen(entry) || needsConsent(entry) || entry.state === 'refused'),
);
