/** What the counter reads of the orders (decisions W2, W7). */
import { type SqlBool, sql } from 'kysely';
import type { Board } from '#core/counter';
import { cancelledByCustomer } from '#core/order-steps';
import type { Context } from '../context.ts';
import type { Database } from '../database/open.ts';
import { pauseAt } from '../menu/menu-snapshot.ts';
import { countOf, type Orders, pageOf } from '../orders/order-list.ts';
import { shopDay } from '../shop-day.ts';
import { counterOrders } from './counter-order.ts';

const maxOnBoard = 1_000;
/** Of how many orders the board says that their customers have cancelled them: a counter is told while it is connected. */
const maxWithdrawn = 20;
const dayMs = 86_400_000;

/** Not `isFinal` of `order-steps.ts`, as the index `orders_unfinished` has it: its statuses must not be parameters. */
const isUnfinished = sql<SqlBool>`status not in ('completed', 'cancelled')`;
/** As the index `orders_finished` has it. */
const isFinished = sql<SqlBool>`status in ('completed', 'cancelled')`;

const isRefundDue = sql<SqlBool>`(status = 'cancelled' and paid_at is not null and refunded_at is null and total_shopping > 0)`;

/** The unfinished orders of 24 hours, the oldest first. */
export async function readBoard({ database, menu, now: clock }: Context): Promise<Omit<Board, 'staff' | 'now'>> {
  const now = clock();
  const finishedToday = database.selectFrom('orders').where(isFinished).where('changed_at', '>=', dayBegan(now));
  const isDue = finishedToday
    .where('status', '=', 'completed')
    .where('paid_at', 'is', null)
    .where('total_shopping', '>', 0);
  const withdrawnToday = finishedToday.where('status', '=', 'cancelled').where('reason', '=', cancelledByCustomer);
  const [current, rows, unfinished, finished, unpaid, withdrawn] = await Promise.all([
    menu.latest(),
    onBoard(database, now).selectAll().execute(),
    countOf(database.selectFrom('orders').where(isUnfinished)),
    countOf(finishedToday),
    countOf(isDue),
    withdrawnToday.select('order_number').orderBy('changed_at', 'desc').limit(maxWithdrawn).execute(),
  ]);
  const pause = pauseAt(current, now);
  return {
    orders: await counterOrders(database, rows.toReversed()),
    older: Math.max(0, unfinished - rows.length),
    finished,
    unpaid,
    withdrawn: withdrawn.map(({ order_number }) => order_number),
    ...(pause && { pause }),
  };
}

const dayBegan = (now: number) => new Date(shopDay(now).start).toISOString();

const onBoard = (database: Database, now: number) =>
  database
    .selectFrom('orders')
    .where('created_at', '>=', new Date(now - dayMs).toISOString())
    .where(isUnfinished)
    .orderBy('id', 'desc')
    .limit(maxOnBoard);

/** Unfinished orders that are not on the board, as a page (`pageOf`). */
export const olderOrders = ({ database, now }: Context, before: string | undefined) =>
  counterPage(
    database,
    database.selectFrom('orders').where(isUnfinished).where('id', 'not in', onBoard(database, now()).select('id')),
    before,
  );

/** The orders that were completed or cancelled on the shop's day, or still are to be paid back, as a page (`pageOf`). */
export const finishedOrders = ({ database, now }: Context, before: string | undefined) =>
  counterPage(
    database,
    database
      .selectFrom('orders')
      .where(isFinished)
      .where(({ or, eb }) => or([eb('changed_at', '>=', dayBegan(now())), isRefundDue])),
    before,
  );

async function counterPage(database: Database, orders: Orders, before: string | undefined) {
  const { rows, count } = await pageOf(orders, { before, known: database.selectFrom('orders') });
  return { data: await counterOrders(database, rows), count };
}
