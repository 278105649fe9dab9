/** Closing the till (decision W13). */
import { type Selectable, sql } from 'kysely';
import Papa from 'papaparse';
import type { Closing, ClosingRequest, OpenTill } from '#core/counter';
import { tillId } from '#core/payment';
import { wordOf } from '#core/status-words';
import type { StaffOnDevice } from '../accounts/staff.ts';
import { type Database, isPostgres } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { formula } from '../menu/menu-cells.ts';
import { countOf } from '../orders/order-list.ts';
import { shopDay, shopTime } from '../shop-day.ts';
import { type Movement, movementsOf, type WaySum, waySums } from './takings.ts';

const without = (some: readonly Movement[], others: readonly Movement[]) =>
  some.filter(({ way, rupiah }) => !others.some((other) => other.way._id === way._id && other.rupiah === rupiah));

/** Events after `since` up to `through`, by their ids: no clock can put one of them into another closing. */
interface Span {
  since: number;
  through: number;
}

/**
 * What the events of a closing have made of each order's money: all closings together are what the orders say now. What is corrected after
 * its closing moves the other way in the next one. A closing's sums and its file are of these.
 */
async function movementsIn(database: Database, { since, through }: Span) {
  const changed = eventsAfter(database, since).where('id', '<=', through).select('order_number');
  const orders = await database
    .selectFrom('orders')
    .select(['order_number', 'queue_number', 'total_shopping', 'status', 'payment_method'])
    .select(['paid_at', 'paid_with', 'refunded_at', 'refunded_with'])
    .where('order_number', 'in', changed)
    .orderBy('id')
    .execute();
  const paymentsAt = async (end: number) => {
    const later = eventsAfter(database, end).where('order_number', 'in', changed);
    const first = later.groupBy('order_number').select(({ fn }) => fn.min('id').as('id'));
    const events = await later
      .select(['order_number', 'paid_at', 'paid_with', 'refunded_at', 'refunded_with'])
      .where('id', 'in', first)
      .execute();
    return new Map(events.map((event) => [event.order_number, event]));
  };
  // After the orders: what has changed one in between is an event here, and says what was before it.
  const before = await paymentsAt(since);
  const after = await paymentsAt(through);
  return orders.flatMap((order) => {
    const [was = [], is = []] = [before, after].map((payments) =>
      movementsOf(order, payments.get(order.order_number) ?? order),
    );
    const takenBack = without(was, is).map((movement) => ({ ...movement, rupiah: -movement.rupiah }));
    return [...without(is, was), ...takenBack].map((movement) => ({ ...order, ...movement }));
  });
}

const eventsAfter = (database: Database, id: number) => database.selectFrom('order_events').where('id', '>', id);

/** The id of the last event, or of the last one before a moment; 0 where there is none. */
async function lastEvent(database: Database, before?: string) {
  const events = eventsAfter(database, 0).select('id').orderBy('id', 'desc').limit(1);
  const last = before === undefined ? events : events.where('at', '<', before);
  return (await last.executeTakeFirst())?.id ?? 0;
}

const cashIn = (sums: readonly WaySum[]) => sums.find(({ _id }) => _id === tillId)?.rupiah ?? 0;

/** What a closing at the moment `until` covers: everything since the last one, or since the day began, up to the event `end`. */
async function tillSince(
  database: Database,
  last: Selectable<Tables['closings']> | undefined,
  until: string,
  end: number,
) {
  const from = last?.ends_at ?? new Date(shopDay(Date.parse(until)).start).toISOString();
  const since = last?.through ?? (await lastEvent(database, from));
  const span = { since, through: Math.max(since, Math.min(end, await lastEvent(database))) };
  const movements = await movementsIn(database, span);
  const [paid, refunded] = [waySums(movements, 1), waySums(movements, -1)];
  return { from, ...span, sums: { paid, refunded, expected: cashIn(paid) - cashIn(refunded) } };
}

const lastClosing = (database: Database) =>
  database.selectFrom('closings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** What the next closing would cover, and the closings before it, the newest first. */
export async function till(database: Database, now: number): Promise<{ open: OpenTill; data: Closing[] }> {
  const [last, rows] = await Promise.all([
    lastClosing(database),
    closings(database).orderBy('closings.id', 'desc').limit(60).execute(),
  ]);
  const until = new Date(now).toISOString();
  const { from, since, through, sums } = await tillSince(database, last, until, Number.POSITIVE_INFINITY);
  const unpaid = await unpaidOrders(database, since);
  return { open: { after: last?.id ?? 0, from, until, through, ...sums, unpaid }, data: rows.map(closingFrom) };
}

/** How many orders are still to be paid: unfinished ones of any age, and those that were completed after the event `since`. */
const unpaidOrders = (database: Database, since: number) =>
  countOf(
    database
      .selectFrom('orders')
      .where('paid_at', 'is', null)
      .where('total_shopping', '>', 0)
      .where('status', '<>', 'cancelled')
      .where((row) =>
        row.or([
          row('status', '<>', 'completed'),
          row('order_number', 'in', eventsAfter(database, since).select('order_number')),
        ]),
      ),
  );

const closings = (database: Database) =>
  database
    .selectFrom('closings')
    .innerJoin('staff', 'staff.id', 'closings.staff_id')
    .selectAll('closings')
    .select('staff.name as by');

type ClosingRow = Awaited<ReturnType<ReturnType<typeof closings>['execute']>>[number];

const closingFrom = ({ id, by, starts_at, ends_at, paid, refunded, expected, counted }: ClosingRow): Closing => ({
  id,
  by,
  from: starts_at,
  until: ends_at,
  paid: JSON.parse(paid),
  refunded: JSON.parse(refunded),
  expected: Number(expected),
  counted: Number(counted),
});

/**
 * Closes the till as it was when its owner counted: what was paid since belongs to the next closing. Asked twice, it is one closing. Throws
 * `closing_changed` when another device was faster.
 */
export const closeTill = (
  database: Database,
  staff: StaffOnDevice,
  { after, until, through, counted }: ClosingRequest,
): Promise<Closing> =>
  database.transaction().execute(async (transaction) => {
    // Ids are drawn before they are committed: one that is still on its way would be before this closing, and in none.
    if (isPostgres(transaction)) await sql`lock table order_events in share mode`.execute(transaction);
    const last = await lastClosing(transaction);
    const isOwn = last?.after === after && last.ends_at === until && last.staff_id === staff.id;
    if (!isOwn) {
      if ((last?.id ?? 0) !== after) throw new ApiError('closing_changed');
      const { from, sums, ...span } = await tillSince(transaction, last, until, through);
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('closings')
        .values({
          after,
          starts_at: from,
          ends_at: until,
          since: span.since,
          through: span.through,
          staff_id: staff.id,
          paid: JSON.stringify(sums.paid),
          refunded: JSON.stringify(sums.refunded),
          expected: sums.expected,
          counted,
        })
        // No other one follows the same closing.
        .onConflict((conflict) => conflict.column('after').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) throw new ApiError('closing_changed');
    }
    return closingFrom(await closings(transaction).where('after', '=', after).executeTakeFirstOrThrow());
  });

/** A closing for a spreadsheet whose decimals have a comma, as in Indonesia: fields end with a semicolon. Throws `not_found`. */
export async function closingCsv(database: Database, id: number): Promise<string> {
  const row = await closings(database).where('closings.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  const closing = closingFrom(row);
  const { until } = closing;
  const movements = await movementsIn(database, row);
  const linesOf = (kind: string, sign: 1 | -1) =>
    movements
      .filter(({ rupiah }) => rupiah * sign > 0)
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map(({ at, order_number, way, rupiah, status, queue_number }) => [
        kind,
        shopTime(at),
        order_number,
        way.name,
        rupiah,
        wordOf(status),
        queue_number ?? '',
      ]);
  const rows = [
    ['Jenis', 'Waktu', 'Pesanan', 'Cara bayar', 'Rupiah', 'Status', 'Nomor'],
    ...linesOf('Dibayar', 1),
    ...linesOf('Dikembalikan', -1),
    ...closing.paid.map(({ name, rupiah }) => ['Jumlah dibayar', shopTime(until), '', name, rupiah, '']),
    ...closing.refunded.map(({ name, rupiah }) => ['Jumlah dikembalikan', shopTime(until), '', name, -rupiah, '']),
    ['Tunai seharusnya', shopTime(until), '', 'Tunai', closing.expected, ''],
    ['Tunai dihitung', shopTime(until), '', 'Tunai', closing.counted, closing.by],
    ['Selisih', shopTime(until), '', 'Tunai', closing.counted - closing.expected, ''],
  ];
  return `\ufeff${Papa.unparse(rows, { delimiter: ';', escapeFormulae: formula })}\r\n`;
}
