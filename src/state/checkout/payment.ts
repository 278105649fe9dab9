/** 'Bayar', and agreeing to new prices on the payment screen (in the order list: `agreeToNewPricesAtom`); `paymentAtom` is in `stored-orders.ts`. */
import { atom, type Setter } from 'jotai';
import { canonical } from '#core/canonical';
import { customerOf, type Session } from '#core/contract';
import type { Quote } from '#core/failure';
import { repricedOrder, usualItems } from '#core/order';
import type { Order } from '#core/order-contract';
import { hasKedaiCapabilities } from '#device/capabilities';
import { type Known, storeOutboxOrder } from '#device/new-outbox-order';
import { cancel, deliver } from '#device/outbox';
import { agreeToRepeat, agreeToSend, closeQuoted } from '#device/outbox-decisions';
import { isPaused, type OutboxOrder, orderOf } from '#device/outbox-order';
import { canCancel, isAutoRetried, isOpen } from '#device/outbox-states';
import { ordersAtom } from '../account/private-lists.ts';
import { customerAtom, sessionAtom } from '../account/session.ts';
import { orderedAtom, repriceAtom } from '../cart/cart.ts';
import { choicesAtom, menuAtom } from '../catalogue/catalogue.ts';
import { deviceFailureAtom, type Failure } from '../storage/stored-atom.ts';
import { missingAtom, orderAtom } from './checkout.ts';
import { agreedFeesAtom, handoverAtom } from './handover.ts';
import { announceAtom, orderNotificationsAtom, readOutboxAtom, readOutboxDuring } from './outbox.ts';
import { isCancelledSince, lastAcceptedOrderAtom, openedOrderAtom, outboxOrdersAtom } from './outbox-orders.ts';
import { type Payment, paymentAtom, pendingOrdersAtom } from './stored-orders.ts';

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
        (entry) => entry.state === 'quote_changed' || (entry.state === 'accepted' && !isCancelledSince(entry)),
      )
    : get(pendingOrdersAtom).filter(({ state }) => state !== 'refused');
  return order && shown.find(({ body }) => body === canonical(order));
});

/**
 * Whether an accepted order equals the order on the payment screen, or has all that is in the cart, so that the payment ends as after a press
 * (decisions C5 and O8); then it is the order that is shown in full.
 */
export const endPaymentAtom = atom(null, (get, set, pathname: string, entry: OutboxOrder): boolean => {
  const { id, state, body, order: placed } = entry;
  if (pathname !== '/carts/payment' || state !== 'accepted' || get(paymentAtom).sending) return false;
  const order = get(orderAtom);
  const ordered = get(orderedAtom);
  const isInCart = ordered !== undefined && ordered.order === placed?.order_number;
  if (!isInCart && !(order && body === canonical(order))) return false;
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

/** Questions to the customer during a payment; each resolves with whether to continue. */
export interface PaymentQuestions {
  /**
   * The same lines were accepted a moment ago (decision O8): whether to order them again; undefined: not decided now.
   */
  confirmRepeat: (accepted: NonNullable<OutboxOrder['repeated']>) => Promise<boolean | undefined>;
  /** An order with other contents is still pending: whether this one replaces it; undefined: nothing is ordered now. */
  replace: (pending: OutboxOrder) => Promise<boolean | undefined>;
  /**
   * Notifies that the order to be replaced was accepted already, or that this is not known yet; the new one was not sent.
   */
  stays: (state: OutboxOrder['state']) => void;
  /** The order may have arrived, and sending it again could make a second one at this host (decision O2). */
  confirmResend: () => Promise<boolean>;
}

/**
 * Stores the order and sends it (decision O2); when the shop has accepted it, calls `lead` and waits for it. Nothing is
 * sent when another payment is running, the customer decided so, or this device could not store the order.
 */
export const payAtom = atom(null, async (get, set, order: Order, ask: PaymentQuestions, lead: () => Promise<void>) => {
  const session = get(sessionAtom);
  if (!session || get(paymentAtom).sending) return;
  const customer = customerOf(session);
  const before = get(paymentAtom);
  set(paymentAtom, { sending: true, asking: true }, customer);

  let stored: OutboxOrder;
  try {
    await set(readOutboxAtom);
    // Before the new one is stored: the old one may turn out to have arrived.
    const wantedToo = await mayBeSent(set, get(outboxOrdersAtom), order, ask);
    const wanted =
      wantedToo &&
      // A customer who has logged out in the meantime has not agreed to anything.
      get(customerAtom) === customer &&
      (await storedUnlessRepeated(session, order, ask, {
        wantedToo,
        isCancelledSince: ({ id }) => get(outboxOrdersAtom).some((entry) => entry.id === id && isCancelledSince(entry)),
        usual: usualItems(order, get(choicesAtom)?.options),
      }));
    if (!wanted) {
      await set(readOutboxAtom);
      set(paymentAtom, before, customer);
      return;
    }
    stored = wanted;
    set(deviceFailureAtom, undefined);
    set(paymentAtom, { sending: true }, customer);
  } catch (failure) {
    console.error('Order not stored', failure);
    set(deviceFailureAtom, failure as Failure);
    set(paymentAtom, { sending: false, notStored: true }, customer);
    return;
  }

  const { id, everSent } = stored;
  const attempt = (work: Promise<OutboxOrder>) =>
    readOutboxDuring(set, work, id).catch((failure: unknown): OutboxOrder => {
      console.error('Response not stored', failure);
      return { ...stored, everSent: true, state: 'unsure' };
    });
  let entry = await attempt(deliver(id));
  const mayDouble = everSent && !(await hasKedaiCapabilities());
  if (entry.state === 'unsure' && mayDouble && (await ask.confirmResend())) {
    entry = await attempt(deliver(id, { agreed: true }));
  } else if (
    entry.state === 'too_old' &&
    !entry.repeated &&
    !isPaused(entry) &&
    (!mayDouble || (await ask.confirmResend()))
  ) {
    // Pressing 'Bayar' now also confirms 'Masih mau?' (decision O4).
    entry = await attempt(agreeToSend(id));
  }
  const { state, repeated } = entry;
  if (state === 'too_old' && repeated) {
    const again = await ask.confirmRepeat(repeated);
    // Lines that were ordered on another device: where they are not ordered again, the order is cancelled.
    if (again !== undefined) entry = await attempt(again ? agreeToSend(id) : cancel(id));
  }
  // The worker may have sent the order in the meantime, and got a response.
  entry = get(outboxOrdersAtom).find((now) => now.id === id) ?? entry;
  const ends = () => set(paymentAtom, { sending: false, entry, token: session.token }, customer);
  // If the order's customer has logged out, its outcome must not be shown to another customer.
  if (get(customerAtom) !== customer) return ends();
  if (entry.state !== 'accepted') {
    ends();
    // For a customer who has left the payment screen.
    if (!isAutoRetried(entry)) set(announceAtom, [entry]);
    return;
  }
  set(openedOrderAtom, entry.id);
  void set(ordersAtom);
  // The next screen shows the outcome; until it is rendered, this one stays as it is.
  return lead().finally(ends);
});

/**
 * The outbox order of this order; undefined when the same lines were accepted recently, neither the shop nor the customer
 * has cancelled them since, and the customer does not want them again.
 */
async function storedUnlessRepeated(
  session: Session,
  order: Order,
  ask: PaymentQuestions,
  known: Known,
): Promise<OutboxOrder | undefined> {
  let stored = await storeOutboxOrder(session, order, known);
  while (stored.state === 'accepted') {
    const { order: { order_number = '' } = {}, settledAt: acceptedAt = 0 } = stored;
    if (!(await ask.confirmRepeat({ order_number, acceptedAt }))) return undefined;
    stored = await storeOutboxOrder(session, order, { ...known, repeatOf: stored });
  }
  return stored;
}

/**
 * Undefined when this order may not be sent: the orders that it replaces must be known to be cancelled (decision O8). Resolves
 * with the ids of those that are sent, too.
 */
async function mayBeSent(
  set: Setter,
  entries: readonly OutboxOrder[],
  order: Order,
  ask: PaymentQuestions,
): Promise<string[] | undefined> {
  // An order that is being cancelled may have arrived: until that is known, even the very same order would be a second
  // one (decision O3a).
  const beingCancelled = entries.filter((entry) => entry.cancelling && isOpen(entry));
  const others = entries.filter(({ body, cancelling }) => !cancelling && body !== canonical(order));
  // Paying for something else declines the new prices of an older order: agreed to later, it would be a second order
  // (fault F40).
  const unanswered = others.filter(({ state }) => state === 'quote_changed');
  for (const leaving of [...beingCancelled, ...unanswered]) {
    if (!(await cancelReplaced(set, leaving, ask))) return undefined;
  }
  const wantedToo: string[] = [];
  for (const former of others.filter((entry) => isOpen(entry) && canCancel(entry))) {
    const replaced = await ask.replace(former);
    if (replaced === undefined || (replaced && !(await cancelReplaced(set, former, ask)))) return undefined;
    if (replaced) continue;
    await agreeToRepeat(former.id);
    wantedToo.push(former.id);
  }
  return wantedToo;
}

/** Cancels an order that another one replaces; false when it was accepted or this is not known, which the customer sees. */
async function cancelReplaced(
  set: Setter,
  former: OutboxOrder,
  ask: Pick<PaymentQuestions, 'stays'>,
  close = cancel,
): Promise<boolean> {
  const { state } = await readOutboxDuring(set, close(former.id), former.id);
  if (state !== 'cancelled') ask.stays(state);
  return state === 'cancelled';
}

/**
 * Applies the shop's new prices and fee (decision O5); resolves with the order at these prices. Undefined when the order
 * at the old prices exists after all, or may exist: then nothing else is ordered.
 */
export const repriceCartAtom = atom(null, async (get, set, quote: Quote, ask: Pick<PaymentQuestions, 'stays'>) => {
  const before = get(paymentAtom);
  const session = get(sessionAtom);
  const { entry: former } = before;
  if (!session || !former) return undefined;
  const showPayment = (payment: Payment) => set(paymentAtom, payment, customerOf(session));
  // Marked as being sent while the shop is asked, so that a second press does not agree twice.
  showPayment({ ...before, sending: true, asking: true });
  try {
    if (!(await cancelReplaced(set, former, ask, (id) => closeQuoted(session, id)))) {
      showPayment(before);
      return undefined;
    }
  } catch (failure) {
    console.error('Former order not closed', failure);
    showPayment({ sending: false, notStored: true });
    return undefined;
  }
  const isUnchanged = canonical(get(orderAtom)) === former.body;
  const handover = get(handoverAtom);
  if (handover) set(agreedFeesAtom, new Map([...get(agreedFeesAtom), [handover.id, quote.delivery_fee]]));
  void set(menuAtom);
  await set(repriceAtom, quote.lines, former.usual);
  showPayment({ sending: false });
  const order = get(orderAtom);
  const agreed = repricedOrder(orderOf(former), quote);
  // Not the cart's: the menu with the new names of its choices comes later.
  return order && isUnchanged && agreed.order_items.length > 0
    ? { ...agreed, paymentMethod: order.paymentMethod }
    : order;
});
