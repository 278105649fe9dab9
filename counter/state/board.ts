/** The board: the orders that this counter knows, and the columns in which they are shown. */
import * as v from 'valibot';
import { type Board, CounterOrder } from '#core/counter';
import { isFinal } from '#core/order-steps';
import { shop } from '#core/shop';

/** The board, as it is known and stored; moments in ms since 1970. */
export const KnownBoard = v.object({
  /** The oldest first. */
  orders: v.array(CounterOrder),
  /** How many unfinished orders are older. */
  older: v.number(),
  /** By how much the server's clock is ahead of this device's. */
  aheadBy: v.number(),
  /** When the server sent the whole board, on its clock. */
  sentAt: v.number(),
});
export type KnownBoard = v.InferOutput<typeof KnownBoard>;

const byAge = (one: CounterOrder, other: CounterOrder) =>
  one.created_at.localeCompare(other.created_at) || one.order_number.localeCompare(other.order_number);

/** The newer of two versions of an order; the known one if both are the same, so that it is not rendered again. */
const newer = (known: CounterOrder | undefined, order: CounterOrder) =>
  known && known.revision >= order.revision ? known : order;

/** The board after the server has sent all of it at `now`, on this device's clock. */
export function withBoard(known: KnownBoard | undefined, board: Board, now: number): KnownBoard {
  const before = new Map(known?.orders.map((order) => [order.order_number, order]));
  const sentAt = Date.parse(board.now);
  return {
    orders: board.orders.map((order) => newer(before.get(order.order_number), order)).sort(byAge),
    older: board.older,
    aheadBy: sentAt - now,
    sentAt,
  };
}

const dayLong = 24 * 60 * 60_000;

/**
 * The board after one order was added or changed at `now`, on this device's clock; the same board when that message is an older one, or
 * about an order that is too old for the board.
 */
export function withOrder(known: KnownBoard, order: CounterOrder, now: number): KnownBoard {
  const before = known.orders.find(({ order_number }) => order_number === order.order_number);
  if (newer(before, order) !== order) return known;
  if (!before && Date.parse(order.created_at) < now + known.aheadBy - dayLong) return known;
  const orders = before
    ? known.orders.map((one) => (one === before ? order : one))
    : [...known.orders, order].sort(byAge);
  return { ...known, orders };
}

export const columns = ['new', 'paid', 'processing', 'ready'] as const;
export type Column = (typeof columns)[number];

/**
 * The column of a status; undefined for a finished order. An order on its way stays among the ready ones. One with a status that this
 * version does not know is among the new ones, so that it is not overlooked.
 */
export function columnOf(status: string): Column | undefined {
  if (isFinal(status)) return undefined;
  if (status === 'paid' || status === 'processing') return status;
  return status === 'ready' || status === 'delivering' ? 'ready' : 'new';
}

/** The orders of a column, the oldest first; without those of `ofUnknownStatus`, which the board shows below the new ones. */
export const inColumn = (orders: readonly CounterOrder[], column: Column) =>
  orders.filter(({ status }) => columnOf(status) === column && (column !== 'new' || status === 'waiting_payment'));

/** The orders under way whose status this version does not know. */
export const ofUnknownStatus = (orders: readonly CounterOrder[]) =>
  orders.filter(({ status }) => columnOf(status) === 'new' && status !== 'waiting_payment');

let format: Intl.DateTimeFormat | undefined;

/** The day of a moment (ms since 1970) in the shop's time zone: '2026-11-27'. */
export function dayOf(moment: number) {
  format ??= new Intl.DateTimeFormat('en-CA', { timeZone: shop.timeZone, dateStyle: 'short' });
  return format.format(moment);
}

/** The finished orders of the day of `now` (ms on the server's clock), the newest first. */
export const finishedToday = (orders: readonly CounterOrder[], now: number) =>
  orders
    .filter(({ status, changed_at }) => isFinal(status) && dayOf(Date.parse(changed_at) || now) === dayOf(now))
    .toReversed();
