/** What was taken: the sums of a day, and closing the till (decision W13). */
import { sql } from 'kysely';
import Papa from 'papaparse';
import type { Closing, ClosingRequest, OpenTill, Today } from '#core/counter';
import { orderStatuses } from '#core/order-contract';
import { paidWithOf, paymentStateOf, tillId } from '#core/payment';
import { wordOf } from '#core/status-words';
import type { StaffOnDevice } from '../accounts/staff.ts';
import { type Database, type DatabaseTransaction, isPostgres } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { formula } from '../menu/menu-cells.ts';
import { dayOf, shopDay, startOfDay } from '../shop-day.ts';

/** From `from` to before `until`, ISO 8601 in UTC. */
interface Span {
  from: string;
  until: string;
}

const isoOf = (moment: number) => new Date(moment).toISOString();

type Amount = { orders: number; rupiah: number };
type Sum = Amount & { name: string };
type WaySum = Sum & { _id: string };

/** A way to pay as it is in a column; `paid_with` and `refunded_with` are null where it is that of the order. */
const wayOf = (database: Database, column: 'payment_method' | 'paid_with' | 'refunded_with', key: '_id' | 'name') =>
  isPostgres(database)
    ? sql<string>`${sql.ref(column)}::json->>${sql.lit(key)}`
    : sql<string>`${sql.ref(column)}->>${sql.lit(`$.${key}`)}`;

/** How an order was really paid. */
const paidWay = (database: Database, key: '_id' | 'name') =>
  sql<string>`coalesce(${wayOf(database, 'paid_with', key)}, ${wayOf(database, 'payment_method', key)})`;

/** The sums of a day, by default of the one at `now`: what was paid on it, and what was ordered on it. Throws `invalid_query`. */
export async function takingsOf(database: Database, now: number, asked?: string): Promise<Today> {
  const { day, start, end } = shopDay(asked === undefined ? now : startOfDay(asked));
  if (asked !== undefined && day !== asked) throw new ApiError('invalid_query', { message: 'There is no such day.' });
  const span = { from: isoOf(start), until: isoOf(end) };
  const lines = isPostgres(database) ? sql`json_array_elements(order_items::json)` : sql`json_each(order_items)`;
  const [groups, refunded, sold] = await Promise.all([
    sql<Group>`select status, paid, free, refunded, ordered_now, paid_now, id, max(name) as name,
        count(*) as orders, sum(total_shopping) as rupiah
      from (select status, total_shopping,
          case when paid_at is null then 0 else 1 end as paid,
          case when total_shopping = 0 then 1 else 0 end as free,
          case when refunded_at is null then 0 else 1 end as refunded,
          case when created_at >= ${span.from} and created_at < ${span.until} then 1 else 0 end as ordered_now,
          case when paid_at >= ${span.from} and paid_at < ${span.until} then 1 else 0 end as paid_now,
          ${paidWay(database, '_id')} as id, ${paidWay(database, 'name')} as name
        from orders where (created_at >= ${span.from} and created_at < ${span.until})
          or (paid_at >= ${span.from} and paid_at < ${span.until})) as orders_of_day
      group by status, paid, free, refunded, ordered_now, paid_now, id`.execute(database),
    waySums(database, 'refunded_at', span),
    sql<{ name: string; qty: number }>`select max(coalesce(value->>'base', value->>'name')) as name,
        sum(cast(value->>'qty' as integer)) as qty
      from orders, ${lines} where created_at >= ${span.from} and created_at < ${span.until} and status <> 'cancelled'
      group by value->>'product' order by qty desc, name limit 10`.execute(database),
  ]);
  return {
    day,
    ...sumsOf(groups.rows),
    refunded: refunded.map(({ _id, ...sum }) => sum),
    bestSold: sold.rows.map(({ name, qty }) => ({ name, qty: Number(qty) })),
  };
}

/** Orders that are alike, as both databases sum them. */
interface Group {
  status: string;
  paid: 0 | 1;
  free: 0 | 1;
  refunded: 0 | 1;
  /** Whether they were ordered, or paid, on the day. */
  ordered_now: 0 | 1;
  paid_now: 0 | 1;
  /** Of the way to pay. */
  id: string;
  name: string;
  orders: number | string;
  rupiah: number | string;
}

/** What is paid, open and cancelled are different sums: none of them is ever added to another (decision W2). */
function sumsOf(groups: readonly Group[]): Pick<Today, 'money' | 'byStatus' | 'byPayment'> {
  const money = { paid: none(), due: none(), refund: none(), cancelled: none() };
  const byStatus = new Map<string, Amount>();
  const byPayment = new Map<string, Amount>();
  const addTo = (sums: Map<string, Amount>, name: string, amount: Amount) =>
    sums.set(name, plus(sums.get(name) ?? none(), amount));
  for (const { status, paid, free, refunded, ordered_now, paid_now, id, name, ...sums } of groups) {
    const amount = { orders: Number(sums.orders), rupiah: Number(sums.rupiah) };
    const state = paymentStateOf({ status, paid: paid === 1, isFree: free === 1 });
    const isPaid = state === 'paid' || state === 'free';
    if (isPaid && paid_now) money.paid = plus(money.paid, amount);
    if (state === 'paid' && paid_now) addTo(byPayment, paidWithOf({ _id: id, name }).name, amount);
    if (state === 'refund' && paid_now && !refunded) money.refund = plus(money.refund, amount);
    if (state === 'due' && ordered_now) money.due = plus(money.due, amount);
    if (state === undefined && ordered_now) money.cancelled = plus(money.cancelled, amount);
    if (ordered_now) addTo(byStatus, status, { ...amount, rupiah: paid === 1 ? amount.rupiah : 0 });
  }
  const listed = (sums: Map<string, Amount>) => [...sums].map(([name, amount]) => ({ name, ...amount }));
  return {
    money,
    byStatus: listed(byStatus).toSorted((one, other) => rankOf(one.name) - rankOf(other.name)),
    byPayment: listed(byPayment).toSorted((one, other) => other.orders - one.orders),
  };
}

const none = (): Amount => ({ orders: 0, rupiah: 0 });
const plus = (one: Amount, other: Amount): Amount => ({
  orders: one.orders + other.orders,
  rupiah: one.rupiah + other.rupiah,
});

/** In the order of their way; those that this version does not know (-1) become the largest number. */
const rankOf = (status: string) => (orderStatuses as readonly string[]).indexOf(status) >>> 0;

/** The way of what was paid, or paid back. */
const wayAt = (database: Database, moment: 'paid_at' | 'refunded_at', key: '_id' | 'name') =>
  moment === 'paid_at' ? paidWay(database, key) : wayOf(database, 'refunded_with', key);

/** What was paid, or paid back, by each way; also of orders that were cancelled afterwards: the money is there. */
async function waySums(
  database: Database,
  moment: 'paid_at' | 'refunded_at',
  { from, until }: Span,
): Promise<WaySum[]> {
  const way = wayAt(database, moment, '_id');
  const rows = await database
    .selectFrom('orders')
    .select(({ fn }) => [
      way.as('_id'),
      sql<string>`max(${wayAt(database, moment, 'name')})`.as('name'),
      fn.countAll().as('orders'),
      fn.sum('total_shopping').as('rupiah'),
    ])
    .where(moment, '>=', from)
    .where(moment, '<', until)
    .where('total_shopping', '>', 0)
    .groupBy(way)
    .execute();
  return rows
    .map(({ _id, name, orders, rupiah }) => ({
      ...paidWithOf({ _id, name }),
      orders: Number(orders),
      rupiah: Number(rupiah),
    }))
    .toSorted((one, other) => other.rupiah - one.rupiah);
}

const cashIn = (sums: readonly WaySum[]) => sums.find(({ _id }) => _id === tillId)?.rupiah ?? 0;

/** What a closing covers: everything since the last one, or since the day began. */
async function tillSince(database: Database, last: { id: number; ends_at: string } | undefined, until: string) {
  const from = last?.ends_at ?? isoOf(shopDay(Date.parse(until)).start);
  const [paid, refunded] = await Promise.all([
    waySums(database, 'paid_at', { from, until }),
    waySums(database, 'refunded_at', { from, until }),
  ]);
  return { after: last?.id ?? 0, from, until, paid, refunded, expected: cashIn(paid) - cashIn(refunded) };
}

const lastClosing = (database: Database) =>
  database.selectFrom('closings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** What the next closing would cover, and the closings before it, the newest first. */
export async function till(database: Database, now: number): Promise<{ open: OpenTill; data: Closing[] }> {
  const [last, rows] = await Promise.all([
    lastClosing(database),
    closings(database).orderBy('closings.id', 'desc').limit(60).execute(),
  ]);
  const open = await tillSince(database, last, isoOf(now));
  return { open: { ...open, unpaid: await unpaidOrders(database, open.from) }, data: rows.map(closingFrom) };
}

/** How many orders are still to be paid: unfinished ones of any age, and those that were completed since `from`. */
async function unpaidOrders(database: Database, from: string) {
  const { orders } = await database
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll().as('orders'))
    .where('paid_at', 'is', null)
    .where('total_shopping', '>', 0)
    .where('status', '<>', 'cancelled')
    .where((row) => row.or([row('status', '<>', 'completed'), row('changed_at', '>=', from)]))
    .executeTakeFirstOrThrow();
  return Number(orders);
}

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
 * Closes the till as it was at `until`, when its owner counted: what was paid since belongs to the next closing. Asked twice, it is one
 * closing. Throws `closing_changed` when another device was faster, and `invalid_body`.
 */
export async function closeTill(
  database: Database,
  staff: StaffOnDevice,
  { after, until, counted }: ClosingRequest,
  now: number,
): Promise<Closing> {
  const last = await lastClosing(database);
  const isOwn = last?.after === after && last.ends_at === until && last.staff_id === staff.id;
  if (!isOwn) {
    if ((last?.id ?? 0) !== after) throw new ApiError('closing_changed');
    if (Date.parse(until) > now || (last && until < last.ends_at))
      throw new ApiError('invalid_body', { message: 'There is no such time to close the till at.' });
    const { from, paid, refunded, expected } = await tillSince(database, last, until);
    const stored = await database.transaction().execute((transaction) =>
      insertClosing(transaction, {
        after,
        starts_at: from,
        ends_at: until,
        staff_id: staff.id,
        paid: JSON.stringify(paid),
        refunded: JSON.stringify(refunded),
        expected,
        counted,
      }),
    );
    if (!stored) throw new ApiError('closing_changed');
  }
  return closingFrom(await closings(database).where('after', '=', after).executeTakeFirstOrThrow());
}

/** Resolves with whether no other one follows the same closing. */
async function insertClosing(
  transaction: DatabaseTransaction,
  values: Omit<Tables['closings'], 'id'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('closings')
    .values(values)
    .onConflict((conflict) => conflict.column('after').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A closing for a spreadsheet whose decimals have a comma, as in Indonesia: fields end with a semicolon. Throws `not_found`. */
export async function closingCsv(database: Database, id: number): Promise<string> {
  const row = await closings(database).where('closings.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  const closing = closingFrom(row);
  const { from, until } = closing;
  const linesOf = async (kind: string, sign: 1 | -1, moment: 'paid_at' | 'refunded_at') => {
    const orders = await database
      .selectFrom('orders')
      .select(['order_number', 'queue_number', 'total_shopping', 'status', moment])
      .select([wayAt(database, moment, '_id').as('way'), wayAt(database, moment, 'name').as('way_name')])
      .where(moment, '>=', from)
      .where(moment, '<', until)
      .where('total_shopping', '>', 0)
      .orderBy(moment)
      .execute();
    return orders.map((order) => [
      kind,
      localTime(`${order[moment]}`),
      order.order_number,
      paidWithOf({ _id: order.way, name: order.way_name }).name,
      sign * Number(order.total_shopping),
      wordOf(order.status),
      order.queue_number ?? '',
    ]);
  };
  const rows = [
    ['Jenis', 'Waktu', 'Pesanan', 'Cara bayar', 'Rupiah', 'Status', 'Nomor'],
    ...(await linesOf('Dibayar', 1, 'paid_at')),
    ...(await linesOf('Dikembalikan', -1, 'refunded_at')),
    ...closing.paid.map(({ name, rupiah }) => ['Jumlah dibayar', localTime(until), '', name, rupiah, '']),
    ...closing.refunded.map(({ name, rupiah }) => ['Jumlah dikembalikan', localTime(until), '', name, -rupiah, '']),
    ['Tunai seharusnya', localTime(until), '', 'Tunai', closing.expected, ''],
    ['Tunai dihitung', localTime(until), '', 'Tunai', closing.counted, closing.by],
    ['Selisih', localTime(until), '', 'Tunai', closing.counted - closing.expected, ''],
  ];
  return `\ufeff${Papa.unparse(rows, { delimiter: ';', escapeFormulae: formula })}\r\n`;
}

/** '2026-11-28 14:05', on the clock of the process, which is the shop's. */
function localTime(moment: string) {
  const date = new Date(moment);
  const two = (part: number) => `${part}`.padStart(2, '0');
  return `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
