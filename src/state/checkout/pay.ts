/** What 'Bayar' and agreeing to new prices do; their state, which other modules read, is in `payment.ts`. */
import { atom, type Setter } from 'jotai';
import { canonical } from '#core/canonical';
import type { Order, PlacedOrder, Quote, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { hasKedaiCapabilities } from '#device/capabilities';
import { agreeToAge, cancel, deliver } from '#device/outbox';
import { canCancel, isOpen, type OutboxOrder } from '#device/outbox-order';
import { storeOutboxOrder } from '#device/outbox-store';
import { ordersAtom } from '../account/private-lists.ts';
import { customerAtom, sessionAtom } from '../account/session.ts';
import { repriceAtom } from '../cart/cart.ts';
import { menuAtom } from '../catalogue/catalogue.ts';
import { deviceFailureAtom, type Failure } from '../storage/stored-atom.ts';
import { orderAtom } from './checkout.ts';
import { agreedFeesAtom, handoverAtom } from './handover.ts';
import { openedOrderAtom } from './last-order.ts';
import { inSight, readOutboxAtom } from './outbox.ts';
import { isCancelled, outboxOrdersAtom } from './outbox-orders.ts';
import { type Payment, paymentAtom } from './payment.ts';

/** What only the customer can decide on the way; each resolves with whether to go on. */
export interface PaymentQuestions {
  /** The very same order was accepted a moment ago (decision O8). */
  confirmRepeat: (accepted: PlacedOrder | undefined) => Promise<boolean>;
  /** An order with other contents still waits here: whether it makes way for this one; undefined: none goes now. */
  replace: (waiting: OutboxOrder) => Promise<boolean | undefined>;
  /**
   * Tells that the order to be replaced has been accepted already, or that nobody knows yet; the new one was not sent.
   */
  stays: (state: OutboxOrder['state']) => Promise<void>;
  /** It may have arrived, and this host could make a second one of it (decision O2). */
  sendAgain: () => Promise<boolean>;
}

/**
 * Keeps the order and sends it (decision O2), and waits for `lead` when the shop has taken it. Nothing is sent when one
 * is already on its way, the customer decided so, or this device could not keep it.
 */
export const payAtom = atom(null, async (get, set, order: Order, ask: PaymentQuestions, lead: () => Promise<void>) => {
  const session = get(sessionAtom);
  if (!session || get(paymentAtom).sending) return;
  const customer = customerOf(session);
  const before = get(paymentAtom);
  set(paymentAtom, { sending: true, asking: true }, customer);

  let kept: OutboxOrder;
  try {
    await set(readOutboxAtom);
    // Before the new one is kept: it may turn out that the old one has arrived.
    const wanted =
      (await makesWay(set, get(outboxOrdersAtom), order, ask)) &&
      // Whoever logged out meanwhile has not agreed to anything.
      get(customerAtom) === customer &&
      (await previousIfSame(session, order, ask, ({ id }) =>
        get(outboxOrdersAtom).some((entry) => entry.id === id && isCancelled(entry)),
      ));
    if (!wanted) {
      await set(readOutboxAtom);
      set(paymentAtom, before, customer);
      return;
    }
    kept = wanted;
    set(deviceFailureAtom, undefined);
    set(paymentAtom, { sending: true }, customer);
  } catch (failure) {
    console.error('Order not kept', failure);
    set(deviceFailureAtom, failure as Failure);
    set(paymentAtom, { sending: false, notKept: true }, customer);
    return;
  }

  let entry = await delivered(kept, inSight(set, deliver(kept.id), kept.id));
  const isSafeToRepeat = await hasKedaiCapabilities();
  const mayDouble = kept.everSent && !isSafeToRepeat;
  if (entry.state === 'unsure' && mayDouble && (await ask.sendAgain())) {
    entry = await delivered(kept, inSight(set, deliver(kept.id, { agreed: true }), kept.id));
  } else if (entry.state === 'too_old' && (!mayDouble || (await ask.sendAgain()))) {
    // Pressing 'Bayar' now answers 'Masih mau?' with yes (decision O4).
    entry = await delivered(kept, inSight(set, agreeToAge(kept.id), kept.id));
  }
  // The worker, woken meanwhile, may have got an answer with an attempt of its own.
  entry = get(outboxOrdersAtom).find(({ id }) => id === kept.id) ?? entry;
  const ends = () => set(paymentAtom, { sending: false, entry, isSafeToRepeat, token: session.token }, customer);
  // The order's customer may have logged out meanwhile, and nobody else is told.
  if (get(customerAtom) !== customer || entry.state !== 'accepted') return ends();
  set(openedOrderAtom, entry.id);
  void set(ordersAtom);
  // The next screen tells of it; until that stands, this one shows nothing new.
  return lead().finally(ends);
});

/**
 * The outbox order of this order; undefined when the very same one was accepted a moment ago, the shop has not cancelled
 * it since, and the customer wants no second.
 */
async function previousIfSame(
  session: Session,
  order: Order,
  ask: PaymentQuestions,
  isCancelledSince: (entry: OutboxOrder) => boolean,
): Promise<OutboxOrder | undefined> {
  let kept = await storeOutboxOrder(session, order);
  while (kept.state === 'accepted') {
    if (!isCancelledSince(kept) && !(await ask.confirmRepeat(kept.order))) return undefined;
    kept = await storeOutboxOrder(session, order, kept);
  }
  return kept;
}

/** Whether this order may go: what it takes the place of must be known to be gone (decision O8). */
async function makesWay(
  set: Setter,
  entries: readonly OutboxOrder[],
  order: Order,
  ask: PaymentQuestions,
): Promise<boolean> {
  // An order that is being cancelled may have arrived: until that is known, even the very same order would be a second
  // one (decision O3a).
  const takenBack = entries.filter((entry) => entry.cancelling && isOpen(entry));
  const others = entries.filter(({ body, cancelling }) => !cancelling && body !== canonical(order));
  // Paying for something else answers the question about new prices with no: agreed to later, it would be a second
  // order (fault F40).
  const unanswered = others.filter(({ state }) => state === 'quote_changed');
  for (const leaving of [...takenBack, ...unanswered]) {
    if (!(await isGone(set, leaving, ask))) return false;
  }
  for (const former of others.filter((entry) => isOpen(entry) && canCancel(entry))) {
    const replaced = await ask.replace(former);
    if (replaced === undefined || (replaced && !(await isGone(set, former, ask)))) return false;
  }
  return true;
}

/** Takes an order back that another one is to replace; says so when it exists already, or nobody knows yet. */
async function isGone(set: Setter, former: OutboxOrder, ask: Pick<PaymentQuestions, 'stays'>): Promise<boolean> {
  const { state } = await inSight(set, cancel(former.id), former.id);
  if (state !== 'cancelled') void ask.stays(state);
  return state === 'cancelled';
}

const delivered = (kept: OutboxOrder, delivery: Promise<OutboxOrder>): Promise<OutboxOrder> =>
  delivery.catch((failure) => {
    console.error('Answer not kept', failure);
    return { ...kept, everSent: true, state: 'unsure' };
  });

/**
 * Takes the shop's new prices and fee over (decision O5); resolves with the order as it is then. Undefined when the
 * order at the old prices exists after all, or may: then nothing else is ordered.
 */
export const agreeToQuoteAtom = atom(
  null,
  async (get, set, { lines, delivery_fee: fee }: Quote, ask: Pick<PaymentQuestions, 'stays'>) => {
    const before = get(paymentAtom);
    const session = get(sessionAtom);
    if (before.sending || !session) return undefined;
    const { entry: former } = before;
    const note = (payment: Payment) => set(paymentAtom, payment, customerOf(session));
    // Marked as being sent while the shop is asked, so that a second press does not agree twice.
    note({ ...before, sending: true, asking: true });
    try {
      if (former && !(await isGone(set, former, ask))) {
        note(before);
        return undefined;
      }
    } catch (failure) {
      console.error('Former order not closed', failure);
      note({ sending: false, notKept: true });
      return undefined;
    }
    const handover = get(handoverAtom);
    if (handover) set(agreedFeesAtom, new Map([...get(agreedFeesAtom), [handover.id, fee]]));
    void set(menuAtom);
    await set(repriceAtom, lines);
    note({ sending: false });
    return get(orderAtom);
  },
);
