/**
 * Stores orders, sends them, and does what their customers decide (decisions O2 to O6, O8, W12). Every attempt, from any tab or the worker, sends the
 * same bytes and, to a host that announced itself, the same `Idempotency-Key`: however often an entry is sent, it is one order there.
 */

import * as v from 'valibot';
import { canonical } from '#core/canonical';
import { type Address, customerOf, Session } from '#core/contract';
import { fingerprint, fingerprintOfLines, repeatWindow, repricedOrder } from '#core/order';
import type { Order, PlacedOrder } from '#core/order-contract';
import { detectCapabilities, getCategories } from './api.ts';
import { backoffAfter, heldFor, isDue, isHeld } from './backoff.ts';
import { statusOf } from './failures.ts';
import { outboxName, withLock } from './locks.ts';
import { getOrders, postOrder, voidOrder } from './order-calls.ts';
import { isTooOld, type OutboxOrder, orderOf } from './outbox-order.ts';
import { canCancel, isAutoRetried, isOpen, isSettled } from './outbox-states.ts';
import {
  changeOpen,
  changeOutboxOrder,
  keyOf,
  NoSuchOutboxOrder,
  newestFirst,
  outboxEntries,
  outboxOrdersOf,
  readOutboxOrder,
  resumed,
  settle,
  withoutOutboxOrders,
} from './outbox-store.ts';
import { outcomeOf } from './outcome.ts';
import { platform, randomId } from './platform.ts';
import { learned } from './reachability.ts';
import { change, read } from './store.ts';

/** Settled entries that stay (fault F44), for all customers together. */
const maxReceipts = 200;

const isRecent = ({ state, settledAt = 0 }: OutboxOrder, now: number) =>
  state === 'accepted' && Math.abs(now - settledAt) < repeatWindow;

const latestFirst = (one: OutboxOrder, other: OutboxOrder) => (other.settledAt ?? 0) - (one.settledAt ?? 0);

export interface Known {
  /** Accepted; the customer knows it and orders it again. */
  repeatOf?: OutboxOrder | undefined;
  /** The ids of orders on their way that the customer wants as well; they may be accepted by now. */
  wantedToo?: readonly string[];
  /** By the shop or its customer, after it was accepted. */
  isCancelledSince?: (entry: OutboxOrder) => boolean;
  /** `usualItems` of the order. */
  usual?: readonly string[];
}

/**
 * A second press, in any tab, gives the unsettled entry of the very same order (decisions O2 and O8). So does one of the same lines that was accepted
 * within the last half hour, unless the customer knows it or it was cancelled since. When it rejects, nothing may be sent either.
 */
export const storeOutboxOrder = async (session: Session, order: Order, known: Known = {}): Promise<OutboxOrder> => {
  const entry = await writeEntry(session, order, known);
  if (!entry) throw new Error('The entry was closed');
  return entry;
};

/**
 * At new prices; `former` is closed in the same transaction. Only the very same order that was accepted since `former` was made is returned instead.
 * Undefined when `former` was closed before.
 */
export const replaceOutboxOrder = (former: string, session: Session, order: Order) =>
  writeEntry(session, order, { former });

async function writeEntry(
  session: Session,
  order: Order,
  { repeatOf, wantedToo = [], isCancelledSince = () => false, usual = [], former }: Known & { former?: string },
): Promise<OutboxOrder | undefined> {
  const customer = customerOf(session);
  const body = canonical(order);
  const print = fingerprint(order);
  const lines = fingerprintOfLines(order);
  let entry: OutboxOrder | undefined;
  await change(
    { 'outbox-seq': v.number() },
    ({ 'outbox-seq': lastSeq = 0 }, entries) => {
      entry = undefined;
      // Not before: the phone may have slept until the transaction began.
      const now = platform.now();
      const replaced = entries.find(({ id, state }) => id === former && state === 'quote_changed');
      if (former && !replaced) return {};
      const closed = replaced && { [keyOf(replaced.id)]: { ...replaced, state: 'cancelled', settledAt: now } };
      const mine = entries.filter((entry) => entry.customer === customer);
      const open = mine.find((entry) => !isSettled(entry) && !entry.cancelling && entry.body === body);
      const unknownSince = replaced ? replaced.madeAt : (repeatOf?.settledAt ?? 0) + 1;
      const isTwin = (other: OutboxOrder) =>
        replaced ? other.fingerprint === print : fingerprintOfLines(orderOf(other)) === lines;
      const twins = mine.filter(
        (other) =>
          isRecent(other, now) &&
          (other.settledAt ?? 0) >= unknownSince &&
          !wantedToo.includes(other.id) &&
          !isCancelledSince(other) &&
          isTwin(other),
      );
      entry = open ?? twins.sort(latestFirst)[0];
      if (entry) return { ...closed };
      const seq = lastSeq + 1;
      const repeatAgreed = wantedToo.length > 0 || repeatOf !== undefined || replaced?.repeatAgreed;
      entry = {
        format: 1,
        id: randomId(),
        customer,
        seq,
        body,
        fingerprint: print,
        usual: [...(replaced?.usual ?? usual)],
        madeAt: now,
        everSent: false,
        ...(repeatAgreed && { repeatAgreed }),
        attempts: 0,
        notBefore: 0,
        state: 'stored',
      };
      const old = newestFirst(entries.filter(isSettled)).slice(maxReceipts);
      return { ...withoutOutboxOrders(old, entries), ...closed, [keyOf(entry.id)]: entry, 'outbox-seq': seq };
    },
    outboxEntries,
  );
  return entry;
}

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

const settleAccepted = (entry: OutboxOrder, answered: PlacedOrder): Promise<OutboxOrder> =>
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

/** The order keeps its key; the minutes until it is asked about again count from now or from the end of the pause (decisions O3a, O4, O8, W12). */
export async function agreeToSend(id: string): Promise<OutboxOrder> {
  // Only if it is still too old: another tab may have sent it in the meantime.
  let agreed = false;
  await changeOutboxOrder(id, (entry) => {
    agreed = entry.state === 'too_old';
    if (!agreed) return undefined;
    return {
      ...resumed(entry),
      agreedAt: platform.now(),
      held: undefined,
      ...(entry.repeated && { repeated: undefined, repeatAgreed: true }),
      ...(entry.paused && afterPause(entry.paused)),
    };
  });
  return deliver(id, { agreed });
}

function afterPause(paused: NonNullable<OutboxOrder['paused']>) {
  const left = paused.until - platform.now();
  return { paused: { ...paused, agreed: true }, ...(left > 0 && { notBefore: paused.until, held: heldFor(left) }) };
}

/** Staff have ended the pause early. */
export async function sendAfterPause(id: string): Promise<OutboxOrder> {
  await changeOutboxOrder(id, ({ paused, ...entry }) =>
    paused && isAutoRetried(entry)
      ? { paused: { ...paused, until: platform.now() }, held: undefined, notBefore: 0 }
      : undefined,
  );
  return deliver(id);
}

/** The customer wants a waiting order besides another one, also of the same lines (decision O8). */
export const agreeToRepeat = (id: string) =>
  changeOutboxOrder(id, (entry) => (isSettled(entry) ? undefined : { repeatAgreed: true }));

/**
 * The old entry is closed at the shop first, because an earlier attempt may still arrive there, then in the transaction that writes the new one.
 * Resolves with the entry that counts now: the new one; an equal one accepted since; or the old one, if it exists at the shop or that is unknown.
 * Undefined when nothing is left, or the prices were accepted before.
 */
export async function agreeToQuote(session: Session, id: string): Promise<OutboxOrder | undefined> {
  const entry = await readOutboxOrder(id);
  if (entry.state !== 'quote_changed' || !entry.quote) return undefined;
  if (entry.keyed) {
    try {
      const late = await voidOrder(session.token, id);
      if (late) return await settleAccepted(entry, late);
    } catch (failure) {
      console.warn(`Order ${id} may still arrive`, failure);
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

/** A refused entry ends, an accepted one is shown only on request. */
export const dismiss = (id: string): Promise<OutboxOrder> =>
  changeOutboxOrder(id, ({ state }) =>
    state === 'refused' ? { state: 'cancelled' } : state === 'accepted' ? { read: true } : undefined,
  );
