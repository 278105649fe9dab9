/**
 * Orders on their way (decisions O2 to O6). Every attempt at an outbox order, from any tab or the worker, carries the
 * same bytes and, to a host that announced itself, the same `Idempotency-Key`; so however often it is sent, it is one
 * order there.
 */
import { type Order, type PlacedOrder, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { repricedOrder } from '#core/order';
import { detectCapabilities, getCategories, getOrders, postOrder, voidOrder } from './api.ts';
import { backoffAfter, isDue } from './backoff.ts';
import { statusOf } from './failures.ts';
import { areAlike, isAnothers, theOrderOf } from './order-lookup.ts';
import { canCancel, isAutoRetried, isOpen, isTooOld, type OutboxOrder, orderOf } from './outbox-order.ts';
import {
  changeOutboxOrder,
  NoSuchOutboxOrder,
  outboxOrdersOf,
  replaceOutboxOrder,
  resumed,
  settle,
} from './outbox-store.ts';
import { outcomeOf } from './outcome.ts';
import { outboxName, platform, withLock } from './platform.ts';
import { wasUnanswered } from './reachability.ts';
import { read } from './store.ts';

/**
 * Sends one outbox order now, unless the shop has said when (`Retry-After`), and resolves with what became of it; one
 * sender at a time. 'stored' means that nothing left the phone. 'unsure' means that it may or may not have arrived: the
 * bundled server can be sent it again without harm; at a plain host it is looked up among the customer's orders, and
 * sent again only when the customer has `agreed` to that.
 */
export const deliver = (id: string, options: { agreed?: boolean } = {}): Promise<OutboxOrder> =>
  withLock(outboxName, async () => {
    const entry = await readOutboxOrder(id);
    // The shop may have asked not to be asked again yet (fault F5).
    return isDue(entry, { all: true }) ? (await deliverAlone(entry, options)).entry : entry;
  });

/**
 * Sends every outbox order of the customer that is due, one after the other, oldest first; `all` does not wait for the
 * pause after a failed attempt. Resolves with those whose state changed. Stops at the first that nobody answered.
 */
export async function deliverDue(options: { all?: boolean } = {}): Promise<OutboxOrder[]> {
  const { auth: session } = await read({ auth: Session });
  if (!session) return [];
  const changed: OutboxOrder[] = [];
  for (const entry of (await outboxOrdersOf(session)).reverse()) {
    if (!isAutoRetried(entry) || !isDue(entry, options)) continue;
    try {
      // The lock is held for one order, not for a queue of them.
      const { before, entry: after, answered } = await withLock(outboxName, () => deliverIfDue(entry.id, options));
      if (after.state !== before) changed.push(after);
      if (!answered) break;
    } catch (failure) {
      // The next orders must not wait because this one was deleted.
      if (!(failure instanceof NoSuchOutboxOrder)) throw failure;
      console.warn('An order is not here any more', failure);
    }
  }
  return changed;
}

/**
 * Delivers an outbox order if it is still due: whoever held the lock before may have sent it, and reports that itself.
 */
async function deliverIfDue(
  id: string,
  options: { all?: boolean },
): Promise<Delivery & { before: OutboxOrder['state'] }> {
  const entry = await readOutboxOrder(id);
  const { state: before } = entry;
  if (isAutoRetried(entry) && isDue(entry, options)) return { before, ...(await deliverAlone(entry)) };
  return { before, entry, answered: !isAutoRetried(entry) };
}

interface Delivery {
  entry: OutboxOrder;
  /** False when nobody answered: what comes behind it need not try now. */
  answered: boolean;
}

async function deliverAlone(entry: OutboxOrder, { agreed = false } = {}): Promise<Delivery> {
  if (!isOpen(entry)) return { entry, answered: true };
  const { auth: session } = await read({ auth: Session });
  const { id } = entry;
  if (!session || customerOf(session) !== entry.customer) return parkUntilLogin(id, session);

  const { token } = session;
  const { everSent, cancelling } = entry;
  let keyed = entry.keyed ?? false;
  let posted = false;
  try {
    if (!everSent && !(await shopAnswers())) return await retryLater(entry, { answered: false });
    // A host that is another one by now does not know the key: every attempt would be a new order there.
    keyed = (await detectCapabilities({ refresh: keyed })) && entry.keyed !== false;
    if (entry.keyed && !keyed) return await changeOpen(id, { keyed, cancelling: false, state: 'unsure' });
    if (cancelling) return await endAtShop(entry, token, { state: 'cancelled' });
    const asksFirst = isTooOld(entry) && !agreed;
    const listed = (asksFirst ? everSent : !keyed) ? await getOrders(token) : [];
    const found = everSent && theOrderOf(id, listed, await outboxOrdersOf(session));
    if (found) return await settleAccepted(entry, found);
    if (asksFirst) return await changeOpen(id, { state: 'too_old' });
    if (everSent && !keyed && !agreed) return await retryLater(entry);

    const alike = keyed ? undefined : listed.filter((one) => areAlike(one, orderOf(entry)));
    const { entry: left, changed } = await markSent(entry, token, {
      keyed,
      knownNumbers: alike?.map(({ order_number }) => order_number),
    });
    if (!changed) return { entry: left, answered: true };
    posted = true;
    const order = await postOrder(token, entry.body, keyed ? id : undefined);
    return await (!keyed && isAnothers(order, left) ? retryLater(left) : settleAccepted(left, order));
  } catch (failure) {
    return whatBecameOf(entry, session, failure, { posted, keyed });
  }
}

const readOutboxOrder = async (id: string) => (await changeOutboxOrder(id, () => undefined)).entry;

/** Changes an outbox order that is still on its way; a settled one stays as it is. */
const changeOpen = async (id: string, news: Partial<OutboxOrder>): Promise<Delivery> => ({
  entry: (await changeOutboxOrder(id, (entry) => (isOpen(entry) ? news : undefined))).entry,
  answered: true,
});

const settleAccepted = async (entry: OutboxOrder, answered: PlacedOrder): Promise<Delivery> => ({
  entry: await settle(entry.id, {
    state: 'accepted',
    order: whole(answered, orderOf(entry)),
  }),
  answered: true,
});

/** A plain host may answer with little more than a number: the rest is what was sent. */
const whole = (answered: PlacedOrder, { totalQty, totalShopping, paymentMethod, delivery_address }: Order) => ({
  ...answered,
  totalQty: answered.totalQty || totalQty,
  totalShopping: answered.totalShopping || totalShopping,
  paymentMethod: answered.paymentMethod ?? paymentMethod,
  delivery_address: answered.delivery_address ?? delivery_address,
});

/**
 * Parks an outbox order until its customer's next login; if they have logged in anew since `asked`, it goes on at once.
 */
const parkUntilLogin = async (id: string, asked: Session | undefined): Promise<Delivery> => ({
  entry: (
    await changeOutboxOrder(id, (entry, session) => {
      if (!isOpen(entry)) return undefined;
      const isBack = session && customerOf(session) === entry.customer && session.token !== asked?.token;
      return isBack ? resumed(entry) : { state: 'needs_login' };
    })
  ).entry,
  answered: true,
});

/**
 * Ends an outbox order at the shop first, where an attempt may still come late: it names the order, or spends the key
 * (decision O3a).
 */
async function endAtShop(entry: OutboxOrder, token: string, end: Partial<OutboxOrder>): Promise<Delivery> {
  const { id } = entry;
  const order = await voidOrder(token, id);
  return order ? settleAccepted(entry, order) : { entry: await settle(id, end), answered: true };
}

/**
 * Whether the shop answers at all, before an order leaves for the first time: one that never left can be cancelled
 * without asking anybody.
 */
async function shopAnswers(): Promise<boolean> {
  if (!wasUnanswered()) return true;
  return getCategories({ fresh: true }).then(
    () => true,
    (failure: unknown) => statusOf(failure) !== undefined,
  );
}

/**
 * Notes that an outbox order leaves now, unless somebody else has sent, settled or taken it back since it was read, or
 * its customer has left: whoever notes it is the one who sends it, with or without locks.
 */
const markSent = (
  known: OutboxOrder,
  token: string,
  { keyed, knownNumbers }: Pick<OutboxOrder, 'keyed' | 'knownNumbers'>,
) =>
  changeOutboxOrder(known.id, (now, session) => {
    const untouched = isOpen(now) && !now.cancelling && now.attempts === known.attempts;
    if (!untouched || session?.token !== token) return undefined;
    // From here on nobody knows until somebody answers.
    return {
      state: 'unsure',
      everSent: true,
      keyed,
      attempts: now.attempts + 1,
      ...(knownNumbers && { knownNumbers, resent: known.everSent }),
    };
  });

async function whatBecameOf(
  entry: OutboxOrder,
  session: Session,
  failure: unknown,
  sent: { posted: boolean; keyed: boolean },
): Promise<Delivery> {
  const { id, everSent } = entry;
  const outcome = outcomeOf(failure, sent);
  if (outcome.is !== 'refused') console.warn(`Order ${id} did not get through`, failure);
  switch (outcome.is) {
    case 'unknown':
      return retryLater(entry, outcome);
    case 'needs_login':
      return parkUntilLogin(id, session);
    case 'voided':
      return {
        entry: await settle(id, { state: (await readOutboxOrder(id)).refusing ? 'refused' : 'cancelled' }),
        answered: true,
      };
    case 'quote_changed':
      return { entry: await settle(id, { state: 'quote_changed', quote: outcome.quote }), answered: true };
  }
  console.error(`The shop refused order ${id}`, failure);
  const { reason, code } = outcome;
  const refused = { state: 'refused', reason, code } as const;
  try {
    // Only this attempt was refused: another may have arrived, or may still.
    if (sent.keyed) {
      await changeOpen(id, { refusing: true, reason, code });
      return await endAtShop(entry, session.token, refused);
    }
    if (everSent) {
      const found = theOrderOf(id, await getOrders(session.token), await outboxOrdersOf(session));
      return await (found ? settleAccepted(entry, found) : retryLater(entry));
    }
  } catch (unknown) {
    return retryLater(entry, { answered: statusOf(unknown) !== undefined });
  }
  return { entry: await settle(id, refused), answered: true };
}

/** Leaves an outbox order waiting for its next attempt, after a pause: the only retry there is (decision O2). */
async function retryLater(
  { id, attempts }: OutboxOrder,
  { answered = true, wait = 0 }: { answered?: boolean; wait?: number | undefined } = {},
): Promise<Delivery> {
  const { entry } = await changeOutboxOrder(id, (kept) =>
    isOpen(kept)
      ? {
          state: kept.everSent ? 'unsure' : 'stored',
          // Never lower than it is: by this number senders notice that another one was faster (`markSent`).
          attempts: Math.max(kept.attempts, attempts + 1),
          ...backoffAfter(attempts, wait),
        }
      : undefined,
  );
  return { entry, answered };
}

/** 'Masih mau?' was answered with yes: the order keeps its key and is young again (decisions O3a, O4). */
export async function agreeToAge(id: string): Promise<OutboxOrder> {
  // Only if it is still too old: an order that another tab has sent meanwhile is not sent again.
  const { changed: agreed } = await changeOutboxOrder(id, (entry) =>
    entry.state === 'too_old' ? { ...resumed(entry), agreedAt: platform.now(), held: undefined } : undefined,
  );
  return deliver(id, { agreed });
}

/**
 * The new prices are taken: an order of its own, with what can still be had; the old outbox order is closed in the same
 * transaction, and before that at the shop, where an attempt of it may still come late. Resolves with the order that
 * stands now: the new one, the very same one where that was accepted since the old one was made, the old one if it
 * exists after all or nobody knows yet, or undefined when nothing is left or it was agreed to before.
 */
export async function agreeToQuote(session: Session, id: string): Promise<OutboxOrder | undefined> {
  const entry = await readOutboxOrder(id);
  if (entry.state !== 'quote_changed' || !entry.quote) return undefined;
  if (entry.keyed) {
    try {
      const late = await voidOrder(session.token, id);
      if (late) return (await settleAccepted(entry, late)).entry;
    } catch (failure) {
      console.warn(`Order ${id} may still come`, failure);
      return entry;
    }
  }
  const order = repricedOrder(orderOf(entry), entry.quote);
  if (order.order_items.length === 0) {
    await settle(id, { state: 'cancelled' });
    return undefined;
  }
  const next = await replaceOutboxOrder(id, session, order);
  return next && deliver(next.id);
}

/**
 * Takes an order back. What never left is gone at once; what may have arrived is asked for at the shop, which either
 * names the order or spends its key (decision O3a). Resolves with the outbox order: 'cancelled', 'accepted' because it
 * exists, or still waiting for the shop's word. At a plain host what was sent cannot be taken back: it stays as it is.
 */
export const cancel = (id: string): Promise<OutboxOrder> =>
  withLock(outboxName, async () => {
    const { entry } = await changeOutboxOrder(id, (kept) => {
      if (!canCancel(kept)) return undefined;
      if (!kept.everSent || !kept.keyed) return { state: 'cancelled', settledAt: platform.now() };
      return { cancelling: true, state: 'unsure' };
    });
    return entry.cancelling ? (await deliverAlone(entry)).entry : entry;
  });

/** What became of it was read: a refusal may go, an accepted order need not be shown by itself any more. */
export const dismiss = async (id: string): Promise<OutboxOrder> =>
  (
    await changeOutboxOrder(id, ({ state }) =>
      state === 'refused' ? { state: 'cancelled' } : state === 'accepted' ? { read: true } : undefined,
    )
  ).entry;
