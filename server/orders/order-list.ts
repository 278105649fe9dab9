/** Lists of orders, page by page. */
import type { SelectQueryBuilder } from 'kysely';
import type { Customer } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { placedOrderJson } from './order-row.ts';
import { placesOf } from './queue.ts';

export type Orders = SelectQueryBuilder<Tables, 'orders', object>;

/** The most orders in one response; a client that asks for no number gets as many. */
export const maxListed = 200;
/** Bytes of a page of orders, so that little waits for a client that does not read it (fault B46). */
const pageBytes = 50_000;

export async function countOf(orders: Orders): Promise<number> {
  const { count } = await orders.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The newest of these orders, the newest first, and how many there are in all; with `before` those that are older than the order of this number
 * among `known`. Throws `invalid_query` when there is no such order.
 */
export async function pageOf(
  orders: Orders,
  {
    before,
    limit = maxListed,
    known = orders,
  }: { before: string | undefined; limit?: number | undefined; known?: Orders },
) {
  let older = orders;
  if (before !== undefined) {
    const last = await known.select('id').where('order_number', '=', before).executeTakeFirst();
    if (!last) throw new ApiError('invalid_query', { message: 'There is no such order.' });
    older = orders.where('id', '<', last.id);
  }
  const [rows, count] = await Promise.all([
    older.selectAll().orderBy('id', 'desc').limit(limit).execute(),
    countOf(orders),
  ]);
  return { rows, count };
}

/** A page of a customer's orders as JSON. Throws as `pageOf` does. */
export async function listOrders(
  { database, now, billingAccount }: Context,
  customer: Customer,
  page: { limit: number | undefined; before: string | undefined },
): Promise<{ orders: string[]; count: number }> {
  const { rows, count } = await pageOf(database.selectFrom('orders').where('customer_id', '=', customer.id), page);
  const places = await placesOf(database, rows, now());
  let bytes = 0;
  const orders = rows
    .map((row) => placedOrderJson(row, billingAccount, places.get(row.id)))
    .filter((text, at) => {
      bytes += Buffer.byteLength(text);
      return at === 0 || bytes <= pageBytes;
    });
  return { orders, count };
}
