/** How long an order takes (decision W17), from what the events say of the last ones. */
import type { PlacedOrder } from '#core/order-contract';
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

/** The place of each of these orders among those that are not ready yet, by its id; of those that wait for nothing, and while too little is known, none. */
export async function placesOf(
  database: Database,
  rows: readonly OrderRow[],
  now: number,
): Promise<ReadonlyMap<number, QueuePlace>> {
  const counts = ({ status, created_at }: Pick<OrderRow, 'status' | 'created_at'>) =>
    now - Date.parse(created_at) < (status === 'waiting_payment' ? unpaidMs : dayMs);
  const waiting = rows.filter((row) => awaitsReady(row) && counts(row));
  if (waiting.length === 0) return new Map();
  const [unready, took] = await Promise.all([
    database
      .selectFrom('orders')
      .select(['id', 'status', 'created_at'])
      .where('created_at', '>=', new Date(now - dayMs).toISOString())
      .where('status', 'in', ['waiting_payment', 'paid', 'processing'])
      .execute(),
    lastTook(database),
  ]);
  if (took.length < minKnown) return new Map();
  const minutes = rangeOf(took);
  const ahead = unready.filter(counts);
  return new Map(waiting.map(({ id }) => [id, { ahead: ahead.filter((one) => one.id < id).length, ...minutes }]));
}

async function lastTook(database: Database): Promise<number[]> {
  const newest = database.selectFrom('order_events').selectAll().orderBy('id', 'desc').limit(maxEvents);
  const ready = await database
    .selectFrom(newest.as('event'))
    .innerJoin('orders', 'orders.order_number', 'event.order_number')
    .select(['event.order_number', 'event.at', 'orders.created_at'])
    .where('event.kind', '=', 'status')
    .where('event.to_status', '=', 'ready')
    // Without a step that was undone.
    .where('orders.status', 'in', ['ready', 'delivering', 'completed'])
    .orderBy('event.id', 'desc')
    .execute();
  // The latest event of an order is the first.
  const latest = [...new Map(ready.toReversed().map((one) => [one.order_number, one])).values()];
  return latest
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .map(({ at, created_at }) => Date.parse(at) - Date.parse(created_at))
    .filter((ms) => ms >= 0 && ms <= longestMs)
    .slice(0, maxKnown);
}

/** The minutes that most of them took: of ten all but the fastest and the slowest. */
function rangeOf(took: readonly number[]) {
  const sorted = took.toSorted((one, other) => one - other);
  const [fast = 0, slow = 0] = [sorted[1], sorted.at(-2)];
  const from = Math.max(1, Math.floor(fast / 60_000));
  return { from, to: Math.max(from, Math.ceil(slow / 60_000)) };
}
