/**
 * Orders as the device keeps them (decisions O2 and O6). Pressing 'Bayar' makes an intent: an id and the frozen order,
 * on disk before the first byte is sent. What is settled stays settled, and nobody but its customer sees it.
 */
import * as v from 'valibot';
import { canonical } from '#core/canonical';
import { type Order, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { fingerprint } from '#core/order';
import { Intent, isSettled } from './intent.ts';
import { platform, randomId } from './platform.ts';
import { change, readAll } from './store.ts';

/** The keys under which intents are kept, and what they must be. */
export const intentsKept = { prefix: 'intent:', schema: Intent };
const keyOf = (id: string) => `${intentsKept.prefix}${id}`;

/**
 * Every intent of this customer, newest first; another customer's stay sealed (decision O6). Rejects with
 * `StorageFailed`.
 */
export const intentsOf = async (session: Session): Promise<Intent[]> =>
  newestFirst((await readAll(intentsKept)).filter(({ customer }) => customer === customerOf(session)));

const newestFirst = (intents: Intent[]) => intents.sort((one, other) => other.seq - one.seq);

/** How many settled intents stay on the device as receipts (fault F44); older ones are deleted, whosever they are. */
const receipts = 200;

/** How long after its acceptance the very same order asks 'Pesan lagi yang sama?' (decision O8), in ms. */
const sameOrderWindow = 10 * 60_000;

const isRecent = ({ state, settledAt = 0 }: Intent, now: number) =>
  state === 'accepted' && Math.abs(now - settledAt) < sameOrderWindow;

const latestFirst = (one: Intent, other: Intent) => (other.settledAt ?? 0) - (one.settledAt ?? 0);

/**
 * Writes the intent to disk, or finds the one of the very same order that has not ended: a second press, in whichever
 * tab, is the same intent. When the very same order was accepted within the last ten minutes the latest of them is the
 * answer, unless it is the one that the customer knows of and wants `again`. Rejects with `StorageFailed` when nothing
 * could be written; then nothing may be sent either.
 */
export const keepIntent = async (session: Session, order: Order, again?: Intent): Promise<Intent> => {
  const kept = await keep(session, order, { again });
  if (!kept) throw new Error('No intent');
  return kept;
};

/**
 * The same for an order at new prices; in the same transaction `former` is closed. What was accepted before `former`
 * was made the customer knew of. Undefined when it was closed already.
 */
export const keepInPlaceOf = (former: string, session: Session, order: Order) => keep(session, order, { former });

async function keep(
  session: Session,
  order: Order,
  { again, former }: { again?: Intent | undefined; former?: string },
): Promise<Intent | undefined> {
  const customer = customerOf(session);
  const body = canonical(order);
  const print = fingerprint(order);
  const now = platform.now();
  let kept: Intent | undefined;
  await change(
    { 'outbox-seq': v.number() },
    ({ 'outbox-seq': lastSeq = 0 }, intents) => {
      kept = undefined;
      const replaced = intents.find(({ id, state }) => id === former && state === 'quote_changed');
      if (former && !replaced) return {};
      const closed = replaced && { [keyOf(replaced.id)]: { ...replaced, state: 'cancelled', settledAt: now } };
      const mine = intents.filter((intent) => intent.customer === customer && intent.fingerprint === print);
      const open = mine.find((intent) => !isSettled(intent) && !intent.cancelling && intent.body === body);
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
      const old = newestFirst(intents.filter(isSettled)).slice(receipts);
      return { ...withoutIntents(old, intents), ...closed, [keyOf(kept.id)]: kept, 'outbox-seq': seq };
    },
    intentsKept,
  );
  return kept;
}

/** The intent is not on this device, or not in a form that this code can read. */
export class NoSuchIntent extends Error {
  override name = 'NoSuchIntent';
}

/**
 * Lets `decide` say what is new about an intent as it is on the disk, together with the session there; undefined leaves
 * it. Resolves with the intent as it is afterwards and whether it was changed. Rejects with `NoSuchIntent` and
 * `StorageFailed`.
 */
export async function changeIntent(
  id: string,
  decide: (intent: Intent, session: Session | undefined) => Partial<Intent> | undefined,
): Promise<{ intent: Intent; changed: boolean }> {
  const key = keyOf(id);
  let changed = false;
  const held = await change({ [key]: Intent, auth: Session }, ({ [key]: kept, auth }) => {
    const intent = kept as Intent | undefined;
    const news = intent && decide(intent, auth as Session | undefined);
    changed = news !== undefined;
    return news ? { [key]: { ...intent, ...news } as Intent } : {};
  });
  const intent = held[key] as Intent | undefined;
  if (!intent) throw new NoSuchIntent(`Order ${id} is not on this device`);
  return { intent, changed };
}

/**
 * The change to an intent that goes on, after its customer has logged in again or has confirmed that they still want
 * it.
 */
export const resumed = ({ everSent }: Intent): Pick<Intent, 'state' | 'notBefore'> => ({
  state: everSent ? 'unsure' : 'stored',
  notBefore: 0,
});

/**
 * The writes (for `change`) at a customer's login: intents that waited for it go on, and `settled` ones are deleted as
 * by `withoutIntents`.
 */
export function intentsAtLogin(customer: string, settled: readonly Intent[], all: readonly Intent[]) {
  const waited = (intent: Intent) => intent.customer === customer && intent.state === 'needs_login';
  const now = all.map((intent) => (waited(intent) ? { ...intent, ...resumed(intent) } : intent));
  const goOn = now.filter((_, at) => now[at] !== all[at]).map((intent) => [keyOf(intent.id), intent]);
  return { ...Object.fromEntries(goOn), ...withoutIntents(settled, now) };
}

/** Settles an intent with `news`; one that is settled already stays as it is, whatever a frozen tab learns late. */
export const settle = async (id: string, news: Partial<Intent>): Promise<Intent> =>
  (await changeIntent(id, (intent) => (isSettled(intent) ? undefined : { ...news, settledAt: platform.now() }))).intent;

/**
 * The writes (for `change`) that delete these settled intents. At a host without keys an order is recognised by its
 * total alone, so the numbers of deleted orders are added to `knownNumbers` of the intents that are still looked for:
 * none of them may be found instead. Where one of the deleted may exist twice (`resent`), nothing is looked for any
 * more.
 */
export function withoutIntents(settled: readonly Intent[], all: readonly Intent[]): Record<string, Intent | undefined> {
  const next: Record<string, Intent | undefined> = {};
  for (const { id } of settled) next[keyOf(id)] = undefined;
  for (const intent of all) {
    if (isSettled(intent) || !intent.everSent || intent.keyed) continue;
    const others = settled.filter(({ customer, keyed }) => customer === intent.customer && !keyed);
    if (others.length === 0) continue;
    const numbers = others.flatMap(({ order }) => order?.order_number || []);
    const knownNumbers = others.some(({ resent }) => resent) ? undefined : intent.knownNumbers?.concat(numbers);
    next[keyOf(intent.id)] = { ...intent, knownNumbers };
  }
  return next;
}
