/** How long an order takes (decision W17), from what the events say of the last ones. */
import type { PlacedOrder } from '#core/contract';
import { awaitsReady } from '#core/order-steps';
import type { Database } from '../database/open.ts';
import type { OrderRow } from './order-row.ts';

type QueuePlace = NonNullable<PlacedOrder['queue']>;

/** So many of the last orders that became ready tell the minutes, and so many at least. */
const maxKnown = 10;
const minKnown = 5;
/** Among how many of the newest events they are looked for. */
const maxEvents = 1_000;
const hourMs = 3_600_000;
/** What took longer was ordered before the shop opened, or paid late. */
const longestMs = 3 * hourMs;
/** An unpaid order is waited for that long: many are never paid. */
const unpaidMs = hourMs;
/** And any other one. */
const dayMs = 24 * hourMs;

interface State {
  unready: Pick<OrderRow, 'id' | 'status' | 'created_at'>[];
  minutes: Pick<QueuePlace, 'from' | 'to'> | undefined;
}

/** The orders that are not ready yet. */
export class Queue {
  readonly #database: Database;
  readonly #check: () => Promise<number>;
  readonly #now: () => number;
  #known: { version: number; state: Promise<State> } | undefined;

  /** `check` looks for changes, and resolves with a number that grows with each of them. */
  constructor({ database, check, now }: { database: Database; check: () => Promise<number>; now: () => number }) {
    this.#database = database;
    this.#check = check;
    this.#now = now;
  }

  /** The place of each of these orders, by its id; of those that wait for nothing, and while too little is known, none. */
  async placesOf(rows: readonly OrderRow[]): Promise<ReadonlyMap<number, QueuePlace>> {
    const now = this.#now();
    const counts = ({ status, created_at }: State['unready'][number]) =>
      now - Date.parse(created_at) < (status === 'waiting_payment' ? unpaidMs : dayMs);
    const waiting = rows.filter((row) => awaitsReady(row) && counts(row));
    if (waiting.length === 0) return new Map();
    const { unready, minutes } = await this.#state(now);
    if (!minutes) return new Map();
    const ahead = unready.filter(counts);
    return new Map(waiting.map(({ id }) => [id, { ahead: ahead.filter((one) => one.id < id).length, ...minutes }]));
  }

  /** Read once per change for all customers. */
  async #state(now: number): Promise<State> {
    const version = await this.#check();
    if (this.#known?.version === version) return this.#known.state;
    const known = { version, state: this.#read(now) };
    this.#known = known;
    known.state.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.state;
  }

  async #read(now: number): Promise<State> {
    const newest = this.#database.selectFrom('order_events').selectAll().orderBy('id', 'desc').limit(maxEvents);
    const [unready, ready] = await Promise.all([
      this.#database
        .selectFrom('orders')
        .select(['id', 'status', 'created_at'])
        .where('created_at', '>=', new Date(now - dayMs).toISOString())
        .where('status', 'in', ['waiting_payment', 'paid', 'processing'])
        .execute(),
      this.#database
        .selectFrom(newest.as('event'))
        .innerJoin('orders', 'orders.order_number', 'event.order_number')
        .select(['event.order_number', 'event.at', 'orders.created_at'])
        .where('event.kind', '=', 'status')
        .where('event.to_status', '=', 'ready')
        // Without a step that was undone.
        .where('orders.status', 'in', ['ready', 'delivering', 'completed'])
        .orderBy('event.id', 'desc')
        .execute(),
    ]);
    // The latest event of an order is the first.
    const latest = [...new Map(ready.toReversed().map((one) => [one.order_number, one])).values()];
    const took = latest
      .toSorted((one, other) => (one.at < other.at ? 1 : -1))
      .map(({ at, created_at }) => Date.parse(at) - Date.parse(created_at))
      .filter((ms) => ms >= 0 && ms <= longestMs)
      .slice(0, maxKnown);
    return { unready, minutes: took.length < minKnown ? undefined : rangeOf(took) };
  }
}

/** The minutes that most of them took: of ten all but the fastest and the slowest. */
function rangeOf(took: readonly number[]) {
  const sorted = took.toSorted((one, other) => one - other);
  const [fast = 0, slow = 0] = [sorted[1], sorted.at(-2)];
  const from = Math.max(1, Math.floor(fast / 60_000));
  return { from, to: Math.max(from, Math.ceil(slow / 60_000)) };
}
