/** The orders that this device keeps, as the screens see them; `outbox.ts` moves them. */
import { atom } from 'jotai';
import { isOpen, needsConsent, type OutboxOrder } from '#device/outbox-order';
import { outboxOrdersOf } from '#device/outbox-store';
import { storedPerCustomer } from '../account/per-customer-atom.ts';
import { ordersAtom } from '../account/private-lists.ts';

/** Setting it reads them, which only `readOutboxAtom` may do: it makes notifications of what has changed. */
export const storedOutboxAtom = storedPerCustomer(outboxOrdersOf);

/**
 * Every outbox order of the customer who is logged in, newest first; an accepted one with the status that the shop's list
 * had last, so that all screens show the same.
 */
export const outboxOrdersAtom = atom((get) => {
  const listed = new Map(
    get(ordersAtom.lookAtom).data?.items.map(({ order_number, status }) => [order_number, status]),
  );
  return get(storedOutboxAtom).map((entry): OutboxOrder => {
    const status = entry.order?.order_number && listed.get(entry.order.order_number);
    return entry.order && status ? { ...entry, order: { ...entry.order, status } } : entry;
  });
});

/** Whether the shop has cancelled an order after it was accepted. */
export const isCancelled = ({ order }: Pick<OutboxOrder, 'order'>) => order?.status === 'cancelled';

/** What is on its way, waits for a decision, or was refused and not read yet; newest first. */
export const pendingOrdersAtom = atom((get) =>
  get(outboxOrdersAtom).filter((entry) => isOpen(entry) || needsConsent(entry) || entry.state === 'refused'),
);
