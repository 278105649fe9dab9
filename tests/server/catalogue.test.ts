import { beforeAll, expect, test } from 'vitest';
import { onEveryDatabase } from '../support/databases.ts';
import { openShop, type Shop } from './shop.ts';

onEveryDatabase('the catalogue', (newHome) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(await newHome());
  });

  test('lists every product with a count', async () => {
    const { body } = await shop.ask('GET', '/api/products');

    expect(body.count).toBe(6);
  });
});
