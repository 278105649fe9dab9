/** Between an order as it is listed and announced, and its row. */
import type { Insertable, Selectable } from 'kysely';
import type { PaidWith, PlacedOrder } from '#core/order-contract';
import { paidWithOf } from '#core/payment';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import type { PricedOrder } from './pricing.ts';

export type OrderRow = Selectable<Tables['orders']>;

export const orderWith = (database: Database, number: string) =>
  database.selectFrom('orders').selectAll().where('order_number', '=', number);

export const placedOrderFrom = (row: OrderRow): PlacedOrder => ({
  order_number: row.order_number,
  status: row.status,
  created_at: row.created_at,
  delivery_courier: row.delivery_courier,
  delivery_fee: row.delivery_fee,
  delivery_address: JSON.parse(row.delivery_address),
  totalQty: row.total_qty,
  subTotal: row.sub_total,
  totalShopping: row.total_shopping,
  order_items: JSON.parse(row.order_items),
  paymentMethod: JSON.parse(row.payment_method),
  ...(row.client_ref !== null && { client_ref: row.client_ref }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.changed_at !== null && { changed_at: row.changed_at }),
  paid: row.paid_at !== null,
  ...(row.paid_at !== null && { paid_at: row.paid_at }),
  ...(row.paid_with !== null && { paid_with: JSON.parse(row.paid_with) }),
  revision: row.revision,
  ...(row.queue_number !== null && { queue_number: row.queue_number }),
});

/** How an order was paid, or paid back: `way`, the JSON of a column, or as its customer chose. */
export const wayOf = ({ payment_method }: Pick<OrderRow, 'payment_method'>, way: string | null): PaidWith =>
  paidWithOf(JSON.parse(way ?? payment_method));

/** The same as JSON, for the order's customer only: with the shop's `billing_account` in full (decision O10) and its place in the `queue`. */
export const placedOrderJson = (row: OrderRow, billing_account?: string, queue?: PlacedOrder['queue']) =>
  JSON.stringify({ ...placedOrderFrom(row), billing_account, queue });

/** The columns of an order that its customer and the shop agreed on. */
export const orderColumns = (order: PricedOrder) =>
  ({
    delivery_courier: order.delivery_courier,
    delivery_fee: order.delivery_fee,
    delivery_address: JSON.stringify(order.delivery_address),
    total_qty: order.totalQty,
    sub_total: order.subTotal,
    total_shopping: order.totalShopping,
    order_items: JSON.stringify(order.order_items),
    payment_method: JSON.stringify(order.paymentMethod),
  }) satisfies Partial<Insertable<Tables['orders']>>;
