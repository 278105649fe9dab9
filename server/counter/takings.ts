/** What was taken on a day, and the movements of money that it and a closing are sums of (decision W13). */
import type { Today } from '#core/counter';
import { orderStatuses, type PaidWith } from '#core/order-contract';
import { type PaymentState, paymentStateOf } from '#core/payment';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { type OrderRow, wayOf } from '../orders/order-row.ts';
import type { PricedItem } from '../orders/pricing.ts';
import { shopDay, startOfDay } from '../shop-day.ts';

type Amount = { orders: number; rupiah: number };
export type WaySum = Amount & { _id: string; name: string };

/** Money that came in, or, below 0, went out. `at`: when it was noted first, also of a correction. */
export interface Movement {
  at: string;
  way: PaidWith;
  rupiah: number;
}

/** The sums of a day, by default of the one at `now`: what was paid on it, and what was ordered on it. Throws `invalid_query`. */
export async function takingsOf(database: Database, now: number, asked?: string): Promise<Today> {
  const { day, start, end } = shopDay(asked === undefined ? now : startOfDay(asked));
  if (asked !== undefined && day !== asked) throw new ApiError('invalid_query', { message: 'There is no such day.' });
  const from = new Date(start).toISOString();
  const until = new Date(end).toISOString();
  const isThen = (moment: string | null) => moment !== null && moment >= from && moment < until;
  const orders = await database
    .selectFrom('orders')
    .selectAll()
    .where(({ or, between }) =>
      or((['created_at', 'paid_at', 'refunded_at'] as const).map((moment) => between(moment, from, until))),
    )
    .execute();
  const refunded = orders.flatMap((order) => (isThen(order.refunded_at) ? movementsOf(order, order) : []));
  return {
    day,
    ...sumsOf(orders, isThen),
    refunded: waySums(refunded, -1).map(({ _id, ...sum }) => sum),
    bestSold: bestSoldOf(orders.filter((order) => isThen(order.created_at) && order.status !== 'cancelled')),
  };
}

/** What is paid, open and cancelled are different sums: none of them is ever added to another (decision W2). */
function sumsOf(
  orders: readonly OrderRow[],
  isThen: (moment: string | null) => boolean,
): Pick<Today, 'money' | 'byStatus' | 'byPayment'> {
  const made = orders.filter(({ created_at }) => isThen(created_at));
  const paid = orders.filter(({ paid_at }) => isThen(paid_at));
  const inState = (some: readonly OrderRow[], state: PaymentState) =>
    some.filter((row) => state === paymentStateOf({ ...row, paid: row.paid_at !== null, isFree: totalOf(row) === 0 }));
  // Of Rp0 nothing was paid, in no way.
  const taken = inState(paid, 'paid');
  const toPayBack = inState(paid, 'refund').filter(({ refunded_at }) => refunded_at === null);
  const byStatus = sumsBy(
    made,
    ({ status }) => status,
    (row) => (row.paid_at === null ? 0 : totalOf(row)),
  );
  const byPayment = sumsBy(taken, (row) => wayOf(row, row.paid_with).name, totalOf);
  return {
    money: {
      paid: sumOf(taken, totalOf),
      due: sumOf(inState(made, 'due'), totalOf),
      refund: sumOf(toPayBack, totalOf),
      cancelled: sumOf(inState(made, undefined), totalOf),
    },
    byStatus: byStatus.toSorted((one, other) => rankOf(one.name) - rankOf(other.name)),
    byPayment: byPayment.toSorted((one, other) => other.orders - one.orders),
  };
}

const totalOf = ({ total_shopping }: OrderRow) => total_shopping;

const sumOf = <One>(some: readonly One[], rupiahOf: (one: One) => number): Amount => ({
  orders: some.length,
  rupiah: some.reduce((sum, one) => sum + rupiahOf(one), 0),
});

const sumsBy = <One>(some: readonly One[], nameOf: (one: One) => string, rupiahOf: (one: One) => number) =>
  [...Map.groupBy(some, nameOf)].map(([name, own]) => ({ name, ...sumOf(own, rupiahOf) }));

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

type Payment = Pick<OrderRow, 'paid_at' | 'paid_with' | 'refunded_at' | 'refunded_with'>;

export function movementsOf(
  order: Pick<OrderRow, 'total_shopping' | 'payment_method'>,
  { paid_at, paid_with, refunded_at, refunded_with }: Payment,
): Movement[] {
  const movement = (at: string | null, way: string | null, rupiah: number) =>
    at === null ? [] : [{ at, way: wayOf(order, way), rupiah }];
  const { total_shopping: total } = order;
  return [...movement(paid_at, paid_with, total), ...movement(refunded_at, refunded_with, -total)];
}

/** Of what came in (1), or went out (-1); of Rp0 nothing did. */
export function waySums(movements: readonly Movement[], sign: 1 | -1): WaySum[] {
  const moved = movements.filter(({ rupiah }) => rupiah * sign > 0);
  return [...Map.groupBy(moved, ({ way }) => way._id)]
    .map(([_id, some]) => ({ _id, name: some[0]?.way.name ?? '', ...sumOf(some, ({ rupiah }) => rupiah * sign) }))
    .toSorted((one, other) => other.rupiah - one.rupiah);
}
