import { expect, test } from 'vitest';
import { getFilteredProducts, getProducts } from '#device/api';

test.for([
  ['the menu', () => getProducts()],
  ['a part of it', () => getFilteredProducts({ category: '', tags: [], keyword: 'kopi' })],
] as const)('products of %s with the same tags have one set of them in memory', async ([, ask]) => {
  const { items } = await ask();

  const sets = new Set(items.map(({ tags }) => tags));
  const named = new Set(items.map(({ tags }) => JSON.stringify(tags)));
  expect(named.size).toBeLessThan(items.length);
  expect(sets.size).toBe(named.size);
});
