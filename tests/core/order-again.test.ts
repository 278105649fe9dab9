import { expect, test } from 'vitest';
import { maxLines, maxQuantity, type Product } from '#core/contract';
import { withLinesAgain } from '#core/order-again';
import { choice, group, product } from './product.ts';

const line = (id: string, qty = 1, more = {}) => ({ product: id, name: `Kopi ${id}`, price: 9_000, qty, ...more });
const piecesIn = (cart: { _id: string; qty: number; price: number }[]) =>
  cart.map(({ _id, qty, price }) => [_id, qty, price]);

test('the lines are added to what is in the cart, at the prices of now', () => {
  const { cart, left } = withLinesAgain(
    [{ ...product('a'), qty: 1 }],
    [line('a', 2), line('b', 3)],
    [product('a'), product('b', { price: 20_000 })],
  );

  expect(piecesIn(cart)).toEqual([
    ['a', 3, 15_000],
    ['b', 3, 20_000],
  ]);
  expect(left).toEqual([]);
});

test('what has left the menu or is sold out is named', () => {
  const { cart, left } = withLinesAgain(
    [],
    [line('gone'), line('sold-out'), line('a')],
    [product('a'), product('sold-out', { available: false })],
  );

  expect(piecesIn(cart)).toEqual([['a', 1, 15_000]]);
  expect(left).toEqual(['Kopi gone', 'Kopi sold-out']);
});

test('what does not fit into the cart is named, and as much as fits is in it', () => {
  const full = Array.from({ length: maxLines - 1 }, (_, at) => ({ ...product(`p${at}`), qty: 1 }));
  const { cart, left } = withLinesAgain(
    [...full, { ...product('a'), qty: maxQuantity - 1 }],
    [line('a', 2), line('b')],
    [product('a'), product('b')],
  );

  expect(cart.find(({ _id }) => _id === 'a')?.qty).toBe(maxQuantity);
  expect(cart).toHaveLength(maxLines);
  expect(left).toEqual(['Kopi a', 'Kopi b']);
});

test('a line of another host without a product is found by its name, a line with an unknown one is not', () => {
  const menu = [product('a'), product('constructor')];

  expect(piecesIn(withLinesAgain([], [line('a', 1, { product: undefined })], menu).cart)).toEqual([['a', 1, 15_000]]);
  expect(withLinesAgain([], [line('x', 1, { name: 'Kopi a' })], menu).left).toEqual(['Kopi a']);
  expect(piecesIn(withLinesAgain([], [line('constructor')], menu).cart)).toEqual([['constructor', 1, 15_000]]);
});

test.each([
  [0, []],
  [-1, []],
  [1e9, [maxQuantity]],
  [Number.NaN, []],
])('a quantity of %s from another host becomes one that a cart can have', (qty, inCart) => {
  const { cart } = withLinesAgain([], [line('a', qty)], [product('a')]);

  expect(cart.map((item) => item.qty)).toEqual(inCart);
});

test('M9 of a drink whose choice is gone it says that it can be had with other choices', () => {
  const milk = group('milk', 'Susu', [choice('cow', 'Sapi', 0, { default: true })]);
  const oat = line('a', 1, { choices: [{ _id: 'oat', name: 'Oat' }] });
  const again = (menu: Product[]) => withLinesAgain([], [oat], menu, new Map([['a', [milk]]]));

  expect(again([product('a')])).toMatchObject({ cart: [], left: ['Kopi a'], choosable: 'a' });
  expect(again([product('a', { available: false })]).choosable).toBeUndefined();
});

test('M9 a note is not lost where the shop takes none any more, and one of another host says nothing', () => {
  const again = (more: object) => withLinesAgain([], [line('a', 1, { note: 'tanpa kacang', ...more })], [product('a')]);

  expect(again({ choices: [] })).toMatchObject({ cart: [], left: ['Kopi a'] });
  expect(again({})).toMatchObject({ cart: [{ _id: 'a' }], left: [] });
});

test('M9 a choice that has another name by now is not put in unasked, one that is called with its group is', () => {
  const sugar = group('sugar', 'Gula', [choice('less', 'Sedikit', 0, { default: true })]);
  const again = (name: string) =>
    withLinesAgain([], [line('a', 1, { choices: [{ _id: 'less', name }] })], [product('a')], new Map([['a', [sugar]]]));

  expect(again('Gula aren')).toMatchObject({ cart: [], left: ['Kopi a'], choosable: 'a' });
  for (const name of ['sedikit', 'Gula sedikit']) expect(again(name)).toMatchObject({ cart: [{ _id: 'a' }], left: [] });
});
