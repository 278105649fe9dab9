import { expect, test } from 'vitest';
import { getFilteredProducts, getProducts } from '#device/api';
import { interceptRequests } from '../support/page/checkout.ts';

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

test('a filtered call that names no category, tag or keyword is an error and does not leave', async () => {
  let asked = 0;
  interceptRequests((_request, send) => {
    asked++;
    return send();
  });

  await expect(getFilteredProducts({ category: '', tags: [], keyword: ' ' })).rejects.toThrow('Invalid filter');
  expect(asked).toBe(0);
});
