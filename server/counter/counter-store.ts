/** What the counter reads and changes in the database (decisions W2, W3, W7). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { orderStatuses } from '#core/contract';
import type { Board, CounterOrder, StatusChange, Today } from '#core/counter';
import { isAllowedStep, undoMs } from '#core/order-steps';
import type { StaffOnDevice } from '../accounts/staff.ts';
import { type Database, type DatabaseTransaction, isPostgres } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { OrderRevision } from '../orders/order-change-feed.ts';
import { type Author, changeStatus, lockedOrder, writeChange } from '../orders/order-changes.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { counterOrders, isByCourier } from './counter-order.ts';

/** The most orders of one board; of more, unfinished ones and then the newest are shown. */
const maxOnBoard = 1_000;
/** The most older orders in one response. */
const maxOlder = 200;
/** How much later than the counter offers it a step can be undone, in ms: a slow line takes its time. */
const undoSlackMs = 5_000;
const dayMs = 86_400_000;

/** `isUnderWay` of `order-steps.ts`, as the index `orders_unfinished` has it: its statuses must not be parameters. */
const isUnfinished = sql<SqlBool>`status not in ('completed', 'cancelled')`;

/** A change by a member of staff; `isReplayed`: it was made before, under this key. */
interface Change {
  order: CounterOrder;
  isReplayed: boolean;
}

/** The orders of a shop at its counter; `now` in ms since 1970, on the process's clock, which is the shop's (`order-number.ts`). */
export class CounterStore {
  readonly #database: Database;
  readonly #onChange: (order: OrderRevision) => void;
  readonly #now: () => number;

  /** `onChange` is called when an order has changed. */
  constructor({
    database,
    onChange,
    now,
  }: { database: Database; onChange: (order: OrderRevision) => void; now: () => number }) {
    this.#database = database;
    this.#onChange = onChange;
    this.#now = now;
  }

  /** Today's orders and unfinished ones of 24 hours. */
  async board({ id, name }: StaffOnDevice): Promise<Board> {
    const now = this.#now();
    const { today, from } = this.#times(now);
    const [rows, older] = await Promise.all([
      this.#database
        .selectFrom('orders')
        .selectAll()
        .where('created_at', '>=', from)
        .where((row) => row.or([row('created_at', '>=', today), isUnfinished]))
        .orderBy(isUnfinished, 'desc')
        .orderBy('id', 'desc')
        .limit(maxOnBoard)
        .execute(),
      this.#countOlder(from),
    ]);
    return {
      staff: { id, name },
      now: new Date(now).toISOString(),
      orders: await counterOrders(this.#database, rows.toSorted(byAge)),
      older,
    };
  }

  /** Unfinished orders that are too old for the board, the newest first, and how many there are in all. */
  async older(): Promise<{ data: CounterOrder[]; count: number }> {
    const { from } = this.#times(this.#now());
    const [rows, count] = await Promise.all([
      this.#database
        .selectFrom('orders')
        .selectAll()
        .where('created_at', '<', from)
        .where(isUnfinished)
        .orderBy('created_at', 'desc')
        .limit(maxOlder)
        .execute(),
      this.#countOlder(from),
    ]);
    return { data: await counterOrders(this.#database, rows), count };
  }

  /** When the shop's day began, and from when on orders are on the board. */
  #times(now: number) {
    const today = startOfDay(now);
    return { today: today.toISOString(), from: new Date(Math.min(today.getTime(), now - dayMs)).toISOString() };
  }

  async #countOlder(from: string) {
    const { count } = await this.#database
      .selectFrom('orders')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('created_at', '<', from)
      .where(isUnfinished)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /**
   * Gives an order another status, or takes the last change back. Throws `not_found`, `order_changed` with the order when its status is not
   * `from`, `step_refused`, `reason_missing`, and `key_reused`.
   */
  async changeStatus(
    staff: StaffOnDevice,
    number: string,
    { from, to, reason, undo }: StatusChange,
    key: string,
  ): Promise<Change> {
    return this.#change(staff, number, key, async (transaction, order, author, earlier) => {
      if (earlier) {
        if (earlier.from_status !== from || earlier.to_status !== to) throw new ApiError('key_reused');
        return order;
      }
      if (order.status !== from) {
        const [current] = await counterOrders(transaction, [order]);
        throw new ApiError('order_changed', current && { order: current });
      }
      const isAllowed = undo
        ? await isUndoing(transaction, number, { from, to, now: author.now })
        : isAllowedStep(from, to, isByCourier(order));
      if (!isAllowed) throw new ApiError('step_refused');
      if (to === 'cancelled' && reason === undefined) throw new ApiError('reason_missing');
      return changeStatus(transaction, order, { to, reason: (to === 'cancelled' && reason) || null }, author);
    });
  }

  /** Strikes a line of an order, or takes that back. Throws `not_found`. */
  async strike(staff: StaffOnDevice, number: string, product: string, isStruck: boolean): Promise<CounterOrder> {
    const { order } = await this.#change(staff, number, null, async (transaction, order, author) => {
      const items: { product: string }[] = JSON.parse(order.order_items);
      if (!items.some((item) => item.product === product)) throw new ApiError('not_found');
      const struck: string[] = JSON.parse(order.struck);
      if (struck.includes(product) === isStruck) return order;
      const others = struck.filter((one) => one !== product);
      return writeChange(
        transaction,
        order,
        { struck: JSON.stringify(isStruck ? [...others, product] : others) },
        author,
      );
    });
    return order;
  }

  /** Counts a ticket that is printed: an event between two equal statuses. Throws `not_found` and `key_reused`. */
  async countPrint(staff: StaffOnDevice, number: string, key: string): Promise<Change> {
    return this.#change(staff, number, key, async (transaction, order, author, earlier) => {
      if (earlier && earlier.from_status !== earlier.to_status) throw new ApiError('key_reused');
      return earlier ? order : writeChange(transaction, order, { prints: order.prints + 1 }, author);
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
      earlier: { from_status: string | null; to_status: string } | undefined,
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
              .select(['from_status', 'to_status'])
              .where('order_number', '=', number)
              .where('staff_id', '=', staff.id)
              .where('key', '=', key)
              .executeTakeFirst();
      const row = await work(transaction, order, author, earlier);
      return { row, hasChanged: row.revision !== order.revision, isReplayed: earlier !== undefined };
    });
    if (hasChanged) this.#onChange({ order_number: number, revision: row.revision });
    const [order] = await counterOrders(this.#database, [row]);
    if (!order) throw new Error('An order that was changed just now is not there.');
    return { order, isReplayed };
  }

  /** What was ordered on the shop's day. */
  async today(): Promise<Today> {
    const start = startOfDay(this.#now());
    const today = this.#database.selectFrom('orders').where('created_at', '>=', start.toISOString());
    const method: RawBuilder<string> = isPostgres(this.#database)
      ? sql`payment_method::json->>'name'`
      : sql`payment_method->>'name'`;
    const lines = isPostgres(this.#database)
      ? sql`json_array_elements(order_items::json)`
      : sql`json_each(order_items)`;
    const [statuses, payments, sold] = await Promise.all([
      today
        .select(({ fn }) => [
          'status as name',
          fn.countAll<number>().as('orders'),
          fn.sum<number>('total_shopping').as('rupiah'),
        ])
        .groupBy('status')
        .execute(),
      today
        .where('status', '!=', 'cancelled')
        .select(({ fn }) => [
          method.as('name'),
          fn.countAll<number>().as('orders'),
          fn.sum<number>('total_shopping').as('rupiah'),
        ])
        .groupBy(method)
        .orderBy('orders', 'desc')
        .execute(),
      sql<{ name: string; qty: number }>`select max(value->>'name') as name, sum(cast(value->>'qty' as integer)) as qty
        from orders, ${lines} where created_at >= ${start.toISOString()} and status <> 'cancelled'
        group by value->>'product' order by qty desc, name limit 10`.execute(this.#database),
    ]);
    const numbers = ({ name, orders, rupiah }: (typeof statuses)[number]) => ({
      name,
      orders: Number(orders),
      rupiah: Number(rupiah),
    });
    return {
      day: [start.getFullYear(), start.getMonth() + 1, start.getDate()].map((n) => `${n}`.padStart(2, '0')).join('-'),
      byStatus: statuses.map(numbers).toSorted((one, other) => rankOf(one.name) - rankOf(other.name)),
      byPayment: payments.map(numbers),
      bestSold: sold.rows.map(({ name, qty }) => ({ name, qty: Number(qty) })),
    };
  }
}

/** On the clock of the process, which is the shop's (`openShop`): an `Intl.DateTimeFormat` would load 6 MB of tables. */
function startOfDay(now: number) {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return start;
}

const byAge = (one: OrderRow, other: OrderRow) =>
  one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : one.id - other.id;

/** In the order of their way; those that this version does not know (-1) become the largest number. */
const rankOf = (status: string) => (orderStatuses as readonly string[]).indexOf(status) >>> 0;

/** Whether this takes back the last change of an order's status, which a member of staff has just made. */
async function isUndoing(
  transaction: DatabaseTransaction,
  number: string,
  { from, to, now }: { from: string; to: string; now: number },
) {
  const last = await transaction
    .selectFrom('order_events')
    .select(['at', 'staff_id', 'from_status', 'to_status'])
    .where('order_number', '=', number)
    .whereRef('from_status', '!=', 'to_status')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.staff_id === null || last.from_status !== to || last.to_status !== from) return false;
  // Not endless when the clock was set back meanwhile (fault F15).
  return Math.abs(now - Date.parse(last.at)) <= undoMs + undoSlackMs;
}
