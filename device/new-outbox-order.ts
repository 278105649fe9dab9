/** Stores an order when 'Bayar' is pressed, or new prices are agreed to (decisions O2, O5, O8). */
import * as v from 'valibot';
import { canonical } from '#core/canonical';
import { customerOf, type Session } from '#core/contract';
import { fingerprint, fingerprintOfLines, repeatWindow } from '#core/order';
import type { Order } from '#core/order-contract';
import { type OutboxOrder, orderOf } from './outbox-order.ts';
import { isSettled } from './outbox-states.ts';
import { keyOf, newestFirst, outboxEntries, withoutOutboxOrders } from './outbox-store.ts';
import { platform, randomId } from './platform.ts';
import { change } from './store.ts';

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
