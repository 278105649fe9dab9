import { expect, test } from 'vitest';
import { canonical } from '#core/canonical';
import type { Cart } from '#core/contract';
import { fingerprint, repricedOrder } from '#core/order';
import { rupiah } from '#core/rupiah';
import { handoverName, handoverOf, shop } from '#core/shop';
import { cikini, orderOf } from '../support/order.ts';
import { product } from './product.ts';

const cart: Cart = [
  { ...product('tubruk', { name: 'Kopi Tubruk' }), qty: 2 },
  { ...product('klepon', { name: 'Klepon', price: 12_000 }), qty: 1 },
];
const paymentMethod = { _id: 'bca', name: 'BCA', image_url: 'bca.svg' };

const orderBy = (courier: string, of = cart) => orderOf(of, courier, cikini, paymentMethod);

test('an order is the sum of its lines plus the courier', () => {
  expect(orderBy('mantap')).toEqual({
    delivery_courier: 'mantap',
    delivery_fee: 7_000,
    delivery_address: cikini,
    totalQty: 3,
    subTotal: 42_000,
    totalShopping: 49_000,
    order_items: [
      { name: 'Kopi Tubruk', price: 15_000, qty: 2, product: 'tubruk' },
      { name: 'Klepon', price: 12_000, qty: 1, product: 'klepon' },
    ],
    paymentMethod,
    status: 'waiting_payment',
  });
});

test("an order at the shop's new prices leaves out what is no longer sold", () => {
  const lines = [
    { product: 'tubruk', name: 'Kopi Tubruk', qty: 2, shown: 15_000, now: 16_000 },
    { product: 'klepon', name: 'Klepon', qty: 1, shown: 12_000, now: null },
  ];
  const quote = { lines, delivery_fee: 8_000, subTotal: 32_000, totalShopping: 40_000 };

  expect(repricedOrder(orderBy('mantap'), quote)).toEqual({
    ...orderBy('mantap'),
    delivery_fee: 8_000,
    totalQty: 2,
    subTotal: 32_000,
    totalShopping: 40_000,
    order_items: [{ name: 'Kopi Tubruk', price: 16_000, qty: 2, product: 'tubruk' }],
  });
});

test('Goceng, Mantap and Shopoo cost 5000, 7000 and 9000; fetching it oneself costs nothing', () => {
  expect(shop.couriers.map(({ name, fee }) => [name, fee])).toEqual([
    ['Goceng', 5_000],
    ['Mantap', 7_000],
    ['Shopoo', 9_000],
  ]);
  expect(handoverOf('pickup')?.fee).toBe(0);
  expect(handoverOf('dine-in')?.fee).toBe(0);
  expect(handoverOf('nobody')).toBeUndefined();
  expect(['goceng', 'nobody'].map(handoverName)).toEqual(['Goceng', 'nobody']);
});

test('the same order is recognised with its lines in another order and at other prices', () => {
  const dearer = [...cart].reverse().map((item) => ({ ...item, price: item.price + 1_000 }));

  expect(fingerprint(orderBy('goceng', dearer))).toBe(fingerprint(orderBy('goceng')));
  expect(fingerprint(orderBy('shopoo'))).not.toBe(fingerprint(orderBy('goceng')));
});

test('equal values have the same canonical JSON', () => {
  expect(canonical({ b: 1, c: 3, a: [{ d: 2, c: undefined }] })).toBe('{"a":[{"d":2}],"b":1,"c":3}');
});

test('prices read as Indonesians write them', () => {
  expect([0, 500, 25_000, 1_234_567].map(rupiah)).toEqual(['Rp0', 'Rp500', 'Rp25.000', 'Rp1.234.567']);
});
