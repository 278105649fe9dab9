/** What 'Bayar' has started (`pay.ts`), and what became of it. */
import { atom } from 'jotai';
import { canonical } from '#core/canonical';
import type { OutboxOrder } from '#device/outbox-order';
import { perCustomerAtom } from '../account/per-customer-atom.ts';
import { orderAtom } from './checkout.ts';
import { lastOrderAtom, openedOrderAtom } from './last-order.ts';
import { orderNotificationsAtom } from './outbox.ts';
import { isCancelled, outboxOrdersAtom, pendingOrdersAtom } from './outbox-orders.ts';

/** The last press of 'Bayar': whether its order is on its way now, and what became of it. */
export interface Payment {
  sending: boolean;
  /** Nothing has left yet: there may be something to ask. */
  asking?: boolean;
  entry?: OutboxOrder;
  /** The session it was sent with. */
  token?: string;
  /** Nothing could be written to this device, so nothing was sent either. */
  notKept?: boolean;
  /** Whether the host knows keys, so that sending the very same order again can never make a second one. */
  isSafeToRepeat?: boolean;
}

export const paymentAtom = perCustomerAtom<Payment>({ sending: false });

/**
 * The outbox order of the last press as the device knows it now, since it may have gone on by itself after the press
 * ended. After a reload, which forgets the press, an accepted order with the same contents counts as pressed until the
 * customer has dismissed it.
 */
export const pressedOrderAtom = atom((get) => {
  const { entry } = get(paymentAtom);
  const order = get(orderAtom);
  const isPressed = ({ id, body }: OutboxOrder) =>
    entry ? id === entry.id : id === get(lastOrderAtom)?.id && order && body === canonical(order);
  return get(outboxOrdersAtom).find(isPressed) ?? entry;
});

/**
 * The very order that would be paid now, if the payment screen shows it already (as waiting, accepted or at new
 * prices): then dealing with that comes before paying.
 */
export const alreadyShownAtom = atom((get) => {
  const order = get(orderAtom);
  const pressed = get(pressedOrderAtom);
  const shown = pressed
    ? [pressed].filter(
        (entry) => entry.state === 'quote_changed' || (entry.state === 'accepted' && !isCancelled(entry)),
      )
    : get(pendingOrdersAtom).filter(({ state }) => state !== 'refused');
  return order && shown.find(({ body }) => body === canonical(order));
});

/**
 * Whether an accepted order is what the payment screen would pay now, so that it ends as after a press (decision O8);
 * then it is the order that is shown in full.
 */
export const endPaymentAtom = atom(null, (get, set, pathname: string, { id, state, body }: OutboxOrder): boolean => {
  if (pathname !== '/carts/payment' || state !== 'accepted' || get(paymentAtom).sending) return false;
  const order = get(orderAtom);
  if (!order || body !== canonical(order)) return false;
  set(openedOrderAtom, id);
  return true;
});

/**
 * Takes what there is to say of orders that were sent automatically, each as it is now: another tab may have gone on with
 * it since. What a press of 'Bayar' has said already is left out. `isPaid`: one of them ends the payment
 * (`endPaymentAtom`).
 */
export const takeOrderNotificationsAtom = atom(null, (get, set, pathname: string) => {
  const heard = get(orderNotificationsAtom);
  const notifications = get(outboxOrdersAtom).filter(
    ({ id }) => id !== get(openedOrderAtom) && heard.some((one) => one.id === id),
  );
  set(orderNotificationsAtom, []);
  const others = notifications.filter((entry) => !set(endPaymentAtom, pathname, entry));
  return { isPaid: others.length < notifications.length, notifications: others };
});
