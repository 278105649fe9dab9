import { describe, expect, test } from 'vitest';
import type { Address, Cart } from '#core/contract';
import { canonical, fingerprint, orderFrom } from '#core/order';
import { rupiah } from '#core/rupiah';
import { handoverOf, openingAt, shop } from '#core/shop';

const address: Address = {
  fullName: 'Sari',
  phoneNumber: '081234567890',
  fullStreet: 'Jalan Tepi 7',
  provinsi: '31',
  kabupaten: '31.71',
  kecamatan: '31.71.06',
  kelurahan: '31.71.06.1001',
};
const cart: Cart = [
  {
    _id: 'tubruk',
    name: 'Kopi Tubruk',
    description: '',
    price: 15_000,
    image_url: '',
    stars: 5,
    tags: [],
    category: '',
    qty: 2,
  },
  {
    _id: 'klepon',
    name: 'Klepon',
    description: '',
    price: 12_000,
    image_url: '',
    stars: 4,
    tags: [],
    category: '',
    qty: 1,
  },
];
const paymentMethod = { _id: 'bca', name: 'BCA', image_url: 'bca.svg' };

const orderBy = (courier: string, of = cart) => {
  const handover = handoverOf(courier);
  if (!handover) throw new Error(`No ${courier}`);
  return orderFrom({ cart: of, handover, address, paymentMethod });
};

test('an order is the sum of its lines plus the courier', () => {
  expect(orderBy('mantap')).toEqual({
    delivery_courier: 'mantap',
    delivery_fee: 7_000,
    delivery_address: address,
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

test('Goceng, Mantap and Shopoo cost 5000, 7000 and 9000; fetching it oneself costs nothing', () => {
  expect(shop.couriers.map(({ name, fee }) => [name, fee])).toEqual([
    ['Goceng', 5_000],
    ['Mantap', 7_000],
    ['Shopoo', 9_000],
  ]);
  expect(handoverOf('pickup')?.fee).toBe(0);
  expect(handoverOf('dine-in')?.fee).toBe(0);
  expect(handoverOf('nobody')).toBeUndefined();
});

test('the very same order is recognised whatever the order of its lines and the price of the day', () => {
  const dearer = [...cart].reverse().map((item) => ({ ...item, price: item.price + 1_000 }));

  expect(fingerprint(orderBy('goceng', dearer))).toBe(fingerprint(orderBy('goceng')));
  expect(fingerprint(orderBy('shopoo'))).not.toBe(fingerprint(orderBy('goceng')));
});

test('one value has one text', () => {
  expect(canonical({ b: 1, a: [{ d: 2, c: undefined }] })).toBe('{"a":[{"d":2}],"b":1}');
});

test('prices read as Indonesians write them', () => {
  expect([0, 500, 25_000, 1_234_567].map(rupiah)).toEqual(['Rp0', 'Rp500', 'Rp25.000', 'Rp1.234.567']);
});

test('the shop is open by its own clock, wherever the phone is', () => {
  const hours = {
    timeZone: 'Asia/Jakarta',
    openingHours: [{ days: ['Senin' as const], opens: '07:00', closes: '21:00' }],
  };
  // 2026-11-16 is a Monday; Jakarta is seven hours ahead of UTC.
  expect(openingAt(new Date('2026-11-16T00:00:00Z'), hours)).toEqual({ open: true, opensNext: '' });
  expect(openingAt(new Date('2026-11-15T23:59:00Z'), hours)).toEqual({ open: false, opensNext: 'hari ini 07.00' });
  expect(openingAt(new Date('2026-11-16T14:00:00Z'), hours)).toEqual({ open: false, opensNext: 'Senin 07.00' });
});

describe('whatever the hours of its days', () => {
  const weekend = ['Sabtu' as const, 'Minggu' as const];
  const openingHours = [
    { days: ['Jumat' as const], opens: '13:00', closes: '21:00' },
    { days: ['Jumat' as const], opens: '07:00', closes: '11:30' },
    { days: weekend, opens: '18:00', closes: '02:00' },
    { days: ['Rabu' as const], opens: '07:00', closes: '00:00' },
    { days: ['Kamis' as const], opens: '06:00', closes: '06:00' },
  ];

  // 2026-11-16 is a Monday.
  test.each([
    ['16T01:59', ''],
    ['16T02:00', 'Rabu 07.00'],
    ['17T20:00', 'Rabu 07.00'],
    ['18T06:59', 'hari ini 07.00'],
    ['18T20:00', ''],
    ['18T23:59', ''],
    ['19T00:00', 'hari ini 06.00'],
    ['19T06:00', ''],
    ['20T05:59', ''],
    ['20T06:00', 'hari ini 07.00'],
    ['20T10:00', ''],
    ['20T11:30', 'hari ini 13.00'],
    ['20T15:00', ''],
    ['20T21:00', 'Sabtu 18.00'],
    ['21T20:00', ''],
    ['22T01:30', ''],
    ['22T02:00', 'hari ini 18.00'],
    ['22T23:00', ''],
  ])('on the %s it opens next %o', (moment, opensNext) => {
    const at = new Date(`2026-11-${moment}:00+07:00`);

    expect(openingAt(at, { timeZone: 'Asia/Jakarta', openingHours })).toEqual({ open: opensNext === '', opensNext });
  });

  test('a shop that never opens says no time', () => {
    const never = { timeZone: 'Asia/Jakarta', openingHours: [] };

    expect(openingAt(new Date(), never)).toEqual({ open: false, opensNext: '' });
  });
});
