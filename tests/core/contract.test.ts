import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  Email,
  EmailOrEmpty,
  FullName,
  ImageFile,
  listOf,
  OrderAnswer,
  Password,
  PhoneNumber,
  Product,
  Rupiah,
} from '#core/contract';

const fits = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

describe('registration', () => {
  test.each([
    ['Sari', true],
    ['S_a-9', true],
    ['Sa', false],
    ['9ari', false],
    ['Sari Dewi', false],
    ['Sárí', false],
    ['a'.repeat(255), true],
    ['a'.repeat(256), false],
  ])('a full name %j fits: %s', (name, expected) => expect(fits(FullName, name)).toBe(expected));

  test.each([
    ['sari@example.com', true],
    ['sari@example', false],
    ['sari example@com.id', false],
    ['', false],
  ])('an e-mail %j fits: %s', (email, expected) => expect(fits(Email, email)).toBe(expected));

  test('an empty e-mail passes the form', () => expect(fits(EmailOrEmpty, '')).toBe(true));

  test.each([
    ['081234567', '081234567'],
    ['+62 812-3456-789', '628123456789'],
    ['12345678', undefined],
    ['1234567890123456', undefined],
    ['08123456a9', undefined],
  ])('a phone number %j reads as %j', (typed, expected) => {
    const read = v.safeParse(PhoneNumber, typed);
    expect(read.success ? read.output : undefined).toBe(expected);
  });

  test.each([
    ['a1b', true],
    ['ab', false],
    ['abc', false],
    ['123', false],
    ['☕☕a1', true],
    [`${'☕'.repeat(28)}a1`, true],
    [`${'☕'.repeat(29)}a1`, false],
  ])('a password %j fits: %s', (password, expected) => expect(fits(Password, password)).toBe(expected));

  test('B28 fifty thousand letters are refused before any pattern reads them', () => {
    expect(fits(Email, 'a'.repeat(50_000))).toBe(false);
    expect(fits(FullName, 'a'.repeat(50_000))).toBe(false);
  });
});

describe('somebody else’s answers', () => {
  const bare = { _id: 7, name: 'Kopi', price: '15000.9' };

  test('a list is a plain array or data behind a count', () => {
    const List = listOf(Product);

    expect(v.parse(List, [bare]).count).toBe(1);
    expect(v.parse(List, { data: [bare], count: 40 }).count).toBe(40);
    expect(v.parse(List, { data: [bare] }).items[0]?.name).toBe('Kopi');
  });

  test('a product may carry one tag, several, none, and fields we do not know', () => {
    const read = (more: object) => v.parse(Product, { ...bare, ...more });

    expect(read({ tags: { name: 'Panas' }, colour: 'red' }).tags).toEqual([{ name: 'Panas' }]);
    expect(read({ tags: ['Panas', { name: 'Manis' }] }).tags).toEqual([{ name: 'Panas' }, { name: 'Manis' }]);
    expect(read({ category: { name: 'Kopi' } })).toEqual({
      _id: '7',
      name: 'Kopi',
      description: '',
      price: 15_000,
      image_url: '',
      stars: 0,
      tags: [],
      category: 'Kopi',
    });
  });

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,x',
    '../secret.svg',
    '/etc/passwd',
    '//evil.example/x.svg',
    'a/../b.svg',
  ])('B14 an image address %j is refused', (file) => expect(fits(ImageFile, file)).toBe(false));

  test('a price is whole rupiah, never negative and never beyond reason', () => {
    expect([15_000, '15000', 15_000.7].map((price) => v.parse(Rupiah, price))).toEqual([15_000, 15_000, 15_000]);
    for (const price of [-1, 2 ** 53, Number.NaN, '1e9', null, 'murah']) expect(fits(Rupiah, price)).toBe(false);
  });

  test('an accepted order may come bare, behind data, or without a number', () => {
    expect(v.parse(OrderAnswer, { order_number: 12, status: 'waiting_payment' }).order_number).toBe('12');
    expect(v.parse(OrderAnswer, { data: { order_number: 'A1' } }).order_number).toBe('A1');
    expect(v.parse(OrderAnswer, {}).order_number).toBe('');
  });
});
