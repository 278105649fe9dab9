/** How a build comes to the device, is refreshed there, and is replaced by the next one. */
import { afterEach, expect, test, vi } from 'vitest';
import { shellPath } from '#core/renderer';
import { paths, publicPaths } from '#core/routes';
import { withCurrent } from '../sw/ledger.ts';
import {
  cacheStorage,
  dataOf,
  html,
  json,
  redirected,
  type Shop,
  script,
  startWorker,
} from './support/page/worker-scope.ts';

afterEach(() => vi.unstubAllGlobals());

const day = 24 * 60 * 60 * 1_000;

test('a build that was replaced is kept for a month from then on', () => {
  const first = withCurrent([], ['/assets/one.js'], 0);
  const second = withCurrent(first, ['/assets/two.js'], 100 * day);

  expect(second).toEqual([{ files: ['/assets/two.js'] }, { files: ['/assets/one.js'], replacedAt: 100 * day }]);
  expect(withCurrent(second, ['/assets/two.js'], 129 * day)).toHaveLength(2);
  expect(withCurrent(second, ['/assets/two.js'], 130 * day)).toEqual([{ files: ['/assets/two.js'] }]);
});

test('at most three builds are kept besides the current one', () => {
  const builds = ['one', 'two', 'three', 'four', 'five'].reduce(
    (known, name, hour) => withCurrent(known, [name], hour),
    withCurrent([], ['zero'], 0),
  );

  expect(builds.map(({ files }) => files[0])).toEqual(['five', 'four', 'three', 'two']);
});

test('going back to an earlier build makes it the current one again', () => {
  const builds = withCurrent(withCurrent(withCurrent([], ['one'], 0), ['two'], 1), ['one'], 2);

  expect(builds).toEqual([{ files: ['one'] }, { files: ['two'], replacedAt: 2 }]);
});

/** A build whose pages name one script of its own, beside a script that all builds share. */
function buildOf(name: string) {
  const page = `<script src="/assets/${name}.js">`;
  const shop: Shop = {
    [`/assets/${name}.js`]: () => script(name),
    '/assets/shared.js': () => script('shared'),
    '/pictures/hero.svg': () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
  };
  for (const path of [...publicPaths, shellPath]) shop[path] = () => html(`${page}${path}`, { etag: name });
  const manifest = Object.keys(shop).map((url) => ({ url, revision: url.startsWith('/assets/') ? null : name }));
  return { manifest, shop, page };
}

const visit = { mode: 'navigate' } as const;

/** A worker that is installed and has no shop any more. */
async function installedWithoutShop() {
  const { manifest, shop } = buildOf('one');
  const worker = await startWorker({ manifest, shop });
  await worker.install();
  await worker.activate();
  worker.asked();
  for (const path of [...Object.keys(shop), '*']) shop[path] = () => Promise.reject(new TypeError('Failed to fetch'));
  return worker;
}

test('a page is stored without what would keep it from a visit: a redirect, and `Vary`', async () => {
  const { manifest, shop } = buildOf('one');
  shop[shellPath] = () => redirected(html(buildOf('one').page, { vary: 'Origin' }));
  const worker = await startWorker({ manifest, shop });

  await worker.install();

  const shell = await worker.answer('/carts', visit);
  expect([shell?.redirected, shell?.headers.has('vary')]).toEqual([false, false]);
});

test('a build is fetched once: its pages and the shell, its files, its drawings', async () => {
  const { manifest, shop } = buildOf('one');
  const worker = await startWorker({ manifest, shop });

  await worker.install();

  expect(worker.asked().sort()).toEqual(Object.keys(shop).sort());
  // As the Static Routing API looks them up.
  const [pagesCache = ''] = (await worker.storage.keys()).filter((name) => name.startsWith('kedai-pages'));
  for (const path of publicPaths) expect(worker.storage.addresses(pagesCache)).toContain(`${path}?`);
});

test('without the shop public pages are as they were stored, and all others are drawn from the shell', async () => {
  const worker = await installedWithoutShop();

  for (const path of paths) {
    for (const address of [path, `${path}?`, `${path}?meja=7&search=kopi`]) {
      const text = await (await worker.answer(address, visit))?.text();
      expect([address, text]).toEqual([
        address,
        buildOf('one').page + ((publicPaths as readonly string[]).includes(path) ? path : shellPath),
      ]);
    }
  }
  expect(await (await worker.answer('/assets/one.js'))?.text()).toBe('one');
  expect(worker.asked()).toEqual([]);
});

test('an address with a slash at its end leads to its page, an unknown one is a 404 with the shell', async () => {
  const worker = await installedWithoutShop();

  const slash = await worker.answer('/about/?meja=7', visit);
  const unknown = await worker.answer('/menu/kopi', visit);

  expect([slash?.status, slash?.headers.get('location')]).toEqual([302, 'http://kedai.example/about?meja=7']);
  expect([unknown?.status, await unknown?.text()]).toEqual([404, buildOf('one').page + shellPath]);
});

test('what the shop renders again is shown at the next visit, but never a page of a network or of another build', async () => {
  const { manifest, shop, page } = buildOf('one');
  const worker = await startWorker({ manifest, shop });
  await worker.install();
  await worker.activate();
  worker.registration.active = {};
  const opensNext = async (response: Response) => {
    shop['/products'] = () => response.clone();
    await worker.say({ type: 'KEEP_MENU', saveData: true });
    return (await worker.answer('/products', visit))?.text();
  };

  expect(await opensNext(html(`${page}today`, { etag: 'two' }))).toBe(`${page}today`);
  expect(await opensNext(html(`${page}not newer`, { etag: 'two' }))).toBe(`${page}today`);
  expect(await opensNext(html('<h1>Wifi gratis</h1>'))).toBe(`${page}today`);
  expect(await opensNext(html('<script src="/assets/two.js">'))).toBe(`${page}today`);
  expect(await opensNext(new Response(`${page}fault`, { status: 503 }))).toBe(`${page}today`);
  expect(await (await worker.answer('/products?', visit))?.text()).toBe(`${page}today`);
});

test('what the browser has lost is fetched again at the next visit', async () => {
  const { manifest, shop } = buildOf('one');
  const worker = await startWorker({ manifest, shop });
  await worker.install();
  await worker.activate();
  worker.registration.active = {};
  await (await worker.storage.open('kedai-shell')).delete('/assets/one.js');

  await worker.say({ type: 'KEEP_MENU', saveData: true });

  expect(worker.storage.addresses('kedai-shell')).toEqual(['/assets/one.js', '/assets/shared.js']);
});

test.each([
  ['a missing file', { '/assets/one.js': undefined }],
  ['a missing drawing', { '/pictures/hero.svg': undefined }],
  ['no shell', { [shellPath]: undefined }],
  ["a captive portal's page in place of a file", { '/assets/one.js': () => html('<script src="/assets/one.js">') }],
  ["a captive portal's page in place of a page", { '/about': () => html('<h1>Wifi gratis</h1>') }],
  ['a page of another build', { '/about': () => html('<script src="/assets/one.js"><script src="/assets/two.js">') }],
  ['a page that the shop could not give', { '/about': () => new Response('', { status: 503 }) }],
])('F32 a build with %s is not installed', async (_fault, fault) => {
  const { manifest, shop } = buildOf('one');
  const worker = await startWorker({ manifest, shop: { ...shop, ...fault } });

  await expect(worker.install()).rejects.toThrow();
});

const full = () => new DOMException('Full', 'QuotaExceededError');

test.each([
  ['any browser', full],
  ['Firefox', () => ({ name: 'NS_ERROR_FILE_NO_DEVICE_SPACE', message: '' })],
])('F26 pictures make room for a build when %s is full, or it is not installed', async (_browser, failure) => {
  const { manifest, shop } = buildOf('one');
  const worker = await startWorker({ manifest, shop });
  const pictures = await worker.storage.open('kedai-images');
  await pictures.put('/api/images/a.svg', new Response());
  worker.storage.fails = () => (worker.storage.addresses('kedai-images').length > 0 ? failure() : undefined);

  await worker.install();
  expect(worker.storage.addresses('kedai-images')).toEqual([]);

  const next = buildOf('two');
  const later = await startWorker({ ...next, storage: worker.storage });
  worker.storage.fails = failure;
  await expect(later.install()).rejects.toMatchObject({ name: 'QuotaExceededError' });
});

/** Installs builds one after the other on one device; each is active as soon as it is installed. */
async function deviceWith(...names: string[]) {
  const storage = cacheStorage();
  for (const name of names) {
    const worker = await startWorker({ ...buildOf(name), storage });
    await worker.install();
    await worker.activate();
  }
  return storage;
}

test('the next build fetches only what is new, and the files of the one before stay', async () => {
  const storage = await deviceWith('one');
  const worker = await startWorker({ ...buildOf('two'), storage });

  await worker.install();
  await worker.activate();

  expect(worker.asked()).not.toContain('/assets/shared.js');
  expect(storage.addresses('kedai-shell')).toEqual(['/assets/one.js', '/assets/shared.js', '/assets/two.js']);
  expect((await storage.keys()).filter((name) => name.startsWith('kedai-pages'))).toHaveLength(1);
  expect(await (await worker.answer('/about', visit))?.text()).toContain('/assets/two.js');
});

test('the files of the oldest of five builds are deleted, the stored menu is not', async () => {
  const storage = await deviceWith('one', 'two', 'three', 'four');
  await storage.open('kedai-menu');
  const worker = await startWorker({ ...buildOf('five'), storage });

  await worker.install();
  await worker.activate();

  expect(storage.addresses('kedai-shell')).toEqual(
    ['five', 'four', 'shared', 'three', 'two'].map((name) => `/assets/${name}.js`),
  );
  expect(await storage.keys()).toContain('kedai-menu');
});

test('F33 a build that takes over while the next one is being installed, or waits, removes nothing of either', async () => {
  for (const follower of ['installing', 'waiting'] as const) {
    const storage = await deviceWith('one');
    const two = await startWorker({ ...buildOf('two'), storage });
    await two.install();
    await (await startWorker({ ...buildOf('three'), storage })).install();
    two.registration[follower] = {};

    await two.activate();

    expect(storage.addresses('kedai-shell')).toContain('/assets/one.js');
    expect(storage.addresses('kedai-shell')).toContain('/assets/three.js');
    expect((await storage.keys()).filter((name) => name.startsWith('kedai-pages'))).toHaveLength(3);
  }
});

test('F26 a build that takes over on a full phone deletes the pages of the one before it', async () => {
  const storage = await deviceWith('one');
  const worker = await startWorker({ ...buildOf('two'), storage });
  await worker.install();
  storage.fails = (name) => (name === 'kedai-builds' ? full() : undefined);

  await worker.activate();

  expect((await storage.keys()).filter((name) => name.startsWith('kedai-pages'))).toHaveLength(1);
});

/** What build 727ea60 has left on a device. */
async function deviceWith727ea60() {
  const storage = cacheStorage();
  const put = async (name: string, url: string, response: Response, headers: Record<string, string> = {}) =>
    (await storage.open(name)).put(new Request(new URL(url, 'http://kedai.example'), { headers }), response);
  const since = { 'kedai-kept-since': `${Date.now()}` };
  await put('kedai-shell', '/assets/old.js', script('old'));
  await put('kedai-shell', '/assets/shared.js', script('shared'));
  await put('kedai-pages /assets/pages-abc.json /assets/pictures-def.json 0f1e', '/products', html('old'));
  const ledger = ['/products', '/assets/old.js', '/assets/shared.js'].map((path) => `http://kedai.example${path}`);
  await put('kedai-builds', '/builds', json([{ files: ledger }]));
  const menu = json({ data: [{ _id: 'a', name: 'Kopi', price: 1, image_url: 'a.svg' }] }, since);
  await put('kedai-menu', '/api/products', menu, { ...since, 'kedai-bytes': '80' });
  const picture = new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml', ...since } });
  await put('kedai-images', '/api/images/products/a.svg', picture, { ...since, 'kedai-bytes': '6' });
  return storage;
}

test('an update from build 727ea60 keeps its files, its menu and its pictures, and fetches only what is new', async () => {
  const storage = await deviceWith727ea60();
  const { manifest, shop } = buildOf('new');
  const worker = await startWorker({ manifest, shop, storage });

  await worker.install();
  expect(worker.asked()).not.toContain('/assets/shared.js');
  await worker.activate();

  expect(storage.addresses('kedai-shell')).toEqual(['/assets/new.js', '/assets/old.js', '/assets/shared.js']);
  expect((await storage.keys()).filter((name) => name.startsWith('kedai-pages'))).toHaveLength(1);
  expect(await (await worker.answer('/assets/old.js'))?.text()).toBe('old');
  const menu = await worker.answer('/api/products');
  expect(menu?.headers.get('kedai-kept-since')).toMatch(/^\d+$/);
  expect((await dataOf(menu))[0].name).toBe('Kopi');
  shop['/api/products'] = () => json({ data: [{ _id: 'a', name: 'Teh', price: 1, image_url: 'a.svg' }] });
  await worker.answer('/api/products');
  expect(worker.told).toEqual([{ type: 'CHANGED', url: 'http://kedai.example/api/products' }]);
  worker.registration.active = {};
  worker.asked();
  await worker.say({ type: 'KEEP_MENU', saveData: false });
  expect(worker.asked()).not.toContain('/api/products');
  expect(storage.addresses('kedai-images')).toEqual(['/api/images/products/a.svg']);
});
