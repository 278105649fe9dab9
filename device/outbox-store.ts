/**
 * Orders as the device keeps them (decisions O2 and O6). Pressing 'Bayar' makes an outbox order: an id and the frozen
 * order, on disk before the first byte is sent. What is settled stays settled, and nobody but its customer sees it.
 */
import * as v from 'valibot';
import { canonical } from '#core/canonical';
import { type Order, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { fingerprint } from '#core/order';
import { isSettled, OutboxOrder } from './outbox-order.ts';
import { platform, randomId } from './platform.ts';
import { change, readAll } from './store.ts';

/** The keys under which outbox orders are kept, and what they must be. */
export const storedOutboxOrders = { prefix: 'intent:', schema: OutboxOrder };
const keyOf = (id: string) => `${storedOutboxOrders.prefix}${id}`;

/**
 * Every outbox order of this customer, newest first; another customer's stay sealed (decision O6). Rejects with
 * `StorageFailed`.
 */
export const outboxOrdersOf = async (session: Session): Promise<OutboxOrder[]> =>
  newestFirst((await readAll(storedOutboxOrders)).filter(({ customer }) => customer === customerOf(session)));

const newestFirst = (entries: OutboxOrder[]) => entries.sort((one, other) => other.seq - one.seq);

/**
 * How many settled outbox orders stay on the device as receipts (fault F44); older ones are deleted, whosever they are.
 */
const receipts = 200;

/** How long after its acceptance the very same order asks 'Pesan lagi yang sama?' (decision O8), in ms. */
const sameOrderWindow = 10 * 60_000;

const isRecent = ({ state, settledAt = 0 }: OutboxOrder, now: number) =>
  state === 'accepted' && Math.abs(now - settledAt) < sameOrderWindow;

const latestFirst = (one: OutboxOrder, other: OutboxOrder) => (other.settledAt ?? 0) - (one.settledAt ?? 0);

/**
 * Writes the outbox order to disk, or finds the one of the very same order that has not ended: a second press, in
 * whichever tab, is the same outbox order. When the very same order was accepted within the last ten minutes the latest
 * of them is the answer, unless it is the one that the customer knows of and wants `again`. Rejects with
 * `StorageFailed` when nothing could be written; then nothing may be sent either.
 */
export const storeOutboxOrder = async (session: Session, order: Order, again?: OutboxOrder): Promise<OutboxOrder> => {
  const kept = await keep(session, order, { again });
  if (!kept) throw new Error('No entry');
  return kept;
};

/**
 * The same for an order at new prices; in the same transaction `former` is closed. What was accepted before `former`
 * was made the customer knew of. Undefined when it was closed already.
 */
export const replaceOutboxOrder = (former: string, session: Session, order: Order) => keep(session, order, { former });

async function keep(
  session: Session,
  order: Order,
  { again, former }: { again?: OutboxOrder | undefined; former?: string },
): Promise<OutboxOrder | undefined> {
  const customer = customerOf(session);
  const body = canonical(order);
  const print = fingerprint(order);
  const now = platform.now();
  let kept: OutboxOrder | undefined;
  await change(
    { 'outbox-seq': v.number() },
    ({ 'outbox-seq': lastSeq = 0 }, entries) => {
      kept = undefined;
      const replaced = entries.find(({ id, state }) => id === former && state === 'quote_changed');
      if (former && !replaced) return {};
      const closed = replaced && { [keyOf(replaced.id)]: { ...replaced, state: 'cancelled', settledAt: now } };
      const mine = entries.filter((entry) => entry.customer === customer && entry.fingerprint === print);
      const open = mine.find((entry) => !isSettled(entry) && !entry.cancelling && entry.body === body);
      const unknownSince = replaced ? replaced.madeAt : (again?.settledAt ?? 0) + 1;
      const twins = mine.filter((twin) => isRecent(twin, now) && (twin.settledAt ?? 0) >= unknownSince);
      kept = open ?? twins.sort(latestFirst)[0];
      if (kept) return { ...closed };
      const seq = lastSeq + 1;
      kept = {
        format: 1,
        id: randomId(),
        customer,
        seq,
        body,
        fingerprint: print,
        madeAt: now,
        everSent: false,
        attempts: 0,
        notBefore: 0,
        state: 'stored',
      };
      const old = newestFirst(entries.filter(isSettled)).slice(receipts);
      return { ...withoutOutboxOrders(old, entries), ...closed, [keyOf(kept.id)]: kept, 'outbox-seq': seq };
    },
    storedOutboxOrders,
  );
  return kept;
}

/** The outbox order is not on this device, or not in a form that this code can read. */
export class NoSuchOutboxOrder extends Error {
  override name = 'NoSuchOutboxOrder';
}

/**
 * Lets `decide` say what is new about an outbox order as it is on the disk, together with the session there; undefined
 * leaves it. Resolves with the outbox order as it is afterwards and whether it was changed. Rejects with
 * `NoSuchOutboxOrder` and `StorageFailed`.
 */
export async function changeOutboxOrder(
  id: string,
  decide: (entry: OutboxOrder, session: Session | undefined) => Partial<OutboxOrder> | undefined,
): Promise<{ entry: OutboxOrder; changed: boolean }> {
  const key = keyOf(id);
  let changed = false;
  const held = await change({ [key]: OutboxOrder, auth: Session }, ({ [key]: kept, auth }) => {
    const entry = kept as OutboxOrder | undefined;
    const news = entry && decide(entry, auth as Session | undefined);
    changed = news !== undefined;
    return news ? { [key]: { ...entry, ...news } as OutboxOrder } : {};
  });
  const entry = held[key] as OutboxOrder | undefined;
  if (!entry) throw new NoSuchOutboxOrder(`Order ${id} is not on this device`);
  return { entry, changed };
}

/**
 * The change to an outbox order that goes on, after its customer has logged in again or has confirmed that they still
 * want it.
 */
export const resumed = ({ everSent }: OutboxOrder): Pick<OutboxOrder, 'state' | 'notBefore'> => ({
  state: everSent ? 'unsure' : 'stored',
  notBefore: 0,
});

/**
 * The writes (for `change`) at a customer's login: outbox orders that waited for it go on, and `settled` ones are
 * deleted as by `withoutOutboxOrders`.
 */
export function outboxOrdersAtLogin(customer: string, settled: readonly OutboxOrder[], all: readonly OutboxOrder[]) {
  const waited = (entry: OutboxOrder) => entry.customer === customer && entry.state === 'needs_login';
  const now = all.map((entry) => (waited(entry) ? { ...entry, ...resumed(entry) } : entry));
  const goOn = now.filter((_, at) => now[at] !== all[at]).map((entry) => [keyOf(entry.id), entry]);
  return { ...Object.fromEntries(goOn), ...withoutOutboxOrders(settled, now) };
}

/**
 * Settles an outbox order with `news`; one that is settled already stays as it is, whatever a frozen tab learns late.
 */
export const settle = async (id: string, news: Partial<OutboxOrder>): Promise<OutboxOrder> =>
  (await changeOutboxOrder(id, (entry) => (isSettled(entry) ? undefined : { ...news, settledAt: platform.now() })))
    .entry;

/**
 * The writes (for `change`) that delete these settled outbox orders. At a host without keys an order is recognised by
 * its total alone, so the numbers of deleted orders are added to `knownNumbers` of the outbox orders that are still
 * looked for: none of them may be found instead. Where one of the deleted may exist twice (`resent`), nothing is looked
 * for any more.
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
