/** What the counter reads of the orders (decisions W2, W7). */
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Board, CounterOrder } from '#core/counter';
import { cancelledByCustomer } from '#core/order-steps';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { pauseAt } from '../menu/menu-snapshot.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { shopDay } from '../shop-day.ts';
import { counterOrders } from './counter-order.ts';

/** The most orders of one board: the newest. */
const maxOnBoard = 1_000;
/** The most orders in one response of the other lists. */
const maxListed = 200;
/** Of how many orders the board says that their customers have cancelled them: a counter is told while it is connected. */
const maxWithdrawn = 20;
const dayMs = 86_400_000;

/** `isUnderWay` of `order-steps.ts`, as the index `orders_unfinished` has it: its statuses must not be parameters. */
const isUnfinished = sql<SqlBool>`status not in ('completed', 'cancelled')`;
/** As the index `orders_finished` has it. */
const isFinished = sql<SqlBool>`status in ('completed', 'cancelled')`;

const isRefundDue = sql<SqlBool>`status = 'cancelled' and paid_at is not null and refunded_at is null`;

interface BoardReaderOptions {
  database: Database;
  menu: MenuCache;
  now: () => number;
}

/** The orders of a shop as its counter lists them; `now` in ms since 1970, on the process's clock, which is the shop's (`shop-day.ts`). */
export class BoardReader {
  readonly #options: BoardReaderOptions;

  constructor(options: BoardReaderOptions) {
    this.#options = options;
  }

  /** The unfinished orders of 24 hours, the oldest first. */
  async board(): Promise<Omit<Board, 'staff' | 'now'>> {
    const now = this.#options.now();
    const finishedToday = this.#finishedToday(now);
    const isDue = finishedToday
      .where('status', '=', 'completed')
      .where('paid_at', 'is', null)
      .where('total_shopping', '>', 0);
    const withdrawnToday = finishedToday.where('status', '=', 'cancelled').where('reason', '=', cancelledByCustomer);
    const [menu, rows, unfinished, finished, unpaid, withdrawn] = await Promise.all([
      this.#options.menu.latest(),
      this.#onBoard(now).selectAll().execute(),
      this.#count(this.#options.database.selectFrom('orders').where(isUnfinished)),
      this.#count(finishedToday),
      this.#count(isDue),
      withdrawnToday.select('order_number').orderBy('changed_at', 'desc').limit(maxWithdrawn).execute(),
    ]);
    const orders = await counterOrders(this.#options.database, rows.toSorted(byAge));
    const pause = pauseAt(menu, now);
    const older = Math.max(0, unfinished - rows.length);
    return {
      orders,
      older,
      finished,
      unpaid,
      withdrawn: withdrawn.map(({ order_number }) => order_number),
      ...(pause && { pause }),
    };
  }

  #onBoard(now: number) {
    return this.#options.database
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
    const onBoard = this.#onBoard(this.#options.now()).select('id');
    const older = this.#options.database.selectFrom('orders').where(isUnfinished).where('id', 'not in', onBoard);
    return this.#list(older, before);
  }

  /** The orders that were completed or cancelled on the shop's day, or still are to be paid back, the newest first; as `older`. */
  finished(before: string | undefined) {
    const today = new Date(shopDay(this.#options.now()).start).toISOString();
    const listed = this.#options.database
      .selectFrom('orders')
      .where(isFinished)
      .where((row) => row.or([row('changed_at', '>=', today), row.and([isRefundDue, row('total_shopping', '>', 0)])]));
    return this.#list(listed, before);
  }

  #finishedToday(now: number) {
    const today = new Date(shopDay(now).start).toISOString();
    return this.#options.database.selectFrom('orders').where(isFinished).where('changed_at', '>=', today);
  }

  async #list(
    orders: SelectQueryBuilder<Tables, 'orders', object>,
    before: string | undefined,
  ): Promise<{ data: CounterOrder[]; count: number }> {
    const last =
      before === undefined
        ? undefined
        : await this.#options.database
            .selectFrom('orders')
            .select('id')
            .where('order_number', '=', before)
            .executeTakeFirst();
    if (before !== undefined && !last) throw new ApiError('invalid_query', { message: 'There is no such order.' });
    const [rows, count] = await Promise.all([
      (last ? orders.where('id', '<', last.id) : orders).selectAll().orderBy('id', 'desc').limit(maxListed).execute(),
      this.#count(orders),
    ]);
    return { data: await counterOrders(this.#options.database, rows), count };
  }

  async #count(orders: SelectQueryBuilder<Tables, 'orders', object>) {
    const { count } = await orders.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(count);
  }

  /** An order that was placed just now. */
  async order(number: string): Promise<CounterOrder> {
    const row = await this.#options.database
      .selectFrom('orders')
      .selectAll()
      .where('order_number', '=', number)
      .executeTakeFirstOrThrow();
    const [order] = await counterOrders(this.#options.database, [row]);
    if (!order) throw new Error('An order that was placed just now is not there.');
    return order;
  }
}

const byAge = (one: OrderRow, other: OrderRow) =>
  one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : one.id - other.id;
