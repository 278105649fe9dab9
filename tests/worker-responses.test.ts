/** Which responses of the API the worker stores, and which it answers with. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { packed } from '#core/region-pack';
import { dataOf, html, json, redirected, type Shop, startWorker } from './support/page/worker-scope.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const silent = () => Promise.reject(new TypeError('Failed to fetch'));

const menuOf = (...names: string[]) => ({
  data: names.map((name, index) => ({ _id: `${index}`, name, price: 1_000, category: name.split(' ')[0] })),
  count: names.length,
});

const regions = { data: [{ kode: '31', nama: 'Jakarta' }], count: 1 };
const text = (content: string) => new Response(content, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
const image = (bytes = 6, headers = {}) =>
  new Response('x'.repeat(bytes), { headers: { 'content-type': 'image/svg+xml', ...headers } });
/** As of a host without CORS: shown, but not to be read. */
const opaque = (response: Response): Response =>
  Object.defineProperties(response, {
    status: { value: 0 },
    ok: { value: false },
    clone: { value: () => opaque(image()) },
  });

/** A worker whose shop a test may change. */
async function withShop(shop: Shop = {}) {
  const worker = await startWorker({ shop });
  return Object.assign(worker, { shop });
}

test.each([206, 404, 503])('an answer with %d is not stored', async (status) => {
  const worker = await withShop({
    '/api/regions/provinces': () =>
      new Response(JSON.stringify(regions), { status, headers: { 'content-type': 'application/json' } }),
    '/api/images/banks/a.svg': () => new Response('<svg/>', { status, headers: { 'content-type': 'image/svg+xml' } }),
  });

  expect((await worker.answer('/api/regions/provinces'))?.status).toBe(status);
  await worker.answer('/api/images/banks/a.svg');

  expect(worker.storage.addresses('kedai-regions')).toEqual([]);
  expect(worker.storage.addresses('kedai-images')).toEqual([]);
});

test('B40: only what is of the right kind and fits is stored', async () => {
  const worker = await withShop();
  const isStored = async (path: string, response: Response) => {
    worker.shop[path] = () => response;
    await worker.answer(path);
    return (await worker.storage.match(path)) !== undefined;
  };

  expect(await isStored('/api/tags', html(JSON.stringify({ data: [] })))).toBe(false);
  expect(await isStored('/api/tags', json('Wifi gratis'))).toBe(false);
  expect(
    await isStored('/api/tags', new Response('{"data":[', { headers: { 'content-type': 'application/json' } })),
  ).toBe(false);
  expect(await isStored('/api/tags', redirected(json({ data: [{ name: 'Panas' }] })))).toBe(false);
  expect(await isStored('/api/tags', json({ data: [{ name: 'Panas' }] }))).toBe(true);
  expect(await isStored('/api/regions/provinces', json({ data: [{ kode: '31', nama: 7 }] }))).toBe(false);
  expect(await isStored('/api/regions/provinces', json(regions))).toBe(true);
  const pack = packed([{ kode: '31', nama: 'Jakarta', parent: '' }]);
  expect(await isStored('/api/regions/pack', text(pack.slice(0, -3)))).toBe(false);
  expect(await isStored('/api/regions/pack', html(pack))).toBe(false);
  expect(await isStored('/api/regions/pack', text(pack))).toBe(true);
  expect(await isStored('/api/images/banks/b.svg', opaque(image()))).toBe(false);
  expect(await isStored('/api/images/banks/a.svg', html('<h1>Wifi gratis</h1>'))).toBe(false);
  // Images may be redirected to another host; data that is redirected comes from a captive portal.
  expect(await isStored('/api/images/banks/a.svg', redirected(image()))).toBe(true);
});

test('B41: what is personal, or no public call, is left to the browser', async () => {
  const worker = await withShop({ '*': () => json(menuOf('Kopi')) });
  const personal = { headers: { authorization: 'Bearer secret' } };

  for (const path of ['/api/products', '/api/tags', '/api/images/products/a.svg', '/api/orders/stream'])
    expect([path, await worker.answer(path, personal)]).toEqual([path, undefined]);
  for (const path of ['/api/orders', '/api/carts', '/api/delivery-address', '/api/products?page=2', '/api/tags?x=1'])
    expect([path, await worker.answer(path)]).toEqual([path, undefined]);
  expect(await worker.answer('/api/products', { method: 'POST' })).toBeUndefined();
  expect(await worker.answer('/api/products', { mode: 'navigate' })).toBeUndefined();
  expect(await worker.storage.keys()).toEqual([]);
});

test('the counter’s page and its files are left to the browser', async () => {
  const worker = await withShop({ '*': () => html('<title>Kasir</title>') });

  for (const path of ['/counter', '/counter/', '/counter/screen', '/counter?x=1'])
    expect([path, await worker.answer(path, { mode: 'navigate' })]).toEqual([path, undefined]);
  for (const path of ['/counter/assets/index-abcdef.js', '/counter/manifest.webmanifest'])
    expect([path, await worker.answer(path)]).toEqual([path, undefined]);
  expect(await worker.answer('/countertop', { mode: 'navigate' })).toBeDefined();
});

test('a list on the device answers at once; pages are told when the shop says something else', async () => {
  const worker = await withShop({ '/api/products': () => json(menuOf('Kopi')) });
  await worker.answer('/api/products');
  const names = async () => (await dataOf(await worker.answer('/api/products')))[0].name;

  expect(await names()).toBe('Kopi');
  expect(worker.told).toEqual([]);
  worker.shop['/api/products'] = () => json(menuOf('Teh'));
  expect(await names()).toBe('Kopi');
  expect(worker.told).toEqual([{ type: 'CHANGED', url: 'http://kedai.example/api/products' }]);
  expect(await names()).toBe('Teh');
});

test('a list beside which the shop says the time has not changed by that', async () => {
  let time = 0;
  const worker = await withShop({ '/api/products': () => json({ ...menuOf('Kopi'), time: ++time }) });

  await worker.answer('/api/products');
  await worker.answer('/api/products');

  expect(time).toBe(2);
  expect(worker.told).toEqual([]);
});

test('a request that must not come from the device is answered by the shop, or fails', async () => {
  const worker = await withShop({ '/api/products': () => json(menuOf('Kopi')) });
  await worker.answer('/api/products');
  worker.shop['/api/products'] = () => json(menuOf('Teh'));

  const fresh = await worker.answer('/api/products', { cache: 'no-cache' });
  worker.shop['/api/products'] = silent;

  expect((await dataOf(fresh))[0].name).toBe('Teh');
  expect(fresh?.headers.has('kedai-kept-since')).toBe(false);
  worker.asked();
  await expect(worker.answer('/api/products', { cache: 'no-cache' })).rejects.toThrow();
  expect(worker.asked()).toEqual(['/api/products']);
  const stored = await worker.answer('/api/products');
  expect((await dataOf(stored))[0].name).toBe('Teh');
  expect(Number(stored?.headers.get('kedai-kept-since'))).toBeGreaterThan(0);
});

test.each(['/api/products', '/api/regions/provinces'])('F13 %s is awaited for ten seconds', async (path) => {
  const dead = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(dead.signal);
  const worker = await withShop({ [path]: () => new Promise(() => {}) });

  const response = worker.respond(path);
  await expect.poll(() => limit.mock.calls).toContainEqual([10_000]);
  dead.abort();

  await expect(response).rejects.toThrow();
});

test('what is stored says on its key since when and how large it is', async () => {
  const worker = await withShop({ '/api/images/banks/a.svg': () => image(42, { vary: 'Accept' }) });

  await worker.answer('/api/images/banks/a.svg');

  const [key] = await (await worker.storage.open('kedai-images')).keys();
  expect(key?.headers.get('kedai-bytes')).toBe('42');
  expect(Number(key?.headers.get('kedai-kept-since'))).toBeGreaterThan(0);
  expect((await worker.storage.match('/api/images/banks/a.svg'))?.headers.has('vary')).toBe(false);
});

describe('filtered products', () => {
  const filtered = () => json(menuOf('Teh Tarik'));
  const menu = () => json(menuOf('Kopi Tubruk', 'Teh Poci'));
  const misfit = () => html('<h1>Wifi gratis</h1>');
  const names = async (response?: Response) => (await dataOf(response)).map(({ name }: { name: string }) => name);

  test('are the shop’s, and never stored', async () => {
    const worker = await withShop({ '/api/products': menu, '/api/products?category=Teh': filtered });
    await worker.answer('/api/products');

    expect(await names(await worker.answer('/api/products?category=Teh'))).toEqual(['Teh Tarik']);
    expect(worker.storage.addresses('kedai-menu')).toEqual(['/api/products']);
  });

  test.each([
    ['the shop is silent', silent],
    ['a captive portal answers', misfit],
  ])('are those of the menu on the device when %s', async (_when, answer) => {
    const worker = await withShop({ '/api/products': menu, '/api/products?category=Teh': answer });
    await worker.answer('/api/products');

    const found = await worker.answer('/api/products?category=Teh');

    expect(found?.headers.has('kedai-kept-since')).toBe(true);
    expect(await found?.json()).toMatchObject({ data: [{ name: 'Teh Poci' }], count: 1 });
  });

  test.each(['category=Teh&search=P%C3%B3ci+teh', 'tags=Panas&tags=Dingin'])(
    'are found on the device by every part of a filter, like %s',
    async (query) => {
      const [kopi, teh] = menuOf('Kopi Tubruk', 'Teh Poci').data;
      const data = [
        { ...kopi, tags: [{ name: 'Pagi' }] },
        { ...teh, tags: [{ name: 'Dingin' }] },
      ];
      const worker = await withShop({ '/api/products': () => json({ data }), [`/api/products?${query}`]: silent });
      await worker.answer('/api/products');

      expect(await names(await worker.answer(`/api/products?${query}`))).toEqual(['Teh Poci']);
    },
  );

  test('are those of the menu on the device when the shop takes too long', async () => {
    const worker = await withShop({ '/api/products': menu, '/api/products?category=Teh': () => new Promise(() => {}) });
    await worker.answer('/api/products');
    vi.useFakeTimers();

    const found = worker.respond('/api/products?category=Teh');
    await vi.advanceTimersByTimeAsync(4_000);

    expect(await names(await found)).toEqual(['Teh Poci']);
  });

  test.each([422, 500, 503])('are the failure of the shop when it answers %d', async (status) => {
    const failure = () => new Response('{"error":{"code":"invalid","message":""}}', { status });
    const worker = await withShop({ '/api/products': menu, '/api/products?category=Teh': failure });
    await worker.answer('/api/products');

    expect((await worker.answer('/api/products?category=Teh'))?.status).toBe(status);
  });

  test('are passed on as answered where there is no menu yet', async () => {
    const worker = await withShop({ '/api/products?category=Teh': misfit });

    expect(await (await worker.answer('/api/products?category=Teh'))?.text()).toBe('<h1>Wifi gratis</h1>');
    worker.shop['/api/products?category=Teh'] = silent;
    await expect(worker.answer('/api/products?category=Teh')).rejects.toThrow();
  });
});

test('regions come from the pack on the device without a request, except where the shop itself is asked', async () => {
  const pack = packed([
    { kode: '31', nama: 'Jakarta', parent: '' },
    { kode: '31.71', nama: 'Jakarta Pusat', parent: '31' },
  ]);
  const worker = await withShop({
    '/api/regions/pack': () => text(pack),
    '/api/regions/provinces': () => json(regions),
  });
  await worker.answer('/api/regions/pack');
  worker.asked();

  const provinces = await worker.answer('/api/regions/provinces');
  const below = await worker.answer('/api/regions/regences?code=31');
  const wrongLevel = await worker.answer('/api/regions/districts?code=31');

  expect(await provinces?.json()).toEqual(regions);
  expect(await below?.json()).toEqual({ data: [{ kode: '31.71', nama: 'Jakarta Pusat' }], count: 1 });
  expect(await wrongLevel?.json()).toEqual({ data: [], count: 0 });
  expect(worker.asked()).toEqual([]);
  await worker.answer('/api/regions/provinces', { cache: 'no-cache' });
  expect(worker.asked()).toEqual(['/api/regions/provinces']);
});

test('the widest stored width of a photograph is used for the others, and never fetched again', async () => {
  const worker = await withShop({ '*': () => image() });
  const photograph = '/api/images/products/senja-0123abcd';
  await worker.answer(`${photograph}.w480.webp`);
  worker.asked();

  await worker.answer(`${photograph}.w240.webp`);
  await worker.answer(`${photograph}.w480.webp`);

  expect(worker.asked()).toEqual([]);
  expect(worker.storage.addresses('kedai-images')).toEqual([`${photograph}.w480.webp`]);
});

test('a picture that has not changed is not written again, another one under the same name is', async () => {
  const worker = await withShop({ '/api/images/banks/a.svg': () => image(6, { etag: '"1"' }) });
  const written: string[] = [];
  worker.storage.fails = (_name, address) => void written.push(address);

  await worker.answer('/api/images/banks/a.svg');
  await worker.answer('/api/images/banks/a.svg');
  expect(written).toHaveLength(1);
  worker.shop['/api/images/banks/a.svg'] = () => image(7, { etag: '"2"' });
  await worker.answer('/api/images/banks/a.svg');

  expect(await (await worker.storage.match('/api/images/banks/a.svg'))?.text()).toHaveLength(7);
});

test('pictures take ten megabytes; one that is stored again takes no additional room', async () => {
  const worker = await withShop();
  const isStored = async (name: string, megabytes: number) => {
    const path = `/api/images/products/${name}.svg`;
    worker.shop[path] = () => image(megabytes * 1_000_000);
    await worker.answer(path, { cache: 'no-cache' });
    return (await (await worker.storage.match(path))?.text())?.length === megabytes * 1_000_000;
  };

  expect(await isStored('a', 6)).toBe(true);
  expect(await isStored('a', 7)).toBe(true);
  expect(await isStored('b', 3)).toBe(true);
  expect(await isStored('c', 1)).toBe(false);
  await (await worker.storage.open('kedai-images')).delete('/api/images/products/a.svg');
  expect(await isStored('c', 7)).toBe(true);
});

test.each([
  ['any browser', new DOMException('Full', 'QuotaExceededError')],
  ['Firefox', { name: 'NS_ERROR_FILE_NO_DEVICE_SPACE', message: '' }],
])('F26 pictures are deleted to make room for other data when %s is full', async (_browser, failure) => {
  const worker = await withShop({ '*': () => image() });
  worker.storage.fails = () => (worker.storage.addresses('kedai-images').length > 0 ? failure : undefined);

  for (const name of ['Kopi', 'Teh']) {
    await worker.answer('/api/images/products/a.svg');
    worker.shop['/api/products'] = () => json(menuOf(name));
    await worker.answer('/api/products');

    expect(await dataOf(await worker.storage.match('/api/products'))).toMatchObject([{ name }]);
    expect(worker.storage.addresses('kedai-images')).toEqual([]);
  }
});

test('of two tabs that ask while the menu changes the newer answer stays, and so do the pictures', async () => {
  const worker = await withShop({ '*': () => image(), '/api/products': () => json(menuOf('Kopi')) });
  await worker.answer('/api/images/products/a.svg');
  const { match } = worker.storage;
  worker.storage.match = async (...sought) => {
    if (worker.storage.addresses('kedai-menu').length > 0) {
      // The first answer is stored, and not looked at yet.
      worker.storage.match = match;
      worker.shop['/api/products'] = () => json(menuOf('Teh'));
      await worker.answer('/api/products');
    }
    return match(...sought);
  };

  await worker.answer('/api/products');

  expect(await dataOf(await worker.storage.match('/api/products'))).toMatchObject([{ name: 'Teh' }]);
  expect(worker.storage.addresses('kedai-images')).toEqual(['/api/images/products/a.svg']);
});

test('F26 a picture for which there is no room is shown, and replaces no other', async () => {
  const worker = await withShop({ '*': () => image() });
  await worker.answer('/api/images/products/a.svg');
  worker.storage.fails = () => new DOMException('Full', 'QuotaExceededError');

  const shown = await worker.respond('/api/images/products/b.svg');

  expect(shown?.status).toBe(200);
  expect(worker.storage.addresses('kedai-images')).toEqual(['/api/images/products/a.svg']);
});

test('caches that cannot be read do not matter while the shop answers', async () => {
  const worker = await withShop({
    '/api/products': () => json(menuOf('Kopi')),
    '/api/products?category=Kopi': () => json(menuOf('Kopi')),
    '*': () => new Response('from the shop'),
  });
  const unreadable = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
  Object.assign(worker.storage, { match: unreadable, open: unreadable, keys: unreadable });

  for (const path of [
    '/api/products',
    '/api/products?category=Kopi',
    '/api/images/a.svg',
    '/api/regions/provinces',
    '/about',
    '/carts',
    '/assets/a.js',
  ])
    expect([path, (await worker.respond(path))?.status]).toEqual([path, 200]);
});

describe('KEEP_MENU', () => {
  const hour = 3_600_000;
  const lists = ['products', 'categories', 'tags', 'banks', 'mini-markets'].map((list) => `/api/${list}`);
  const packs = ['/api/regions/pack', '/api/regions/villages-pack'];
  const fromKedai = { 'kedai-api': '1' };

  async function ready() {
    const worker = await withShop(Object.fromEntries(lists.map((list) => [list, () => json({ data: [] })])));
    worker.registration.active = {};
    const keepMenu = async () => {
      // Two pages that open at once.
      await Promise.all([1, 2].map(() => worker.say({ type: 'KEEP_MENU', saveData: false })));
      return worker.asked().filter((path) => path.startsWith('/api/'));
    };
    return Object.assign(worker, { keepMenu });
  }

  test('asks for a list again after an hour, and when the clock was set back since', async () => {
    const { keepMenu } = await ready();
    expect((await keepMenu()).sort()).toEqual(lists.toSorted());
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');

    clock.mockReturnValue(now + hour / 2);
    expect(await keepMenu()).toEqual([]);
    clock.mockReturnValue(now - hour);
    expect((await keepMenu()).sort()).toEqual(lists.toSorted());
    clock.mockReturnValue(now + 2 * hour);
    expect((await keepMenu()).sort()).toEqual(lists.toSorted());
    clock.mockRestore();
  });

  test('stores the pictures of the first pages first, and gives those up that are no longer on the menu', async () => {
    const worker = await ready();
    const { shop, storage } = worker;
    const menu = (names: string[]) =>
      json({ data: names.map((name) => ({ _id: name, name, price: 1, image_url: `${name}.svg` })) });
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    shop['/api/products'] = () => menu(names);
    // Eight fit into the 10 MB: two whole groups of those that are fetched at once.
    shop['*'] = () => image(1_200_000);
    const pictures = () => storage.addresses('kedai-images').map((path) => /(\w+)\.svg/.exec(path)?.[1]);

    await worker.keepMenu();
    expect(pictures()).toEqual(names.slice(0, 8).sort());
    shop['/api/products'] = () => menu(names.toReversed());
    await worker.answer('/api/products', { cache: 'no-cache' });
    await worker.keepMenu();

    expect(pictures()).toEqual(names.slice(4).sort());
  });

  test('fetches neither pictures nor villages when the customer saves data', async () => {
    const worker = await ready();
    worker.shop['/api/products'] = () =>
      json({ data: [{ _id: 'a', name: 'Kopi', price: 1, image_url: 'a.svg' }] }, fromKedai);

    await worker.say({ type: 'KEEP_MENU', saveData: true });

    expect(worker.asked().filter((path) => /images|pack/.test(path))).toEqual(['/api/regions/pack']);
  });

  test('asks for the regions once a week, and for the villages after all pictures', async () => {
    const worker = await ready();
    const listed = (image_url: string) => json({ data: [{ _id: 'a', name: 'A', price: 1, image_url }] }, fromKedai);
    worker.shop['/api/products'] = () => listed('a.svg');
    worker.shop['/api/banks'] = () => listed('b.svg');
    for (const pack of packs) worker.shop[pack] = () => text(packed([]));
    worker.shop['*'] = () => image();
    const clock = vi.spyOn(Date, 'now');
    const askedAfter = async (days: number) => {
      clock.mockReturnValue(days * 24 * hour);
      return (await worker.keepMenu()).filter((path) => /images|pack/.test(path));
    };

    expect(await askedAfter(30)).toEqual([packs[0], '/api/images/products/a.svg', '/api/images/banks/b.svg', packs[1]]);
    expect(await askedAfter(36)).toEqual([]);
    expect(await askedAfter(38)).toEqual(packs);
    clock.mockRestore();
  });

  test('asks a plain host for nothing that section 7 does not know', async () => {
    const worker = await ready();

    expect((await worker.keepMenu()).filter((path) => path.includes('pack'))).toEqual([]);
  });
});

test('SEEN: of what a page has loaded the worker stores what may be stored', async () => {
  const worker = await withShop({ '*': () => json({ data: [{ name: 'Panas' }] }) });
  const urls = ['/api/tags', '/api/orders', '/elsewhere'].map((path) => `http://kedai.example${path}`);

  await worker.say({ type: 'SEEN', urls });

  expect(worker.asked()).toEqual(['/api/tags']);
});

test('B38: malformed messages are ignored', async () => {
  const worker = await withShop();

  const urlsToCache = ['/assets/one.js', 'http://kedai.example/api/tags'];
  for (const message of [
    'SKIP_WAITING',
    { type: 'SEEN', urls: ['not an address'] },
    { type: 'SEEN' },
    // Workbox's own, which its shared router hears.
    { type: 'CACHE_URLS' },
    { type: 'CACHE_URLS', payload: { urlsToCache } },
    null,
    7,
  ])
    expect(await worker.say(message)).toBeUndefined();
  expect(worker.asked()).toEqual([]);
});
