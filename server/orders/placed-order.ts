import type { PlacedOrder } from '#core/contract';
import type { Tables } from '../database/tables.ts';

/** An order as it is listed and announced, from its row. */
export const placedOrderFrom = (row: Omit<Tables['orders'], 'id'>): PlacedOrder => ({
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
});
