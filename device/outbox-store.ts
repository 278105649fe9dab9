/**
 * How orders are stored on the device (decisions O2 and O6). Pressing 'Bayar' writes an entry, an id and the frozen
 * order, to disk before the first byte is sent. A settled entry stays settled, and only its own customer sees it.
 */
import * as v from 'valibot';
import { canonical } from '#core/canonical';
import { type Order, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { fingerprint, linesOf, repeatWindow } from '#core/order';
import { isSettled, OutboxOrder, orderOf } from './outbox-order.ts';
import { platform, randomId } from './platform.ts';
import { change, readAll } from './store.ts';

/** The keys of all entries, of every customer, and their schema, for `readAll` and `change`. */
export const storedOutboxOrders = { prefix: 'intent:', schema: OutboxOrder };
const keyOf = (id: string) => `${storedOutboxOrders.prefix}${id}`;

/**
 * Every entry of this customer, newest first; other customers' entries are not returned (decision O6). Rejects
 * with `StorageFailed`.
 */
export const outboxOrdersOf = async (session: Session): Promise<OutboxOrder[]> =>
  newestFirst((await readAll(storedOutboxOrders)).filter(({ customer }) => customer === customerOf(session)));

const newestFirst = (entries: OutboxOrder[]) => entries.sort((one, other) => other.seq - one.seq);

/**
 * How many settled entries stay on the device as receipts (fault F44), for all customers together; older ones are
 * deleted.
 */
const receipts = 200;

const isRecent = ({ state, settledAt = 0 }: OutboxOrder, now: number) =>
  state === 'accepted' && Math.abs(now - settledAt) < repeatWindow;

const latestFirst = (one: OutboxOrder, other: OutboxOrder) => (other.settledAt ?? 0) - (one.settledAt ?? 0);

/** What the customer and the page know about earlier orders of the same lines. */
export interface KnownRepeats {
  /** An accepted order that the customer knows, and orders again. */
  repeatOf?: OutboxOrder | undefined;
  /** The customer knows that another order of the same lines is on its way. */
  repeatAgreed?: boolean;
  /** Whether the shop has cancelled an accepted order since. */
  isCancelled?: (entry: OutboxOrder) => boolean;
}

/**
 * Writes an entry for the order, or finds the unsettled entry of the very same order: a second press, in any tab, gives
 * the same entry. If the same lines were accepted within the last half hour, whatever else differs, the latest of these
 * entries is returned, unless the customer knows it or the shop has cancelled it. Rejects with `StorageFailed` when
 * nothing was written; then nothing may be sent either.
 */
export const storeOutboxOrder = async (
  session: Session,
  order: Order,
  known: KnownRepeats = {},
): Promise<OutboxOrder> => {
  const entry = await store(session, order, known);
  if (!entry) throw new Error('The entry was closed');
  return entry;
};

/**
 * The same for an order at new prices; the entry `former` is closed in the same transaction. Only the very same order
 * that was accepted since `former` was made is returned in its place. Resolves with undefined when `former` was closed
 * before.
 */
export const replaceOutboxOrder = (former: string, session: Session, order: Order) => store(session, order, { former });

async function store(
  session: Session,
  order: Order,
  { repeatOf, repeatAgreed: agreed, isCancelled = () => false, former }: KnownRepeats & { former?: string },
): Promise<OutboxOrder | undefined> {
  const customer = customerOf(session);
  const body = canonical(order);
  const print = fingerprint(order);
  const lines = linesOf(order);
  const now = platform.now();
  let entry: OutboxOrder | undefined;
  await change(
    { 'outbox-seq': v.number() },
    ({ 'outbox-seq': lastSeq = 0 }, entries) => {
      entry = undefined;
      const replaced = entries.find(({ id, state }) => id === former && state === 'quote_changed');
      if (former && !replaced) return {};
      const closed = replaced && { [keyOf(replaced.id)]: { ...replaced, state: 'cancelled', settledAt: now } };
      const mine = entries.filter((entry) => entry.customer === customer);
      const open = mine.find((entry) => !isSettled(entry) && !entry.cancelling && entry.body === body);
      const unknownSince = replaced ? replaced.madeAt : (repeatOf?.settledAt ?? 0) + 1;
      const isTwin = (other: OutboxOrder) =>
        replaced ? other.fingerprint === print : linesOf(orderOf(other)) === lines;
      const twins = mine.filter(
        (other) =>
          isRecent(other, now) && (other.settledAt ?? 0) >= unknownSince && !isCancelled(other) && isTwin(other),
      );
      entry = open ?? twins.sort(latestFirst)[0];
      if (entry) return { ...closed };
      const seq = lastSeq + 1;
      const repeatAgreed = agreed || repeatOf !== undefined || replaced?.repeatAgreed;
      entry = {
        format: 1,
        id: randomId(),
        customer,
        seq,
        body,
        fingerprint: print,
        madeAt: now,
        everSent: false,
        ...(repeatAgreed && { repeatAgreed }),
        attempts: 0,
        notBefore: 0,
        state: 'stored',
      };
      const old = newestFirst(entries.filter(isSettled)).slice(receipts);
      return { ...withoutOutboxOrders(old, entries), ...closed, [keyOf(entry.id)]: entry, 'outbox-seq': seq };
    },
    storedOutboxOrders,
  );
  return entry;
}

/** The entry is not on this device, or this code cannot read its format. */
export class NoSuchOutboxOrder extends Error {
  override name = 'NoSuchOutboxOrder';
}

/**
 * Changes an entry in one transaction: `decide` is given the stored entry and the stored session, and returns the
 * changed fields, or undefined to change nothing. Resolves with the entry as it is stored afterwards and whether it was
 * changed. Rejects with `NoSuchOutboxOrder` and `StorageFailed`.
 */
export async function changeOutboxOrder(
  id: string,
  decide: (entry: OutboxOrder, session: Session | undefined) => Partial<OutboxOrder> | undefined,
): Promise<{ entry: OutboxOrder; changed: boolean }> {
  const key = keyOf(id);
  let changed = false;
  const values = await change({ [key]: OutboxOrder, auth: Session }, ({ [key]: stored, auth }) => {
    const entry = stored as OutboxOrder | undefined;
    const changes = entry && decide(entry, auth as Session | undefined);
    changed = changes !== undefined;
    return changes ? { [key]: { ...entry, ...changes } as OutboxOrder } : {};
  });
  const entry = values[key] as OutboxOrder | undefined;
  if (!entry) throw new NoSuchOutboxOrder(`Order ${id} is not on this device`);
  return { entry, changed };
}

/** The changed fields of an entry that is sent again, after its customer has logged in or has confirmed the order. */
export const resumed = ({ everSent }: OutboxOrder): Pick<OutboxOrder, 'state' | 'notBefore'> => ({
  state: everSent ? 'unsure' : 'stored',
  notBefore: 0,
});

/**
 * The writes (for `change`) at a customer's login: their entries that needed it are sent again, and the `settled` ones
 * are deleted as by `withoutOutboxOrders`.
 */
export function outboxOrdersAtLogin(customer: string, settled: readonly OutboxOrder[], all: readonly OutboxOrder[]) {
  const isResumed = (entry: OutboxOrder) => entry.customer === customer && entry.state === 'needs_login';
  const now = all.map((entry) => (isResumed(entry) ? { ...entry, ...resumed(entry) } : entry));
  const released = now.filter((_, at) => now[at] !== all[at]).map((entry) => [keyOf(entry.id), entry]);
  return { ...Object.fromEntries(released), ...withoutOutboxOrders(settled, now) };
}

/** Settles an entry with `changes`. A settled one stays as it is, even if a frozen tab finds another outcome later. */
export const settle = async (id: string, changes: Partial<OutboxOrder>): Promise<OutboxOrder> =>
  (await changeOutboxOrder(id, (entry) => (isSettled(entry) ? undefined : { ...changes, settledAt: platform.now() })))
    .entry;

/**
 * The writes (for `change`) that delete these settled entries. At a host without keys an order is recognised by its
 * content alone. So the numbers of deleted orders are added to `knownNumbers` of the entries whose outcome is unknown:
 * none of them may be mistaken for such an entry. If a deleted one may exist twice (`resent`), these entries are no
 * longer looked up.
 */
export function withoutOutboxOrders(
  settled: readonly OutboxOrder[],
  all: readonly OutboxOrder[],
): Record<string, OutboxOrder | undefined> {
  const next: Record<string, OutboxOrder | undefined> = {};
  for (const { id } of settled) next[keyOf(id)] = undefined;
  for (const entry of all) {
    if (isSettled(entry) || !entry.everSent || entry.keyed) continue;
    const others = settled.filter(({ customer, keyed }) => customer === entry.customer && !keyed);
    if (others.length === 0) continue;
    const numbers = others.flatMap(({ order }) => order?.order_number || []);
    const knownNumbers = others.some(({ resent }) => resent) ? undefined : entry.knownNumbers?.concat(numbers);
    next[keyOf(entry.id)] = { ...entry, knownNumbers };
  }
  return next;
}
