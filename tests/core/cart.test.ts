import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  addLine,
  cartTotalOf,
  clearItem,
  countOf,
  merge,
  quantitiesOf,
  removeOne,
  sameQuantities,
  toBeOrdered,
} from '#core/cart';
import { Cart } from '#core/contract';
import { keyOfLine } from '#core/line';
import { product } from './product.ts';

const cartOf = (quantities: Record<string, number>): Cart =>
  Object.entries(quantities).map(([id, qty]) => ({ ...product(id), qty }));

const key = (_id: string) => keyOfLine({ _id });

const anyQuantities = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 99 }));

test('the first tap adds a line with one piece, the next one counts it up', () => {
  const once = addLine([], product('a'));
  const twice = addLine(once, product('a'));

  expect(quantitiesOf(once)).toEqual({ a: 1 });
  expect(quantitiesOf(twice)).toEqual({ a: 2 });
});

test('a line is removed when its last piece is', () => {
  expect(quantitiesOf(removeOne(cartOf({ a: 2, b: 1 }), key('b')))).toEqual({ a: 2 });
  expect(quantitiesOf(removeOne(cartOf({ a: 2, b: 1 }), key('a')))).toEqual({ a: 1, b: 1 });
  expect(clearItem(cartOf({ a: 9 }), key('a'))).toEqual([]);
});

test('a line stops at 99 pieces and a cart at 50 lines', () => {
  const full = cartOf(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, 99])));

  expect(addLine(full, product('p0'))).toEqual(full);
  expect(addLine(full, product('new'))).toEqual(full);
});

test('the badge counts pieces and the total multiplies them', () => {
  const cart = [
    { ...product('a'), qty: 2 },
    { ...product('b', { price: 7_000 }), qty: 1 },
  ];

  expect(countOf(cart)).toBe(3);
  expect(cartTotalOf(cart)).toBe(37_000);
});

test('changes that two devices made to the same cart are added up, product by product', () => {
  const merged = merge({ a: 2, b: 1 }, cartOf({ a: 3, b: 1 }), cartOf({ a: 2, c: 5 }));

  expect(quantitiesOf(merged.cart)).toEqual({ a: 3, c: 5 });
  expect(merged.left).toEqual([]);
});

test('ids that every object has are ids like any other when carts are merged', () => {
  const ids = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  const cart = ids.map((id, at) => ({ ...product(id), qty: at + 1 }));
  const pieces = ({ cart }: ReturnType<typeof merge>) => cart.map(({ _id, qty }) => [_id, qty]);

  expect(pieces(merge({}, cart, []))).toEqual(ids.map((id, at) => [id, at + 1]));
  expect(pieces(merge(undefined, cart, []))).toEqual(ids.map((id, at) => [id, at + 1]));
  expect(pieces(merge(quantitiesOf(cart), cart, cart))).toEqual(ids.map((id, at) => [id, at + 1]));
  expect(pieces(merge(quantitiesOf(cart), [], cart))).toEqual([]);
  expect(sameQuantities(quantitiesOf(cart), quantitiesOf([]))).toBe(false);
  expect(sameQuantities({ other: 1 }, quantitiesOf([{ ...product('__proto__'), qty: 1 }]))).toBe(false);
});

test.each([
  ['nothing was ordered', { a: 2 }, undefined, { a: 2 }],
  ['all of it was ordered', { a: 2, b: 1 }, { a: 2, b: 1 }, {}],
  ['something was added since', { a: 3, b: 1, c: 1 }, { a: 2, b: 1 }, { a: 1, c: 1 }],
  ['something was removed since', { a: 1, b: 1, c: 1 }, { a: 2, b: 1 }, { a: 1, b: 1, c: 1 }],
  [
    'an id is one that every object has',
    JSON.parse('{"__proto__": 2, "constructor": 1}'),
    { constructor: 1 },
    JSON.parse('{"__proto__": 2}'),
  ],
])('C5 what is to be ordered, where %s', (_, cart, ordered, left) => {
  expect(quantitiesOf(toBeOrdered(cartOf(cart), ordered))).toEqual(left);
});

test('merging two carts without a known base loses nothing', () => {
  const merged = merge(undefined, cartOf({ a: 3, b: 1 }), cartOf({ a: 2, c: 5 }));

  expect(quantitiesOf(merged.cart)).toEqual({ a: 3, b: 1, c: 5 });
});

test('merging keeps everything one side did when the other did nothing', () => {
  fc.assert(
    fc.property(anyQuantities, anyQuantities, (base, changed) => {
      expect(quantitiesOf(merge(base, cartOf(changed), cartOf(base)).cart)).toEqual(changed);
      expect(quantitiesOf(merge(base, cartOf(base), cartOf(changed)).cart)).toEqual(changed);
    }),
  );
});

test('the merged cart of two devices is always valid', () => {
  fc.assert(
    fc.property(anyQuantities, anyQuantities, anyQuantities, (base, local, remote) => {
      expect(v.is(Cart, merge(base, cartOf(local), cartOf(remote)).cart)).toBe(true);
    }),
  );
});

test('F23 products that find no room in a merged cart are named', () => {
  const thirty = (first: number) =>
    cartOf(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${first + i}`, 1])));

  const lines = merge({}, thirty(0), thirty(100));
  const pieces = merge({}, cartOf({ a: 60, b: 39 }), cartOf({ a: 60, b: 60 }));

  expect([lines.cart.length, lines.left.length]).toEqual([50, 10]);
  expect(quantitiesOf(pieces.cart)).toEqual({ a: 99, b: 99 });
  expect(pieces.left.map(({ _id }) => _id)).toEqual(['a']);
});
