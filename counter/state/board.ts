/** The board: the orders that this counter knows, and the columns in which they are shown. */
import * as v from 'valibot';
import { Board, type CounterOrder } from '#core/counter';
import { isOrderStatus } from '#core/order-steps';
import { statuses } from '#core/status-words';

/** What of the board is known; the oldest order is first. */
export const KnownBoard = v.pick(Board, ['orders', 'older', 'finished', 'unpaid', 'pause']);
export type KnownBoard = v.InferOutput<typeof KnownBoard>;

const byAge = (one: CounterOrder, other: CounterOrder) =>
  one.created_at.localeCompare(other.created_at) || one.order_number.localeCompare(other.order_number);

/** The newer of two versions of an order; the known one if both are the same, so that it is not rendered again. */
const newer = (known: CounterOrder | undefined, order: CounterOrder) =>
  known && known.revision >= order.revision ? known : order;

/** The board after the shop has sent it. */
export function withBoard(
  known: KnownBoard | undefined,
  { orders, older, finished, unpaid, pause }: Board,
): KnownBoard {
  const before = new Map(known?.orders.map((order) => [order.order_number, order]));
  return {
    orders: orders.map((order) => newer(before.get(order.order_number), order)),
    older,
    finished,
    unpaid,
    pause,
  };
}

const dayLong = 24 * 60 * 60_000;

/**
 * The board after one order was added or changed at `now`, on the shop's clock; the same board when that message is an older one, or about
 * an order that is too old for the board.
 */
export function withOrder(known: KnownBoard, order: CounterOrder, now: number): KnownBoard {
  const before = known.orders.find(({ order_number }) => order_number === order.order_number);
  if (newer(before, order) !== order) return known;
  if (!before && Date.parse(order.created_at) < now - dayLong) return known;
  const orders = before
    ? known.orders.map((one) => (one === before ? order : one))
    : [...known.orders, order].sort(byAge);
  return { ...known, orders };
}

export const columns = ['waiting_payment', 'paid', 'processing', 'ready'] as const;
export type Column = (typeof columns)[number];

/**
 * The column of a status; undefined for a finished order. One with a status that this version does not know is among the new ones, so that it
 * is not overlooked, with that word on its card.
 */
export const columnOf = (status: string): Column | undefined =>
  isOrderStatus(status) ? statuses[status].column : 'waiting_payment';

/** The orders of a column, the oldest first. */
export const inColumn = (orders: readonly CounterOrder[], column: Column) =>
  orders.filter(({ status }) => columnOf(status) === column);
