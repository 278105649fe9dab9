import type { Updateable } from 'kysely';
import { expect } from 'vitest';
import type { Product } from '#core/contract';
import type { Order, OrderItem } from '#core/order-contract';
import type { Tables } from '../../server/database/tables.ts';
import { cikini } from '../support/order.ts';
import type { Customer, Shop, StaffMember } from './shop.ts';

export const wholeAddress = { ...cikini, fullName: 'Sari', fullStreet: 'Jalan Tepi 7', kelurahan: '31.71.06.1001' };

/** An order of two Kopi Tubruk with Goceng, Rp29.000; all figures are as the shop computes them. */
export const anOrder = (changes: Partial<Record<keyof Order, unknown>> = {}) => ({
  delivery_courier: 'goceng',
  delivery_fee: 5_000,
  delivery_address: wholeAddress,
  totalQty: 2,
  subTotal: 24_000,
  totalShopping: 29_000,
  order_items: [{ name: 'Kopi Tubruk', price: 12_000, qty: 2, product: 'tubruk' }],
  paymentMethod: { _id: 'bank-tepi', name: 'Bank Tepi', image_url: 'bank-tepi.svg' },
  status: 'waiting_payment',
  ...changes,
});

type Changes = Parameters<typeof anOrder>[0];

/** An order with these lines, and the totals that belong to them. */
export function anOrderOfLines(...lines: OrderItem[]) {
  const subTotal = lines.reduce((sum, { price, qty }) => sum + price * qty, 0);
  const totalQty = lines.reduce((sum, { qty }) => sum + qty, 0);
  return anOrder({ order_items: lines, totalQty, subTotal, totalShopping: subTotal + 5_000 });
}

/** The same with one line. */
export const anOrderOf = (product: string, price: number, qty: number, changes: Changes = {}) => ({
  ...anOrderOfLines({ name: product, price, qty, product }),
  ...changes,
});

/** Two Kopi Tubruk that are served at a table or picked up, Rp24.000. */
export const anOrderInStore = (delivery_courier: string, fullStreet: string, changes: Changes = {}) =>
  anOrder({
    delivery_courier,
    delivery_fee: 0,
    totalShopping: 24_000,
    delivery_address: { fullName: 'Sari', phoneNumber: '081234567890', fullStreet },
    ...changes,
  });

/** The request body of an order at a running shop: its first product, and its first bank as the payment method. */
export async function orderBodyFor({ url }: { url: string }) {
  const products: Product[] = (await (await fetch(`${url}/api/products`)).json()).data;
  const [paymentMethod] = (await (await fetch(`${url}/api/banks`)).json()).data;
  const product = products.find(({ available }) => available !== false);
  if (!product) throw new Error('There is nothing to order.');
  return JSON.stringify(anOrderOf(product._id, product.price, 1, { paymentMethod }));
}

/** Sends an order, with a key and with `Kedai-Repeat` where they are given. */
export const order = (customer: Customer, body: unknown = anOrder(), key?: string, repeat?: string) =>
  customer.ask('POST', '/api/orders', {
    body,
    headers: { ...(key !== undefined && { 'idempotency-key': key }), ...(repeat && { 'kedai-repeat': repeat }) },
  });

/** Places an order, and resolves with its number. */
export async function place(customer: Customer, body?: object): Promise<string> {
  const placed = await order(customer, body);
  expect(placed.status).toBe(201);
  return placed.body.order_number;
}

/** Writes columns of an order as neither a customer nor the counter can. */
export const setOrder = ({ database }: Shop, number: string, columns: Updateable<Tables['orders']>) =>
  database.updateTable('orders').set(columns).where('order_number', '=', number).execute();

/** What was noted of the changes of an order's status, and of its payment. */
export const changesOf = ({ database }: Shop, number: string) =>
  database
    .selectFrom('order_events')
    .select(['staff_id', 'customer_id', 'from_status', 'to_status', 'reason'])
    .where('order_number', '=', number)
    .where('from_status', 'is not', null)
    .orderBy('id')
    .execute();

let taps = 0;
/** One tap at the counter that changes an order, with a key of its own. */
export const tap = (staff: StaffMember, number: string, body: object, key = `tap-${taps++}`) =>
  staff.ask('PATCH', `/api/counter/orders/${number}`, { body, headers: { 'idempotency-key': key } });
