/**
 * Sends orders from the outbox (decisions O2 to O4). Every attempt, from any tab or the worker, sends the same bytes and, to a host that announced
 * itself, the same `Idempotency-Key`: however often an entry is sent, it is one order there.
 */
import { type Address, customerOf, Session } from '#core/contract';
import type { Order, PlacedOrder } from '#core/order-contract';
import { detectCapabilities, getCategories } from './api.ts';
import { backoffAfter, isDue, isHeld } from './backoff.ts';
import { statusOf } from './failures.ts';
import { outboxName, withLock } from './locks.ts';
import { getOrders, postOrder, voidOrder } from './order-calls.ts';
import { isTooOld, type OutboxOrder, orderOf } from './outbox-order.ts';
import { canCancel, isAutoRetried, isOpen, isSettled } from './outbox-states.ts';
import {
  changeOpen,
  changeOutboxOrder,
  NoSuchOutboxOrder,
  outboxOrdersOf,
  readOutboxOrder,
  resumed,
  settle,
} from './outbox-store.ts';
import { outcomeOf } from './outcome.ts';
import { platform } from './platform.ts';
import { learned } from './reachability.ts';
import { read } from './store.ts';

/**
 * One sender at a time. 'stored': never sent. 'unsure': it may have arrived; the bundled server makes one order of all attempts. At a plain host it
 * is searched among the customer's orders, and sent again only when the customer has just `agreed` to the risk of a second order.
 */
export const deliver = (id: string, options: { agreed?: boolean } = {}): Promise<OutboxOrder> =>
  withLock(outboxName, async () => {
    const entry = await readOutboxOrder(id);
    // The shop may have asked for a pause (fault F5).
    return isHeld(entry) ? entry : deliverAlone(entry, options);
  });

/** Oldest first; resolves with the entries whose state changed. Stops where there is no response, or a pause is asked for; `all` ignores pauses. */
export async function deliverDue(options: { all?: boolean } = {}): Promise<OutboxOrder[]> {
  const { auth: session } = await read({ auth: Session });
  if (!session) return [];
  const isWanted = (entry: OutboxOrder) => isAutoRetried(entry) && isDue(entry, options);
  const changed: OutboxOrder[] = [];
  for (const { id } of (await outboxOrdersOf(session)).filter(isWanted).reverse()) {
    try {
      // The lock is held for one order, not for all of them.
      const after = await withLock(outboxName, async () => {
        const before = await readOutboxOrder(id);
        // The previous holder of the lock may have sent it, and reports that itself.
        if (!isWanted(before)) return before;
        const after = await deliverAlone(before);
        if (after.state !== before.state) changed.push(after);
        return after;
      });
      if (learned.isUnanswered || isHeld(after)) break;
    } catch (failure) {
      // The next orders must not wait because this one was deleted.
      if (!(failure instanceof NoSuchOutboxOrder)) throw failure;
      console.warn('An order is no longer on this device', failure);
    }
  }
  return changed;
}

async function deliverAlone(entry: OutboxOrder, { agreed = false } = {}): Promise<OutboxOrder> {
  if (!isOpen(entry)) return entry;
  const { auth: session } = await read({ auth: Session });
  const { id } = entry;
  if (!session || customerOf(session) !== entry.customer) return parkUntilLogin(id, session);

  const { token } = session;
  const { everSent, cancelling } = entry;
  let keyed = entry.keyed ?? false;
  let posted = false;
  try {
    if (!everSent && !(await shopAnswers())) return await retryLater(entry);
    // If the API has moved to another host, that host does not know the key: every attempt would be a new order.
    keyed = (await detectCapabilities({ refresh: keyed })) && entry.keyed !== false;
    if (entry.keyed && !keyed) return await changeOpen(id, () => ({ keyed, cancelling: false, state: 'unsure' }));
    if (cancelling) return await endAtShop(entry, token, { state: 'cancelled' });
    const asksFirst = isTooOld(entry) && !agreed;
    const listed = (asksFirst ? everSent : !keyed) ? (await getOrders(token)).items : [];
    const found = everSent && theOrderOf(id, listed, await outboxOrdersOf(session));
    if (found) return await settleAccepted(entry, found);
    if (asksFirst) return await changeOpen(id, () => ({ state: 'too_old' }));
    if (everSent && !keyed && !agreed) return await retryLater(entry);

    const knownNumbers = keyed ? undefined : listed.map(({ order_number }) => order_number);
    const { entry: left, isMine } = await markSent(entry, token, { keyed, knownNumbers });
    if (!isMine) return left;
    posted = true;
    const order = await postOrder(token, entry.body, keyed ? id : undefined, entry.repeatAgreed);
    return await (!keyed && isAnothers(order, left) ? retryLater(left) : settleAccepted(left, order));
  } catch (failure) {
    return settleFailure(entry, session, failure, { posted, keyed });
  }
}

export const settleAccepted = (entry: OutboxOrder, answered: PlacedOrder): Promise<OutboxOrder> =>
  settle(entry.id, { state: 'accepted', order: completed(answered, orderOf(entry)) });

/** A plain host may send little more than a number: the other fields are taken from the order. */
const completed = (
  answered: PlacedOrder,
  { totalQty, subTotal, totalShopping, paymentMethod, delivery_address }: Order,
) => ({
  ...answered,
  totalQty: answered.totalQty || totalQty,
  subTotal: answered.subTotal ?? subTotal,
  totalShopping: answered.totalShopping || totalShopping,
  paymentMethod: answered.paymentMethod ?? paymentMethod,
  delivery_address: answered.delivery_address ?? delivery_address,
});

/** If the customer has a newer session than `asked`, it is sent again at once. */
const parkUntilLogin = (id: string, asked: Session | undefined) =>
  changeOpen(id, (entry, session) => {
    const isBack = session && customerOf(session) === entry.customer && session.token !== asked?.token;
    return isBack ? resumed(entry) : { state: 'needs_login' };
  });

/** An earlier attempt may still arrive at the shop: it returns the order, or spends the key (decision O3a). */
async function endAtShop(entry: OutboxOrder, token: string, changes: Partial<OutboxOrder>): Promise<OutboxOrder> {
  const order = await voidOrder(token, entry.id);
  return order ? settleAccepted(entry, order) : settle(entry.id, changes);
}

/** Checked before the first sending: an order that was never sent can be cancelled without the shop. */
async function shopAnswers(): Promise<boolean> {
  if (!learned.isUnanswered) return true;
  return getCategories({ noCache: true }).then(
    () => true,
    (failure: unknown) => statusOf(failure) !== undefined,
  );
}

/**
 * Marks nothing if another tab has sent, settled or cancelled it since it was read, or its customer has logged out. The tab that records it is the
 * sender (`isMine`), with or without locks.
 */
async function markSent(
  known: OutboxOrder,
  token: string,
  { keyed, knownNumbers }: Pick<OutboxOrder, 'keyed' | 'knownNumbers'>,
): Promise<{ entry: OutboxOrder; isMine: boolean }> {
  let isMine = false;
  const entry = await changeOutboxOrder(known.id, (now, session) => {
    isMine = isOpen(now) && !now.cancelling && now.attempts === known.attempts && session?.token === token;
    if (!isMine) return undefined;
    // Its outcome is unknown until there is a response.
    return {
      state: 'unsure',
      everSent: true,
      keyed,
      attempts: now.attempts + 1,
      ...(knownNumbers && { knownNumbers, resent: known.everSent }),
    };
  });
  return { entry, isMine };
}

async function settleFailure(
  entry: OutboxOrder,
  session: Session,
  failure: unknown,
  sent: { posted: boolean; keyed: boolean },
): Promise<OutboxOrder> {
  const { id, everSent } = entry;
  const outcome = outcomeOf(failure, sent);
  if (outcome.is !== 'refused') console.warn(`Order ${id} did not get through`, failure);
  switch (outcome.is) {
    case 'unknown':
      return retryLater(entry, outcome.wait);
    case 'needs_login':
      return parkUntilLogin(id, session);
    case 'voided':
      return settle(id, { state: (await readOutboxOrder(id)).refusing ? 'refused' : 'cancelled' });
    case 'quote_changed':
      return changeOpen(id, () => ({ state: 'quote_changed', quote: outcome.quote }));
    case 'paused': {
      const paused = { until: platform.now() + outcome.wait, hasEnd: outcome.hasEnd };
      if (!entry.paused?.agreed || isTooOld(entry)) return changeOpen(id, () => ({ state: 'too_old', paused }));
      await changeOpen(id, () => ({ paused: { ...paused, agreed: true } }));
      return retryLater(entry, outcome.wait);
    }
    case 'repeated': {
      const { order_number, minutes } = outcome.repeated;
      const acceptedAt = platform.now() - minutes * 60_000;
      return changeOpen(id, () => ({ state: 'too_old', repeated: { order_number, acceptedAt } }));
    }
  }
  console.error(`The shop refused order ${id}`, failure);
  const { reason, code } = outcome;
  const refused = { state: 'refused', reason, code } as const;
  try {
    // Only this attempt was refused: another one may have arrived, or may still arrive.
    if (sent.keyed) {
      await changeOpen(id, () => ({ refusing: true, reason, code }));
      return await endAtShop(entry, session.token, refused);
    }
    if (everSent) {
      const { items: listed } = await getOrders(session.token);
      const found = theOrderOf(id, listed, await outboxOrdersOf(session));
      return await (found ? settleAccepted(entry, found) : retryLater(entry));
    }
  } catch {
    return retryLater(entry);
  }
  return settle(id, refused);
}

/** The only retry there is (decision O4). */
const retryLater = ({ id, attempts }: OutboxOrder, wait?: number) =>
  changeOpen(id, (stored) => ({
    state: stored.everSent ? 'unsure' : 'stored',
    // Never lower than before: a sender compares this number to detect that another one was faster (`markSent`).
    attempts: Math.max(stored.attempts, attempts + 1),
    ...backoffAfter(attempts, wait),
  }));

/** A host may leave the name out, or trim it. */
const isFor = ({ delivery_address }: PlacedOrder, { fullName }: Address) =>
  (delivery_address?.fullName || fullName).trim() === fullName.trim();

/** At a host without keys: it existed before, or is for another person. Without a number nothing says so. */
const isAnothers = (answered: PlacedOrder, entry: OutboxOrder) =>
  (answered.order_number !== '' && entry.knownNumbers?.includes(answered.order_number)) ||
  !isFor(answered, orderOf(entry).delivery_address);

/** By what every host lists (specification §3). */
const areAlike = (listed: PlacedOrder, { totalShopping, totalQty, delivery_address }: Order) =>
  listed.totalShopping === totalShopping && listed.totalQty === totalQty && isFor(listed, delivery_address);

/**
 * By its key. Without one only if it is the only similar order that did not exist before the entry was sent, belongs to no other entry, and cannot
 * result from another sent one. `all`: the customer's entries, read after the list.
 */
export function theOrderOf(id: string, listed: PlacedOrder[], all: readonly OutboxOrder[]): PlacedOrder | undefined {
  const named = listed.find(({ client_ref }) => client_ref === id);
  // Taken from `all`: a login or logout may have added the numbers of deleted entries (`withoutOutboxOrders`).
  const entry = all.find((one) => one.id === id);
  if (named || !entry?.knownNumbers) return named;
  const order = orderOf(entry);
  const others = all.filter((other) => other.id !== id);
  const rivals = others.some((other) => {
    if ((isSettled(other) && !other.resent) || !other.everSent || other.keyed) return false;
    const { totalShopping, totalQty } = orderOf(other);
    return totalShopping === order.totalShopping && totalQty === order.totalQty;
  });
  if (rivals) return undefined;
  const taken = new Set([...entry.knownNumbers, ...others.map(({ order }) => order?.order_number)]);
  const candidates = listed.filter((one) => !taken.has(one.order_number) && areAlike(one, order));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * An entry that may have arrived is ended by the shop, which returns the order or spends its key (decision O3a): 'cancelled', 'accepted', or still
 * without a response. At a plain host an order that was sent stays as it is.
 */
export const cancel = (id: string): Promise<OutboxOrder> =>
  withLock(outboxName, async () => {
    const entry = await changeOutboxOrder(id, (stored) => {
      if (!canCancel(stored)) return undefined;
      if (!stored.everSent || !stored.keyed) return { state: 'cancelled', settledAt: platform.now() };
      return { cancelling: true, state: 'unsure' };
    });
    return entry.cancelling ? deliverAlone(entry) : entry;
  });
