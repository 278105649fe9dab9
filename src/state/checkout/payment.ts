/** The state of the payment that 'Bayar' has started (`pay.ts`), and its outcome. */
import { atom } from 'jotai';
import { canonical } from '#core/canonical';
import type { OutboxOrder } from '#device/outbox-order';
import { missingAtom, orderAtom } from './checkout.ts';
import { orderNotificationsAtom } from './outbox.ts';
import { isCancelledByShop, lastAcceptedOrderAtom, openedOrderAtom, outboxOrdersAtom } from './outbox-orders.ts';
import { paymentAtom, pendingOrdersAtom } from './stored-orders.ts';

/**
 * The outbox order of the last press, as it is stored now: it may have been retried automatically since. A reload forgets
 * the press; then an accepted order with the same contents counts as pressed until the customer has dismissed it.
 */
export const paymentOrderAtom = atom((get) => {
  const { entry } = get(paymentAtom);
  const order = get(orderAtom);
  const isPressed = ({ id, body }: OutboxOrder) =>
    entry ? id === entry.id : id === get(lastAcceptedOrderAtom)?.id && order && body === canonical(order);
  return get(outboxOrdersAtom).find(isPressed) ?? entry;
});

/**
 * The very order that would be paid now, if the payment screen shows it already (as pending, accepted or at new prices):
 * the customer must deal with it before paying.
 */
export const alreadyShownAtom = atom((get) => {
  const order = get(orderAtom);
  const pressed = get(paymentOrderAtom);
  const shown = pressed
    ? [pressed].filter(
        (entry) => entry.state === 'quote_changed' || (entry.state === 'accepted' && !isCancelledByShop(entry)),
      )
    : get(pendingOrdersAtom).filter(({ state }) => state !== 'refused');
  return order && shown.find(({ body }) => body === canonical(order));
});

/**
 * Whether an accepted order equals the order on the payment screen, so that the payment ends as after a press
 * (decision O8); then it is the order that is shown in full.
 */
export const endPaymentAtom = atom(null, (get, set, pathname: string, { id, state, body }: OutboxOrder): boolean => {
  if (pathname !== '/carts/payment' || state !== 'accepted' || get(paymentAtom).sending) return false;
  const order = get(orderAtom);
  if (!order || body !== canonical(order)) return false;
  set(openedOrderAtom, id);
  return true;
});

/**
 * Takes the notifications of orders that were sent automatically, each in its current state: another tab may have changed
 * it since. Leaves out an order whose outcome 'Bayar' has shown, or the payment screen shows. `isPaid`: one of them ends
 * the payment (`endPaymentAtom`).
 */
export const takeOrderNotificationsAtom = atom(null, (get, set, pathname: string) => {
  const announced = get(orderNotificationsAtom);
  const hasOutcome = pathname === '/carts/payment' && get(missingAtom) !== 'items';
  const pressed = hasOutcome ? get(paymentAtom).entry?.id : undefined;
  const isShown = ({ id, state }: OutboxOrder) =>
    id === get(openedOrderAtom) || (id === pressed && state !== 'accepted');
  const notifications = get(outboxOrdersAtom).filter(
    (entry) => !isShown(entry) && announced.some(({ id }) => id === entry.id),
  );
  set(orderNotificationsAtom, []);
  const others = notifications.filter((entry) => !set(endPaymentAtom, pathname, entry));
  return { isPaid: others.length < notifications.length, notifications: others };
});
