/** What was taken: the sums of a day, and closing the till (decision W13). */
import Papa from 'papaparse';
import type { Closing, ClosingRequest, OpenTill, Today } from '#core/counter';
import { orderStatuses } from '#core/order-contract';
import { paymentStateOf, tillId } from '#core/payment';
import { wordOf } from '#core/status-words';
import type { StaffOnDevice } from '../accounts/staff.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { formula } from '../menu/menu-cells.ts';
import { countOf } from '../orders/order-list.ts';
import { type OrderRow, wayOf } from '../orders/order-row.ts';
import type { PricedItem } from '../orders/pricing.ts';
import { dayOf, shopDay, startOfDay } from '../shop-day.ts';

interface Span {
  from: string;
  until: string;
}

const isoOf = (moment: number) => new Date(moment).toISOString();

type Amount = { orders: number; rupiah: number };
type WaySum = Amount & { _id: string; name: string };

/** Which column says how an order was paid, or paid back; null where that is the way its customer chose. */
const wayColumns = { paid_at: 'paid_with', refunded_at: 'refunded_with' } as const;
type Moment = keyof typeof wayColumns;

/** The sums of a day, by default of the one at `now`: what was paid on it, and what was ordered on it. Throws `invalid_query`. */
export async function takingsOf(database: Database, now: number, asked?: string): Promise<Today> {
  const { day, start, end } = shopDay(asked === undefined ? now : startOfDay(asked));
  if (asked !== undefined && day !== asked) throw new ApiError('invalid_query', { message: 'There is no such day.' });
  const span = { from: isoOf(start), until: isoOf(end) };
  const isThen = (moment: string | null) => moment !== null && moment >= span.from && moment < span.until;
  const [orders, refunded] = await Promise.all([
    database
      .selectFrom('orders')
      .selectAll()
      .where(({ or, between }) =>
        or([between('created_at', span.from, span.until), between('paid_at', span.from, span.until)]),
      )
      .execute(),
    waySums(database, 'refunded_at', span),
  ]);
  return {
    day,
    ...sumsOf(orders, isThen),
    refunded: refunded.map(({ _id, ...sum }) => sum),
    bestSold: bestSoldOf(orders.filter((order) => isThen(order.created_at) && order.status !== 'cancelled')),
  };
}

/** What is paid, open and cancelled are different sums: none of them is ever added to another (decision W2). */
function sumsOf(
  orders: readonly OrderRow[],
  isThen: (moment: string | null) => boolean,
): Pick<Today, 'money' | 'byStatus' | 'byPayment'> {
  const money = { paid: none(), due: none(), refund: none(), cancelled: none() };
  const byStatus = new Map<string, Amount>();
  const byPayment = new Map<string, Amount>();
  for (const order of orders) {
    const { status, created_at, paid_at, paid_with, refunded_at, total_shopping } = order;
    const state = paymentStateOf({ status, paid: paid_at !== null, isFree: total_shopping === 0 });
    if (isThen(paid_at)) {
      // Of Rp0 nothing was paid, in no way.
      if (state === 'paid') {
        add(money.paid, total_shopping);
        add(sumIn(byPayment, wayOf(order, paid_with).name), total_shopping);
      }
      if (state === 'refund' && refunded_at === null) add(money.refund, total_shopping);
    }
    if (isThen(created_at)) {
      if (state === 'due') add(money.due, total_shopping);
      if (state === undefined) add(money.cancelled, total_shopping);
      add(sumIn(byStatus, status), paid_at === null ? 0 : total_shopping);
    }
  }
  const listed = (sums: Map<string, Amount>) => [...sums].map(([name, amount]) => ({ name, ...amount }));
  return {
    money,
    byStatus: listed(byStatus).toSorted((one, other) => rankOf(one.name) - rankOf(other.name)),
    byPayment: listed(byPayment).toSorted((one, other) => other.orders - one.orders),
  };
}

const none = (): Amount => ({ orders: 0, rupiah: 0 });

function add(sum: Amount, rupiah: number, orders = 1) {
  sum.orders += orders;
  sum.rupiah += rupiah;
}

function sumIn<Key>(sums: Map<Key, Amount>, key: Key): Amount {
  const sum = sums.get(key) ?? none();
  sums.set(key, sum);
  return sum;
}

/** In the order of their way; those that this version does not know (-1) become the largest number. */
const rankOf = (status: string) => (orderStatuses as readonly string[]).indexOf(status) >>> 0;

function bestSoldOf(orders: readonly OrderRow[]): Today['bestSold'] {
  const sold = new Map<string, { name: string; qty: number }>();
  for (const { product, base, name, qty } of orders.flatMap(({ order_items }): PricedItem[] => JSON.parse(order_items)))
    sold.set(product, { name: base ?? name, qty: qty + (sold.get(product)?.qty ?? 0) });
  return [...sold.values()]
    .toSorted((one, other) => other.qty - one.qty || (one.name < other.name ? -1 : 1))
    .slice(0, 10);
}

/** What each order's payment was at `until`, of those that were changed since: an event says what it was before. */
async function paymentsBefore(database: Database, until: string) {
  const events = await database
    .selectFrom('order_events')
    .select(['order_number', 'paid_at as at', 'paid_with as way'])
    .where('id', '>', (row) =>
      row.selectFrom('order_events').select('id').where('at', '<', until).orderBy('id', 'desc').limit(1),
    )
    .orderBy('id', 'desc')
    .execute();
  // The first change since then replaces the later ones.
  return new Map(events.map(({ order_number, ...payment }) => [order_number, payment]));
}

/**
 * What was paid, or paid back, as it was at the end of that time; also of orders that were cancelled afterwards: the money is there. A
 * closing's sums and its file are of these.
 */
async function paymentsIn(database: Database, moment: Moment, { from, until }: Span) {
  const isThen = (at: string | null): at is string => at !== null && at >= from && at < until;
  const before = moment === 'paid_at' ? await paymentsBefore(database, until) : undefined;
  const changed = [...(before ?? [])].flatMap(([number, { at }]) => (isThen(at) ? number : []));
  const orders = await database
    .selectFrom('orders')
    .select(['order_number', 'queue_number', 'total_shopping', 'status', 'payment_method'])
    .select([`${moment} as at`, `${wayColumns[moment]} as way`])
    .where(({ or, between, eb }) =>
      or([between(moment, from, until), ...(changed.length > 0 ? [eb('order_number', 'in', changed)] : [])]),
    )
    .where('total_shopping', '>', 0)
    .execute();
  return orders.flatMap((order) => {
    const { at, way } = before?.get(order.order_number) ?? order;
    return isThen(at) ? { ...order, at, way: wayOf(order, way) } : [];
  });
}

async function waySums(database: Database, moment: Moment, span: Span): Promise<WaySum[]> {
  const sums = new Map<string, WaySum>();
  for (const { way, total_shopping } of await paymentsIn(database, moment, span)) {
    const sum = sums.get(way._id) ?? { ...way, ...none() };
    add(sum, total_shopping);
    sums.set(way._id, sum);
  }
  return [...sums.values()].toSorted((one, other) => other.rupiah - one.rupiah);
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
const unpaidOrders = (database: Database, from: string) =>
  countOf(
    database
      .selectFrom('orders')
      .where('paid_at', 'is', null)
      .where('total_shopping', '>', 0)
      .where('status', '<>', 'cancelled')
      .where((row) => row.or([row('status', '<>', 'completed'), row('changed_at', '>=', from)])),
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
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('closings')
      .values({
        after,
        starts_at: from,
        ends_at: until,
        staff_id: staff.id,
        paid: JSON.stringify(paid),
        refunded: JSON.stringify(refunded),
        expected,
        counted,
      })
      // No other one follows the same closing.
      .onConflict((conflict) => conflict.column('after').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw new ApiError('closing_changed');
  }
  return closingFrom(await closings(database).where('after', '=', after).executeTakeFirstOrThrow());
}

/** A closing for a spreadsheet whose decimals have a comma, as in Indonesia: fields end with a semicolon. Throws `not_found`. */
export async function closingCsv(database: Database, id: number): Promise<string> {
  const row = await closings(database).where('closings.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  const closing = closingFrom(row);
  const { until } = closing;
  const linesOf = async (kind: string, sign: 1 | -1, moment: Moment) => {
    const payments = await paymentsIn(database, moment, closing);
    return payments
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map(({ at, order_number, way, total_shopping, status, queue_number }) => [
        kind,
        localTime(at),
        order_number,
        way.name,
        sign * total_shopping,
        wordOf(status),
        queue_number ?? '',
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
