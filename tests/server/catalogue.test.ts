import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Product } from '#core/contract';
import { type Home, onEveryDatabase, onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { openShop, type Shop } from './shop.ts';

const codings = { identity: (bytes: Buffer) => bytes, br: brotliDecompressSync, gzip: gunzipSync };

const namesOf = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

onSqliteAndLongOnPostgres('the catalogue', (newHome) => {
  let home: Home;
  let shop: Shop;
  beforeAll(async () => {
    home = await newHome();
    shop = await openShop(home);
  });

  test('every list counts what it holds, and says whose it is', async () => {
    for (const list of ['products', 'categories', 'tags', 'banks', 'mini-markets', 'regions/provinces']) {
      const { body, headers } = await shop.ask('GET', `/api/${list}`);

      expect(body.count).toBeGreaterThan(0);
      expect([list, body.data.length, headers['kedai-api']]).toEqual([list, body.count, '1']);
    }
  });

  test('HEAD returns the length without the list', async () => {
    const whole = await shop.ask('GET', '/api/products');
    const head = await shop.ask('HEAD', '/api/products');

    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.text).toBe('');
  });

  test('products are listed in the order of the menu, with a sold-out one marked', async () => {
    const answer = await shop.ask('GET', '/api/products');

    expect(namesOf(answer)).toEqual(fixtureMenu.products.map(({ name }) => name));
    expect(answer.body.data[0]).not.toHaveProperty('available');
    expect(answer.body.data[4]).toMatchObject({ _id: 'stale-bun', available: false });
  });

  test('a category, several tags as any of them, and a keyword filter the menu', async () => {
    expect(namesOf(await shop.ask('GET', '/api/products?category=Teh'))).toEqual(['Teh Tarik 100% asli']);
    expect(namesOf(await shop.ask('GET', '/api/products?tags=Dingin&tags=Favorit'))).toEqual([
      'Kopi Tubruk',
      'Es Kopi Susu',
    ]);
    expect(namesOf(await shop.ask('GET', '/api/products?search=CAFE'))).toEqual(['Café au Lait']);
    expect(namesOf(await shop.ask('GET', '/api/products?category=&search='))).toHaveLength(6);
    expect(namesOf(await shop.ask('GET', '/api/products?category=Kopi&search=susu'))).toEqual(['Es Kopi Susu']);
  });

  test('B27: SQL in a search is an ordinary word', async () => {
    const words = ["' or 1=1 --", '%', '_', '"; drop table products; --', '\\'];

    const counts = [];
    for (const word of words) {
      counts.push((await shop.ask('GET', `/api/products?search=${encodeURIComponent(word)}`)).body.count);
      expect((await shop.ask('GET', `/api/products?category=${encodeURIComponent(word)}`)).body.count).toBe(0);
      expect((await shop.ask('GET', `/api/products?tags=${encodeURIComponent(word)}`)).body.count).toBe(0);
      expect((await shop.ask('GET', `/api/regions/regences?code=${encodeURIComponent(word)}`)).body.count).toBe(0);
    }

    expect(counts).toEqual([0, 1, 0, 0, 0]);
    expect((await shop.ask('GET', '/api/products')).body.count).toBe(6);
  });

  test.each([
    ['gzip, br;q=0.1', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['GZIP;Q=1, Br;q=0.1', 'gzip'],
    ['*', 'br'],
    ['identity;q=0, *', 'br'],
    ['br;q=0.000, *;q=0.5', 'gzip'],
    ['gzip;q=0.2, identity', undefined],
    ['deflate, *;q=0', undefined],
    ['brotli, xgzip', undefined],
  ])('the accepted coding with the highest weight is sent, or the smallest: %s', async (accepted, coding) => {
    const answer = await shop.ask('GET', '/api/products', { headers: { 'accept-encoding': accepted } });

    expect(answer.headers['content-encoding']).toBe(coding);
  });

  test('every coding of a list is the same text, with its own ETag and length, and a 304 describes no body', async () => {
    for (const path of ['/api/products', '/api/categories', '/api/tags', '/api/banks', '/api/mini-markets']) {
      const [texts, etags] = [new Set<string>(), new Set<unknown>()];
      for (const [coding, decoded] of Object.entries(codings)) {
        const headers = { 'accept-encoding': coding };
        const { headers: sent, bytes } = await shop.ask('GET', path, { headers });
        const { date: _, connection: __, ...promised } = sent;
        const { 'content-length': length, 'content-type': ___, 'content-encoding': ____, ...withoutBody } = promised;

        const known = await shop.ask('GET', path, {
          headers: { ...headers, 'if-none-match': `W/"x", ${promised.etag}` },
        });

        expect(length).toBe(String(bytes.length));
        // A short list is sent as it is.
        texts.add((sent['content-encoding'] ? decoded(bytes) : bytes).toString());
        etags.add(promised.etag);
        if (path === '/api/products') expect(sent.vary).toMatch(/accept-encoding/i);
        const { date: _____, connection: ______, ...ofKnown } = known.headers;
        expect([known.status, ofKnown, known.text]).toEqual([304, withoutBody, '']);
      }
      expect([texts.size, etags.size]).toEqual([1, path === '/api/products' ? 3 : 1]);
    }
  });

  test('a prebuilt list is replaced when the menu changes', async () => {
    const { ask, changeMenu } = await openShop(home, { menuCheckMs: 50 });
    const tags = async () => (await ask('GET', '/api/tags')).body.data;
    await tags();
    await changeMenu((transaction) => transaction.insertInto('tags').values({ name: 'Baru', position: 99 }).execute());

    await expect.poll(tags).toContainEqual({ name: 'Baru' });
  });
});

onEveryDatabase('a menu that changes', (newHome, _kind, testOnce) => {
  test('is noticed by another server on the same data, which still knows products taken off it', async () => {
    const home = await newHome();
    const [one, other] = [await openShop(home), await openShop(home)];
    const before = await other.ask('GET', '/api/products');
    const [, ...rest] = fixtureMenu.products;

    await one.replaceMenu({ ...fixtureMenu, products: rest.toReversed() });
    const after = await other.ask('GET', '/api/products');

    expect(namesOf(after)).toEqual(rest.toReversed().map(({ name }) => name));
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const customer = await other.newCustomer();
    const cart = await customer.ask('PUT', '/api/carts', { body: { items: [{ _id: 'tubruk', qty: 1 }] } });
    expect(cart.body.items).toMatchObject([{ _id: 'tubruk', name: 'Kopi Tubruk', available: false }]);
  });

  test('may have thousands of products, and every field of each may change', async () => {
    const shop = await openShop(await newHome(), { menuCheckMs: 0 });
    const count = 1_201;
    const menuOf = (change: (product: Product, place: number) => Product) => {
      const products = Array.from({ length: count }, (_, place) => {
        const product = { _id: `p${place}`, name: `Kopi ${place}`, description: '', price: place, image_url: '' };
        return change({ ...product, stars: place % 6, category: 'Kopi', tags: [{ name: 'Panas' }] }, place);
      });
      const categories = [{ name: 'Kopi' }, { name: 'Teh' }];
      return { ...fixtureMenu, products, categories, tags: [{ name: 'Panas' }, { name: 'Dingin' }] };
    };
    const served = async () => (await shop.ask('GET', '/api/products')).body.data;
    const first = menuOf((product) => product);
    const second = menuOf(({ name, ...product }, place) => ({
      ...product,
      name: `Teh ${name}`,
      description: 'Baru',
      price: product.price + 1,
      image_url: 'teh.svg',
      stars: 5 - product.stars,
      category: 'Teh',
      tags: place % 2 ? [] : [{ name: 'Dingin' }, { name: 'Panas' }],
      ...(place % 3 === 0 && { available: false }),
    }));
    second.products.reverse();

    await shop.replaceMenu(first);
    const before = await served();
    await shop.replaceMenu(second);

    expect(before).toEqual(first.products);
    expect(await served()).toEqual(second.products);
  });

  testOnce('is checked once a second at most', async () => {
    const shop = await openShop(await newHome(), { menuCheckMs: 60_000 });
    await shop.ask('GET', '/api/products');

    await shop.changeMenu((transaction) => transaction.updateTable('products').set({ price: 1 }).execute());

    expect((await shop.ask('GET', '/api/products')).body.data[0].price).toBe(12_000);
  });
});
