/** What the counter reads and changes in the database (decisions W2, W3, W7). */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { orderStatuses, type PaymentMethod } from '#core/contract';
import type { CounterOrder, StatusChange, Today } from '#core/counter';
import { isAllowedStep, isPastPayment, undoMs } from '#core/order-steps';
import { paidWithOf, paymentChoices, paymentStateOf } from '#core/payment';
import type { StaffOnDevice } from '../accounts/staff.ts';
import { type Database, type DatabaseTransaction, isPostgres } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { etagOf } from '../http/send-revalidated.ts';
import {
  type Author,
  changeStatus,
  lockedOrder,
  markPaid,
  type OrderEvent,
  writeChange,
} from '../orders/order-changes.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { shopDay } from '../shop-day.ts';
import { counterOrders, isByCourier, lineNames } from './counter-order.ts';

/** The most orders of one board: the newest. */
const maxOnBoard = 1_000;
/** The most orders in one response of the other lists. */
const maxListed = 200;
/** How much later than the counter offers it a step can be undone, in ms: a slow line takes its time. */
const undoSlackMs = 5_000;
const dayMs = 86_400_000;

/** `isUnderWay` of `order-steps.ts`, as the index `orders_unfinished` has it: its statuses must not be parameters. */
const isUnfinished = sql<SqlBool>`status not in ('completed', 'cancelled')`;
/** As the index `orders_finished` has it. */
const isFinished = sql<SqlBool>`status in ('completed', 'cancelled')`;

/** The board as JSON, without what is the reader's own. */
interface WrittenBoard {
  /** The members of `Board`, but `staff` and `now`. */
  json: string;
  etag: string;
}

/** A change by a member of staff; `isReplayed`: it was made before, under this key. */
interface Change {
  order: CounterOrder;
  isReplayed: boolean;
}

/** The orders of a shop at its counter; `now` in ms since 1970, on the process's clock, which is the shop's (`order-number.ts`). */
export class CounterStore {
  readonly #database: Database;
  readonly #check: () => Promise<number>;
  readonly #now: () => number;
  #board: { version: number; from: number; until: number; written: Promise<WrittenBoard> } | undefined;

  /** `look` looks for changes, and resolves with a number that grows with each of them. */
  constructor({ database, check, now }: { database: Database; check: () => Promise<number>; now: () => number }) {
    this.#database = database;
    this.#check = check;
    this.#now = now;
  }

  /** The unfinished orders of 24 hours, the oldest first; written once per change for all staff. */
  async board(): Promise<WrittenBoard> {
    const version = await this.#check();
    const now = this.#now();
    const known = this.#board;
    if (known?.version === version && now >= known.from && now < known.until) return known.written;
    const board = { version, from: now, until: Number.POSITIVE_INFINITY, written: this.#writeBoard(now) };
    this.#board = board;
    try {
      board.until = (await board.written).until;
    } catch (error) {
      this.#board = undefined;
      throw error;
    }
    return board.written;
  }

  /** `until`: when time alone changes it. */
  async #writeBoard(now: number): Promise<WrittenBoard & { until: number }> {
    const finishedToday = this.#finishedToday(now);
    const isDue = finishedToday
      .where('status', '=', 'completed')
      .where('paid_at', 'is', null)
      .where('total_shopping', '>', 0);
    const [rows, unfinished, finished, unpaid] = await Promise.all([
      this.#onBoard(now).selectAll().execute(),
      this.#count(this.#database.selectFrom('orders').where(isUnfinished)),
      this.#count(finishedToday),
      this.#count(isDue),
    ]);
    const orders = await counterOrders(this.#database, rows.toSorted(byAge));
    const json = JSON.stringify({ orders, older: Math.max(0, unfinished - rows.length), finished, unpaid }).slice(
      1,
      -1,
    );
    const leave = rows.map(({ created_at }) => Date.parse(created_at) + dayMs);
    return { json, etag: etagOf(json), until: Math.min(shopDay(now).end, ...leave) };
  }

  #onBoard(now: number) {
    return this.#database
      .selectFrom('orders')
      .where('created_at', '>=', new Date(now - dayMs).toISOString())
      .where(isUnfinished)
      .orderBy('id', 'desc')
      .limit(maxOnBoard);
  }

  /**
   * Unfinished orders that are not on the board, the newest first, and how many there are in all; with `before` those that are older than
   * the order with this number. Throws `invalid_query` when there is no such order.
   */
  older(before: string | undefined) {
    const onBoard = this.#onBoard(this.#now()).select('id');
    const older = this.#database.selectFrom('orders').where(isUnfinished).where('id', 'not in', onBoard);
    return this.#list(older, before);
  }

  /** The orders that were completed or cancelled on the shop's day, the newest first; as `older`. */
  finished(before: string | undefined) {
    return this.#list(this.#finishedToday(this.#now()), before);
  }

  #finishedToday(now: number) {
    const today = new Date(shopDay(now).start).toISOString();
    return this.#database.selectFrom('orders').where(isFinished).where('changed_at', '>=', today);
  }

  async #list(
    orders: SelectQueryBuilder<Tables, 'orders', object>,
    before: string | undefined,
  ): Promise<{ data: CounterOrder[]; count: number }> {
    const last =
      before === undefined
        ? undefined
        : await this.#database.selectFrom('orders').select('id').where('order_number', '=', before).executeTakeFirst();
    if (before !== undefined && !last) throw new ApiError('invalid_query', { message: 'There is no such order.' });
    const [rows, count] = await Promise.all([
      (last ? orders.where('id', '<', last.id) : orders).selectAll().orderBy('id', 'desc').limit(maxListed).execute(),
      this.#count(orders),
    ]);
    return { data: await counterOrders(this.#database, rows), count };
  }

  async #count(orders: SelectQueryBuilder<Tables, 'orders', object>) {
    const { count } = await orders.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(count);
  }

  /**
   * Gives an order another status, notes its payment, or takes the last change of either back. Throws `not_found`, `order_changed` with the
   * order when its status is not `from`, `step_refused`, `reason_missing`, `unknown_payment_method`, and `key_reused`.
   */
  async changeStatus(
    staff: StaffOnDevice,
    number: string,
    { from, to, reason, undo, kind, paid_with }: StatusChange,
    key: string,
  ): Promise<Change> {
    const isPayment = undo ? kind === 'paid' && to !== 'waiting_payment' : to === 'paid' && isPastPayment(from);
    return this.#change(staff, number, key, async (transaction, order, author, earlier) => {
      if (earlier) {
        const isSame = isPayment
          ? earlier.kind === 'paid' || earlier.kind === 'unpaid'
          : earlier.kind === 'status' && earlier.from_status === from && earlier.to_status === to;
        if (!isSame) throw new ApiError('key_reused');
        return order;
      }
      // Whatever the status is by now: it has nothing to do with the payment.
      if (isPayment && undo) return undoPayment(transaction, order, author);
      if (order.status !== from) {
        const [current] = await counterOrders(transaction, [order]);
        throw new ApiError('order_changed', current && { order: current });
      }
      const way = to === 'paid' && paid_with !== undefined ? { paid_with: wayColumn(order, paid_with) } : undefined;
      if (isPayment) return markPaid(transaction, order, way, author);
      const undone = undo ? await lastChange(transaction, number, ['status'], author.now) : undefined;
      const isAllowed = undo
        ? undone?.from_status === to && undone.to_status === from
        : isAllowedStep(from, to, isByCourier(order));
      if (!isAllowed) throw new ApiError('step_refused');
      if (to === 'cancelled' && reason === undefined) throw new ApiError('reason_missing');
      // Going back to waiting has ended the payment; taking that back brings it back.
      const payment = undone && from === 'waiting_payment' ? paymentBefore(undone) : way;
      return changeStatus(transaction, order, { to, reason: (to === 'cancelled' && reason) || null, payment }, author);
    });
  }

  /** Strikes a line of an order, by its name at the counter, or takes that back. Throws `not_found`. */
  async strike(staff: StaffOnDevice, number: string, product: string, isStruck: boolean): Promise<CounterOrder> {
    const { order } = await this.#change(staff, number, null, async (transaction, order, author) => {
      const items: { product: string }[] = JSON.parse(order.order_items);
      if (!lineNames(items).includes(product)) throw new ApiError('not_found');
      const struck: string[] = JSON.parse(order.struck);
      if (struck.includes(product) === isStruck) return order;
      const others = struck.filter((one) => one !== product);
      return writeChange(
        transaction,
        order,
        'line',
        { struck: JSON.stringify(isStruck ? [...others, product] : others) },
        author,
      );
    });
    return order;
  }

  /** Counts a ticket that is printed. Throws `not_found` and `key_reused`. */
  async countPrint(staff: StaffOnDevice, number: string, key: string): Promise<Change> {
    return this.#change(staff, number, key, async (transaction, order, author, earlier) => {
      if (earlier && earlier.kind !== 'print') throw new ApiError('key_reused');
      return earlier ? order : writeChange(transaction, order, 'print', { prints: order.prints + 1 }, author);
    });
  }

  /** Has `work` change a locked order; `earlier` is the change that was made under this key before. */
  async #change(
    staff: StaffOnDevice,
    number: string,
    key: string | null,
    work: (
      transaction: DatabaseTransaction,
      order: OrderRow,
      author: Author,
      earlier: Pick<OrderEvent, 'kind' | 'from_status' | 'to_status'> | undefined,
    ) => Promise<OrderRow>,
  ): Promise<Change> {
    const author = { staffId: staff.id, key, now: this.#now() };
    const { row, hasChanged, isReplayed } = await this.#database.transaction().execute(async (transaction) => {
      const order = await lockedOrder(transaction, number);
      if (!order) throw new ApiError('not_found');
      const earlier =
        key === null
          ? undefined
          : await transaction
              .selectFrom('order_events')
              .select(['kind', 'from_status', 'to_status'])
              .where('order_number', '=', number)
              .where('staff_id', '=', staff.id)
              .where('key', '=', key)
              .executeTakeFirst();
      const row = await work(transaction, order, author, earlier);
      return { row, hasChanged: row.revision !== order.revision, isReplayed: earlier !== undefined };
    });
    if (hasChanged) void this.#check().catch(() => {});
    const [order] = await counterOrders(this.#database, [row]);
    if (!order) throw new Error('An order that was changed just now is not there.');
    return { order, isReplayed };
  }

  /** What was ordered on the shop's day. */
  async today(): Promise<Today> {
    const { day, start } = shopDay(this.#now());
    const since = new Date(start).toISOString();
    const json = (column: 'payment_method' | 'paid_with') =>
      isPostgres(this.#database) ? sql`${sql.ref(column)}::json` : sql.ref(column);
    const lines = isPostgres(this.#database)
      ? sql`json_array_elements(order_items::json)`
      : sql`json_each(order_items)`;
    const [groups, sold] = await Promise.all([
      sql<Group>`select status, paid, free, id, max(name) as name, count(*) as orders, sum(total_shopping) as rupiah
        from (select status, total_shopping,
            case when paid_at is null then 0 else 1 end as paid,
            case when total_shopping = 0 then 1 else 0 end as free,
            coalesce(${json('paid_with')}->>'_id', ${json('payment_method')}->>'_id') as id,
            coalesce(${json('paid_with')}->>'name', ${json('payment_method')}->>'name') as name
          from orders where created_at >= ${since}) as today
        group by status, paid, free, id`.execute(this.#database),
      sql<{
        name: string;
        qty: number;
      }>`select max(coalesce(value->>'base', value->>'name')) as name, sum(cast(value->>'qty' as integer)) as qty
        from orders, ${lines} where created_at >= ${since} and status <> 'cancelled'
        group by value->>'product' order by qty desc, name limit 10`.execute(this.#database),
    ]);
    return {
      day,
      ...sumsOf(groups.rows),
      bestSold: sold.rows.map(({ name, qty }) => ({ name, qty: Number(qty) })),
    };
  }
}

/** Orders of a day that are alike, as both databases sum them. */
interface Group {
  status: string;
  paid: 0 | 1;
  free: 0 | 1;
  /** Of the way to pay. */
  id: string;
  name: string;
  orders: number | string;
  rupiah: number | string;
}

type Amount = { orders: number; rupiah: number };

/** What is paid, open and cancelled are different sums: none of them is ever added to another (decision W2). */
function sumsOf(groups: readonly Group[]): Pick<Today, 'money' | 'byStatus' | 'byPayment'> {
  const money = { paid: none(), due: none(), refund: none(), cancelled: none() };
  const byStatus = new Map<string, Amount>();
  const byPayment = new Map<string, Amount>();
  const addTo = (sums: Map<string, Amount>, name: string, amount: Amount) =>
    sums.set(name, plus(sums.get(name) ?? none(), amount));
  for (const { status, paid, free, id, name, ...sums } of groups) {
    const amount = { orders: Number(sums.orders), rupiah: Number(sums.rupiah) };
    const state = paymentStateOf({ status, paid: paid === 1, isFree: free === 1 });
    const kind = state === 'free' ? 'paid' : (state ?? 'cancelled');
    money[kind] = plus(money[kind], amount);
    addTo(byStatus, status, { ...amount, rupiah: paid === 1 ? amount.rupiah : 0 });
    if (state === 'paid') addTo(byPayment, paidWithOf({ _id: id, name }).name, amount);
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

const byAge = (one: OrderRow, other: OrderRow) =>
  one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : one.id - other.id;

/** In the order of their way; those that this version does not know (-1) become the largest number. */
const rankOf = (status: string) => (orderStatuses as readonly string[]).indexOf(status) >>> 0;

/** The last change of these kinds, if a member of staff has just made it: it can be taken back. */
async function lastChange(
  transaction: DatabaseTransaction,
  number: string,
  kinds: OrderEvent['kind'][],
  now: number,
): Promise<OrderEvent | undefined> {
  const last = await transaction
    .selectFrom('order_events')
    .selectAll()
    .where('order_number', '=', number)
    .where('kind', 'in', kinds)
    // Without a new order, and a reason that was given later.
    .where((row) => row.or([row('kind', '<>', 'status'), row('from_status', '<>', row.ref('to_status'))]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.staff_id === null) return undefined;
  // Not endless when the clock was set back meanwhile (fault F15).
  return Math.abs(now - Date.parse(last.at)) <= undoMs + undoSlackMs ? last : undefined;
}

/** Takes back that an order was marked as paid, or in which way. Throws `step_refused` when it was not just now, or a step came in between. */
async function undoPayment(transaction: DatabaseTransaction, order: OrderRow, author: Author) {
  const undone = await lastChange(transaction, order.order_number, ['paid', 'unpaid'], author.now);
  if (undone?.kind !== 'paid' || order.paid_at !== (undone.paid_at ?? undone.at)) throw new ApiError('step_refused');
  return writeChange(transaction, order, undone.paid_at === null ? 'unpaid' : 'paid', paymentBefore(undone), author);
}

const paymentBefore = ({ paid_at, paid_with }: OrderEvent) => ({ paid_at, paid_with });

/** `paid_with` of a row for one of the order's ways to pay. Throws `unknown_payment_method`. */
function wayColumn({ payment_method }: OrderRow, id: string) {
  const chosen: PaymentMethod = JSON.parse(payment_method);
  const way = paymentChoices(chosen).find(({ _id }) => _id === id);
  if (!way) throw new ApiError('unknown_payment_method');
  return id === chosen._id ? null : JSON.stringify(way);
}
