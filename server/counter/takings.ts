/** What was taken on a day, and the movements of money that it and a closing are sums of (decision W13). */
import type { Today } from '#core/counter';
import { orderStatuses, type PaidWith } from '#core/order-contract';
import { paymentStateOf } from '#core/payment';
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
  const sums = new Map<string, WaySum>();
  for (const { way, rupiah } of movements.filter((movement) => movement.rupiah * sign > 0)) {
    const sum = sums.get(way._id) ?? { ...way, ...none() };
    add(sum, rupiah * sign);
    sums.set(way._id, sum);
  }
  return [...sums.values()].toSorted((one, other) => other.rupiah - one.rupiah);
}
