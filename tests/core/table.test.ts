import { expect, test } from 'vitest';
import { tableOf } from '#core/shop';

const shop = { dineIn: true, tables: 24 };

test.for([
  ['1', '1'],
  ['24', '24'],
  ['07', '7'],
  ['0007', '7'],
  ...['', '0', '25', '7a', '5.0', ' 5', '5\n', '-5', '1e1', '٧'].map((text) => [text, ''] as const),
] as const)('of 24 tables %j is table %j', ([text, table]) => {
  expect(tableOf(text, shop)).toBe(table);
});

test('a shop with a thousand tables has the thousandth', () => {
  expect(tableOf('1000', { dineIn: true, tables: 1_000 })).toBe('1000');
});

test('a shop without dine-in has no table', () => {
  expect(tableOf('7', { dineIn: false, tables: 24 })).toBe('');
});
