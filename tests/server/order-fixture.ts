import { expect } from 'vitest';
import type { Product } from '#core/contract';
import type { Order, OrderItem } from '#core/order-contract';
import type { Customer, StaffMember } from './shop.ts';

export const wholeAddress = {
  fullName: 'Sari',
  phoneNumber: '081234567890',
  fullStreet: 'Jalan Tepi 7',
  provinsi: '31',
  kabupaten: '31.71',
  kecamatan: '31.71.06',
  kelurahan: '31.71.06.1001',
};

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
export async function orderBodyFor({ url }: { url: string }, qty = 1) {
  const products: Product[] = (await (await fetch(`${url}/api/products`)).json()).data;
  const [paymentMethod] = (await (await fetch(`${url}/api/banks`)).json()).data;
  const product = products.find(({ available }) => available !== false);
  if (!product) throw new Error('There is nothing to order.');
  return JSON.stringify(anOrderOf(product._id, product.price, qty, { paymentMethod }));
}

/** Places an order, and resolves with its number. */
export async function place(customer: Customer, body: object = anOrder()): Promise<string> {
  const { status, body: order } = await customer.ask('POST', '/api/orders', { body });
  expect(status).toBe(201);
  return order.order_number;
}

let taps = 0;
/** One tap at the counter that changes an order, with a key of its own. */
export const tap = (staff: StaffMember, number: string, body: object, key = `tap-${taps++}`) =>
  staff.ask('PATCH', `/api/counter/orders/${number}`, { body, headers: { 'idempotency-key': key } });
