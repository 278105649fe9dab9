import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { forgiving, ImageFile, listOf, Product, Rupiah, User } from '#core/contract';
import { OrderAnswer, PlacedOrder } from '#core/order-contract';
import { acceptedNameFor, Email, FullName, Password } from '#core/registration';
import { product } from './product.ts';

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
    ['Siti Nurhaliza', 'Siti-Nurhaliza'],
    ['  siti \u00a0 nurhaliza\u200b ', 'siti-nurhaliza'],
    ["Ja'far O’Brien", 'Jafar-OBrien'],
    ['R. M. Sosro, S.Pd.', 'R-M-Sosro-S-Pd'],
    ['José Álvarez', 'Jose-Alvarez'],
    ['3 Dewi', 'Dewi'],
    ['Siti — Nur', 'Siti-Nur'],
    ['Ｓｉｔｉ Nur', 'Siti-Nur'],
    ['ab '.repeat(200), undefined],
    ['Siti', undefined],
    ['Siti-Nur', undefined],
    ['Yo', undefined],
    ['', undefined],
    ['123 45', undefined],
    ['Łukasz Nowak', undefined],
    ['王 小明', undefined],
  ])('for the name %j %j takes its place', (typed, offered) => expect(acceptedNameFor(typed)).toBe(offered));

  test.each([
    ['sari@example.com', true],
    ['sari@example', false],
    ['sari example@com.id', false],
    ['', false],
  ])('an e-mail %j fits: %s', (email, expected) => expect(fits(Email, email)).toBe(expected));

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
    expect(fits(Email, `${'a'.repeat(50_000)}@example.com`)).toBe(false);
  });
});

describe('responses of another API', () => {
  const bare = { _id: 7, name: 'Kopi', price: '15000.9' };

  test('a list is a plain array or data behind a count', () => {
    const List = listOf(Product);

    expect(v.parse(List, [bare]).count).toBe(1);
    expect(v.parse(List, { data: [bare], count: 40 }).count).toBe(40);
    expect(v.parse(List, { data: [bare] }).items[0]?.name).toBe('Kopi');
  });

  test.each([
    { description: null },
    { category: null },
    { tags: null },
    { stars: 4.5 },
    { available: 1 },
    { image_url: 'a,b.jpg' },
    { image_url: 'javascript:alert(1)' },
  ])('a menu does not fail for %j, which counts as absent', (odd) => {
    const [name] = Object.keys(odd) as [keyof Product];
    const absent = v.parse(Product, bare)[name];

    const [read] = v.parse(listOf(forgiving(Product)), [{ ...bare, ...odd }]).items;

    expect(read).toMatchObject({ _id: '7', name: 'Kopi', price: 15_000 });
    expect(read?.[name]).toEqual(absent);
  });

  test.each(['12', null, -0.5])('a count of %j is no count', (count) =>
    expect(v.parse(listOf(Product), { data: [bare], count }).count).toBe(1),
  );

  test.each([
    [{ data: [bare, { ...bare, name: null }] }, 'data.1.name'],
    [[{ ...bare, price: 'murah' }], 'data.0.price'],
    [{ products: [bare] }, 'data'],
  ])('a missing required field is named by its path: %#', (answer, path) => {
    const { issues } = v.safeParse(listOf(Product), answer);

    expect(issues?.map((issue) => v.getDotPath(issue as never))).toEqual([path]);
  });

  test.each([
    { order_items: ['650aa0'] },
    { paymentMethod: 'bca' },
    { subTotal: null },
    { delivery_courier: { name: 'Goceng' } },
    { client_ref: null },
    { created_at: 1_700_000_000 },
  ])('a listed order does not fail for %j, which the specification does not name', (odd) => {
    const placed = { order_number: 'A1', totalQty: 2, totalShopping: 20_000, status: 'waiting_payment' };

    expect(v.parse(PlacedOrder, { ...placed, ...odd })).toEqual({
      ...placed,
      [Object.keys(odd)[0] as string]: undefined,
    });
  });

  test("a listed order's way to pay is read although its picture is an address", () =>
    expect(
      v.parse(PlacedOrder, { paymentMethod: { _id: 1, name: 'BCA', image_url: 'https://x/bca.png' } }).paymentMethod,
    ).toEqual({ _id: '1', name: 'BCA', image_url: '' }));

  test.each([{ totalQty: 'two' }, { totalShopping: 'free' }, { status: 7 }])('a listed order fails for %j', (odd) =>
    expect(fits(PlacedOrder, { order_number: 'A1', ...odd })).toBe(false),
  );

  test("a listed order's recipient is read although the rest of its address does not fit", () =>
    expect(
      v.parse(PlacedOrder, { delivery_address: { fullName: 'Sari', phoneNumber: null, provinsi: { kode: '11' } } })
        .delivery_address,
    ).toMatchObject({ fullName: 'Sari', phoneNumber: '' }));

  test('a customer without a phone number is a customer', () =>
    expect(v.parse(User, { fullName: 'Sari', email: 'sari@example.com', phoneNumber: null }).phoneNumber).toBe(''));

  test('a product may carry one tag, several, none, and fields we do not know', () => {
    const read = (more: object) => v.parse(Product, { ...bare, ...more });

    expect(read({ tags: { name: 'Panas' }, colour: 'red' }).tags).toEqual([{ name: 'Panas' }]);
    expect(read({ tags: ['Panas', { name: 'Manis' }] }).tags).toEqual([{ name: 'Panas' }, { name: 'Manis' }]);
    expect(read({ category: { name: 'Kopi' } })).toEqual(product('7', { name: 'Kopi', category: 'Kopi' }));
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
    const odd = { order_number: '1', totalShopping: 20_000, order_items: ['x'] };
    expect(v.parse(OrderAnswer, { data: odd, error: null })).toMatchObject({
      order_number: '1',
      totalShopping: 20_000,
    });
    expect(fits(OrderAnswer, { error: 'no' })).toBe(false);
  });
});
