/**
 * Orders on their way (decisions O2 to O6). Every attempt at an intent, from any tab or the worker, carries the same
 * bytes and, to a host that announced itself, the same `Idempotency-Key`; so however often it is sent, it is one order
 * there.
 */
import { type Order, type PlacedOrder, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { repricedOrder } from '#core/order';
import { getCategories, getOrders, meetHost, postOrder, voidOrder } from './api.ts';
import { backoffAfter, isDue } from './backoff.ts';
import { statusOf } from './failures.ts';
import { canCancel, type Intent, isTooOld, orderOf } from './intent.ts';
import { goesByItself, isOpen } from './intent-state.ts';
import { changeIntent, intentsOf, keepInPlaceOf, NoSuchIntent, resumed, settle } from './intents.ts';
import { areAlike, isAnothers, theOrderOf } from './order-lookup.ts';
import { outcomeOf } from './outcome.ts';
import { outboxName, platform, withLock } from './platform.ts';
import { wasSilent } from './reachability.ts';
import { read } from './store.ts';

/**
 * Sends one intent now, unless the shop has said when (`Retry-After`), and resolves with what became of it; one sender
 * at a time. 'stored' means that nothing left the phone. 'unsure' means that it may or may not have arrived: the
 * bundled server can be sent it again without harm; at a plain host it is looked up among the customer's orders, and
 * sent again only when the customer has `agreed` to that.
 */
export const deliver = (id: string, options: { agreed?: boolean } = {}): Promise<Intent> =>
  withLock(outboxName, async () => {
    const intent = await intentNow(id);
    // The shop may have asked not to be asked again yet (fault F5).
    return isDue(intent, { all: true }) ? (await deliverAlone(intent, options)).intent : intent;
  });

/**
 * Sends every intent of the customer that is due, one after the other, oldest first; `all` does not wait for the pause
 * after a failed attempt. Resolves with those whose state changed. Stops at the first that nobody answered.
 */
export async function deliverDue(options: { all?: boolean } = {}): Promise<Intent[]> {
  const { auth: session } = await read({ auth: Session });
  if (!session) return [];
  const changed: Intent[] = [];
  for (const intent of (await intentsOf(session)).reverse()) {
    if (!goesByItself(intent) || !isDue(intent, options)) continue;
    try {
      // The lock is held for one order, not for a queue of them.
      const { before, intent: after, answered } = await withLock(outboxName, () => deliverIfDue(intent.id, options));
      if (after.state !== before) changed.push(after);
      if (!answered) break;
    } catch (failure) {
      // The next orders must not wait because this one was deleted.
      if (!(failure instanceof NoSuchIntent)) throw failure;
      console.warn('An order is not here any more', failure);
    }
  }
  return changed;
}

/** Delivers an intent if it is still due: whoever held the lock before may have sent it, and reports that itself. */
async function deliverIfDue(id: string, options: { all?: boolean }): Promise<Delivery & { before: Intent['state'] }> {
  const intent = await intentNow(id);
  const { state: before } = intent;
  if (goesByItself(intent) && isDue(intent, options)) return { before, ...(await deliverAlone(intent)) };
  return { before, intent, answered: !goesByItself(intent) };
}

interface Delivery {
  intent: Intent;
  /** False when nobody answered: what comes behind it need not try now. */
  answered: boolean;
}

async function deliverAlone(intent: Intent, { agreed = false } = {}): Promise<Delivery> {
  if (!isOpen(intent)) return { intent, answered: true };
  const { auth: session } = await read({ auth: Session });
  const { id } = intent;
  if (!session || customerOf(session) !== intent.customer) return parkUntilLogin(id, session);

  const { token } = session;
  const { everSent, cancelling } = intent;
  let keyed = intent.keyed ?? false;
  let posted = false;
  try {
    if (!everSent && !(await shopAnswers())) return await retryLater(intent, { answered: false });
    // A host that is another one by now does not know the key: every attempt would be a new order there.
    keyed = (await meetHost({ again: keyed })) && intent.keyed !== false;
    if (intent.keyed && !keyed) return await changeOpen(id, { keyed, cancelling: false, state: 'unsure' });
    if (cancelling) return await endAtShop(intent, token, { state: 'cancelled' });
    const asksFirst = isTooOld(intent) && !agreed;
    const listed = (asksFirst ? everSent : !keyed) ? (await getOrders(token)).items : [];
    const found = everSent && theOrderOf(id, listed, await intentsOf(session));
    if (found) return await settleAccepted(intent, found);
    if (asksFirst) return await changeOpen(id, { state: 'too_old' });
    if (everSent && !keyed && !agreed) return await retryLater(intent);

    const alike = keyed ? undefined : listed.filter((one) => areAlike(one, orderOf(intent)));
    const { intent: left, changed } = await markSent(intent, token, {
      keyed,
      knownNumbers: alike?.map(({ order_number }) => order_number),
    });
    if (!changed) return { intent: left, answered: true };
    posted = true;
    const order = await postOrder(token, intent.body, keyed ? id : undefined);
    return await (!keyed && isAnothers(order, left) ? retryLater(left) : settleAccepted(left, order));
  } catch (failure) {
    return whatBecameOf(intent, session, failure, { posted, keyed });
  }
}

const intentNow = async (id: string) => (await changeIntent(id, () => undefined)).intent;

/** Changes an intent that is still on its way; a settled one stays as it is. */
const changeOpen = async (id: string, news: Partial<Intent>): Promise<Delivery> => ({
  intent: (await changeIntent(id, (intent) => (isOpen(intent) ? news : undefined))).intent,
  answered: true,
});

const settleAccepted = async (intent: Intent, answered: PlacedOrder): Promise<Delivery> => ({
  intent: await settle(intent.id, {
    state: 'accepted',
    order: whole(answered, orderOf(intent)),
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

/** Parks an intent until its customer's next login; if they have logged in anew since `asked`, it goes on at once. */
const parkUntilLogin = async (id: string, asked: Session | undefined): Promise<Delivery> => ({
  intent: (
    await changeIntent(id, (intent, session) => {
      if (!isOpen(intent)) return undefined;
      const isBack = session && customerOf(session) === intent.customer && session.token !== asked?.token;
      return isBack ? resumed(intent) : { state: 'needs_login' };
    })
  ).intent,
  answered: true,
});

/**
 * Ends an intent at the shop first, where an attempt may still come late: it names the order, or spends the key
 * (decision O3a).
 */
async function endAtShop(intent: Intent, token: string, end: Partial<Intent>): Promise<Delivery> {
  const { id } = intent;
  const order = await voidOrder(token, id);
  return order ? settleAccepted(intent, order) : { intent: await settle(id, end), answered: true };
}

/**
 * Whether the shop answers at all, before an order leaves for the first time: one that never left can be cancelled
 * without asking anybody.
 */
async function shopAnswers(): Promise<boolean> {
  if (!wasSilent()) return true;
  return getCategories({ fresh: true }).then(
    () => true,
    (failure: unknown) => statusOf(failure) !== undefined,
  );
}

/**
 * Notes that an intent leaves now, unless somebody else has sent, settled or taken it back since it was read, or its
 * customer has left: whoever notes it is the one who sends it, with or without locks.
 */
const markSent = (known: Intent, token: string, { keyed, knownNumbers }: Pick<Intent, 'keyed' | 'knownNumbers'>) =>
  changeIntent(known.id, (now, session) => {
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
  intent: Intent,
  session: Session,
  failure: unknown,
  sent: { posted: boolean; keyed: boolean },
): Promise<Delivery> {
  const { id, everSent } = intent;
  const outcome = outcomeOf(failure, sent);
  if (outcome.is !== 'refused') console.warn(`Order ${id} did not get through`, failure);
  switch (outcome.is) {
    case 'unknown':
      return retryLater(intent, outcome);
    case 'needs_login':
      return parkUntilLogin(id, session);
    case 'voided':
      return {
        intent: await settle(id, { state: (await intentNow(id)).refusing ? 'refused' : 'cancelled' }),
        answered: true,
      };
    case 'quote_changed':
      return { intent: await settle(id, { state: 'quote_changed', quote: outcome.quote }), answered: true };
  }
  console.error(`The shop refused order ${id}`, failure);
  const { reason, code } = outcome;
  const refused = { state: 'refused', reason, code } as const;
  try {
    // Only this attempt was refused: another may have arrived, or may still.
    if (sent.keyed) {
      await changeOpen(id, { refusing: true, reason, code });
      return await endAtShop(intent, session.token, refused);
    }
    if (everSent) {
      const { items: listed } = await getOrders(session.token);
      const found = theOrderOf(id, listed, await intentsOf(session));
      return await (found ? settleAccepted(intent, found) : retryLater(intent));
    }
  } catch (unknown) {
    return retryLater(intent, { answered: statusOf(unknown) !== undefined });
  }
  return { intent: await settle(id, refused), answered: true };
}

/** Leaves an intent waiting for its next attempt, after a pause: the only retry there is (decision O2). */
async function retryLater(
  { id, attempts }: Intent,
  { answered = true, wait = 0 }: { answered?: boolean; wait?: number | undefined } = {},
): Promise<Delivery> {
  const { intent } = await changeIntent(id, (kept) =>
    isOpen(kept)
      ? {
          state: kept.everSent ? 'unsure' : 'stored',
          // Never lower than it is: by this number senders notice that another one was faster (`markSent`).
          attempts: Math.max(kept.attempts, attempts + 1),
          ...backoffAfter(attempts, wait),
        }
      : undefined,
  );
  return { intent, answered };
}

/** 'Masih mau?' was answered with yes: the order keeps its key and is young again (decisions O3a, O4). */
export async function agreeToAge(id: string): Promise<Intent> {
  // Only if it is still too old: an order that another tab has sent meanwhile is not sent again.
  const { changed: agreed } = await changeIntent(id, (intent) =>
    intent.state === 'too_old' ? { ...resumed(intent), agreedAt: platform.now(), held: undefined } : undefined,
  );
  return deliver(id, { agreed });
}

/**
 * The new prices are taken: an order of its own, with what can still be had; the old intent is closed in the same
 * transaction, and before that at the shop, where an attempt of it may still come late. Resolves with the order that
 * stands now: the new one, the very same one where that was accepted since the old one was made, the old one if it
 * exists after all or nobody knows yet, or undefined when nothing is left or it was agreed to before.
 */
export async function agreeToQuote(session: Session, id: string): Promise<Intent | undefined> {
  const intent = await intentNow(id);
  if (intent.state !== 'quote_changed' || !intent.quote) return undefined;
  if (intent.keyed) {
    try {
      const late = await voidOrder(session.token, id);
      if (late) return (await settleAccepted(intent, late)).intent;
    } catch (failure) {
      console.warn(`Order ${id} may still come`, failure);
      return intent;
    }
  }
  const order = repricedOrder(orderOf(intent), intent.quote);
  if (order.order_items.length === 0) {
    await settle(id, { state: 'cancelled' });
    return undefined;
  }
  const next = await keepInPlaceOf(id, session, order);
  return next && deliver(next.id);
}

/**
 * Takes an order back. What never left is gone at once; what may have arrived is asked for at the shop, which either
 * names the order or spends its key (decision O3a). Resolves with the intent: 'cancelled', 'accepted' because it
 * exists, or still waiting for the shop's word. At a plain host what was sent cannot be taken back: it stays as it is.
 */
export const cancel = (id: string): Promise<Intent> =>
  withLock(outboxName, async () => {
    const { intent } = await changeIntent(id, (kept) => {
      if (!canCancel(kept)) return undefined;
      if (!kept.everSent || !kept.keyed) return { state: 'cancelled', settledAt: platform.now() };
      return { cancelling: true, state: 'unsure' };
    });
    return intent.cancelling ? (await deliverAlone(intent)).intent : intent;
  });

/** What became of it was read: a refusal may go, an accepted order need not be shown by itself any more. */
export const dismiss = async (id: string): Promise<Intent> =>
  (
    await changeIntent(id, ({ state }) =>
      state === 'refused' ? { state: 'cancelled' } : state === 'accepted' ? { read: true } : undefined,
    )
  ).intent;
