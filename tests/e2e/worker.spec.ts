import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { packed } from '#core/region-pack';
import { untilHydrated } from '../support/held-requests.ts';
import { startPlainApi } from '../support/plain-api.ts';
import type { PlainApiBuild } from '../support/plain-api-storefront.ts';
import { test as base, expect } from '../support/shop-test.ts';
import { copyOf, deployNextVersion, serveStorefront } from '../support/storefront.ts';
import { agreeToUpdate } from '../support/update.ts';

const test = base.extend<{ site: Awaited<ReturnType<typeof deploy>> }>({
  site: async ({ built, context }, use) => {
    const site = await deploy(built);
    await use(site);
    // Before the site: what a page still loads must not fail.
    await Promise.all(context.pages().map((page) => page.close()));
    await site.close();
  },
});

/** Serves a copy of the build on its own origin, so that a test may change it. */
async function deploy({ folder, apiPort }: PlainApiBuild) {
  const api = await startPlainApi('data', apiPort);
  const copy = await copyOf(folder);
  const server = await serveStorefront(copy);
  return {
    url: server.url,
    folder: copy,
    api,
    stop: server.stop,
    async close() {
      await server.stop();
      await api.stop();
      await rm(copy, { recursive: true });
    },
  };
}

/** Opens a page and waits until the worker serves it. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
}

/** All API responses in Cache Storage, as 'address content-type'. */
const cachedEntries = (page: Page, origin: string) =>
  page.evaluate(async (start) => {
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type');
        if (request.url.startsWith(start)) cached.push(`${request.url.slice(start.length)} ${type}`);
      }
    }
    return cached.sort();
  }, origin);

/** Makes a request from the page; resolves with the response's text, or the name of the error. */
const ask = (page: Page, address: string, init: { headers?: Record<string, string>; cache?: RequestCache } = {}) =>
  page.evaluate(
    ([url, options]) =>
      fetch(url, options).then(
        (answer) => answer.text(),
        (failure: Error) => failure.name,
      ),
    [address, init] as const,
  );

/** Answers every request on a port in the same way, as a captive portal does. */
async function startCaptivePortal(port: number, type: string, body: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** Has the worker fetch what is missing, as every opened page does; resolves when that is finished. */
const keepMenu = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const done = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    active?.postMessage({ type: 'KEEP_MENU', saveData: false }, [port2]);
    return done;
  });

/** The menu of a host, and its answer to all other requests. */
interface Host {
  products: { _id: string; name: string; price: number; image_url: string; description?: string }[];
  say(path: string, response: ServerResponse): void;
}

/** Replaces the plain host by one that announces itself as ours; its answers may change at any time. */
async function announcedHost(site: { api: { url: string; stop(): Promise<void> } }, host: Host) {
  await site.api.stop();
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    response.setHeader('kedai-api', '1').setHeader('cache-control', 'no-cache');
    if (!path.startsWith('/images/')) {
      response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', 'Kedai-Api');
    }
    if (path === '/shop') return response.end(JSON.stringify({ now: new Date().toISOString() }));
    const list = { '/products': host.products, '/categories': [], '/tags': [], '/banks': [], '/mini-markets': [] }[
      path
    ];
    if (!list) return host.say(path, response);
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: list }));
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(site.api.url).port), '127.0.0.1', resolve));
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

const coffees = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `c${index}`,
    name: `Kopi ${index}`,
    price: 1_000,
    image_url: `${index}.svg`,
  }));

const notFound = (response: ServerResponse) => void response.writeHead(404).end();

const drawing = (bytes: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><!--${'x'.repeat(bytes)}--><rect width="4" height="3"/></svg>`;

const withCors = { 'content-type': 'image/svg+xml', 'access-control-allow-origin': '*' };

const failedLoad = /Failed to load resource|does not fit|GET \/|has been blocked by CORS policy/;

test("F11 B40 B41: neither an answer to a request with Authorization nor a captive portal's page is stored", async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  const menu = await ask(page, `${site.api.url}/products`);
  // Also waits for what the visit itself has started.
  await keepMenu(page);

  const authorization = { headers: { authorization: 'Bearer secret' } };
  for (const path of ['/regions/provinces', '/orders', '/delivery-address', '/images/products/own.svg']) {
    await ask(page, `${site.api.url}${path}`, authorization);
  }
  await ask(page, `${site.api.url}/regions/regences?code=31`);

  // When this one, requested last, is cached, the earlier ones would be, too.
  await expect
    .poll(() => cachedEntries(page, site.api.url))
    .toContain('/regions/regences?code=31 application/json; charset=utf-8');
  const cached = (await cachedEntries(page, site.api.url)).map((entry) => entry.split(' ')[0]);
  expect(cached).not.toContain('/regions/provinces');
  expect(cached).not.toContain('/orders');
  expect(cached).not.toContain('/delivery-address');
  expect(cached).not.toContain('/images/products/own.svg');

  const before = (await cachedEntries(page, site.api.url)).filter((entry) => !entry.startsWith('/images'));
  await site.api.stop();
  const leave = await startCaptivePortal(Number(new URL(site.api.url).port), 'text/html', '<h1>Wifi gratis</h1>');

  const asked = await ask(page, `${site.api.url}/regions/provinces`);
  const picture = await ask(page, `${site.api.url}/images/products/portal.svg`);
  const filtered = await ask(page, `${site.api.url}/products?category=Teh`);
  const menuAgain = await ask(page, `${site.api.url}/products`);
  await keepMenu(page);

  expect([asked, picture]).toEqual(['<h1>Wifi gratis</h1>', '<h1>Wifi gratis</h1>']);
  expect(JSON.parse(filtered).data).toHaveLength(1);
  expect(menuAgain).toBe(menu);
  expect((await cachedEntries(page, site.api.url)).filter((entry) => !entry.startsWith('/images'))).toEqual(before);
  await leave();
});

test('F12 B40: an answer that does not fit its schema is passed to the page, but not stored @long', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await site.api.stop();
  const leave = await startCaptivePortal(
    Number(new URL(site.api.url).port),
    'application/json',
    '{"data":[{"kode":"31","nama":7}]}',
  );

  const answer = await ask(page, `${site.api.url}/regions/regences?code=31`);
  await ask(page, `${site.api.url}/regions/regences?code=31`);

  expect(answer).toBe('{"data":[{"kode":"31","nama":7}]}');
  expect((await cachedEntries(page, site.api.url)).filter((entry) => entry.startsWith('/regions'))).toEqual([]);
  await leave();
});

test('without a connection any filter is answered from the menu on the device, in its shape @long', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await ask(page, `${site.api.url}/products`);
  await expect.poll(() => cachedEntries(page, site.api.url)).toContain('/products application/json; charset=utf-8');
  const filters = [
    '?category=Teh',
    '?tags=Panas&tags=Dingin',
    '?tags=Panas',
    '?search=LAIN',
    '?search=teh',
    '?search=zz',
  ];
  const online = await Promise.all(filters.map((filter) => ask(page, `${site.api.url}/products${filter}`)));
  await site.api.stop();

  const offline = await Promise.all(filters.map((filter) => ask(page, `${site.api.url}/products${filter}`)));

  expect(offline).toEqual(online);
  expect(await ask(page, `${site.api.url}/products?page=2`)).toBe('TypeError');
});

test('unreadable caches do not matter while the shop answers @long', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await keepMenu(page);
  await page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(() => {
      const fails = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
      Object.assign(CacheStorage.prototype, { match: fails, open: fails, keys: fails, has: fails, delete: fails });
    });

  for (const path of ['/products', '/products?category=Teh', '/tags', '/regions/provinces', '/images/banks/bca.svg']) {
    expect([path, await ask(page, `${site.api.url}${path}`)]).not.toEqual([path, 'TypeError']);
  }
  for (const path of ['/products', '/contact']) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

/** The main script of a prerendered page, or of the shell. */
const scriptOf = (page: Page) =>
  page.evaluate(() => {
    const files = document.querySelector<HTMLElement>('script[data-scripts]')?.dataset.scripts;
    return files?.split(' ')[0] ?? document.querySelector('script[type="module"]')?.getAttribute('src');
  });

/** Looks for a new version; resolves with the final state of its worker. */
const findUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker | null>((resolve) =>
      registration.addEventListener('updatefound', () => resolve(registration.installing), { once: true }),
    );
    await registration.update();
    const worker = registration.waiting ?? (await found);
    while (worker && !['installed', 'redundant'].includes(worker.state)) {
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    }
    return worker?.state;
  });

test('a new version waits until the customer agrees, and the old files stay @long', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  // On a form the page does not apply the update automatically.
  await open(page, `${site.url}/account/login`);
  const { oldScript, newScript } = await deployNextVersion(site.folder);

  expect(await findUpdate(page)).toBe('installed');
  await page.reload();
  expect(await scriptOf(page)).toBe(oldScript);

  await agreeToUpdate(page, newScript);

  await site.stop();
  // Without the browser's HTTP cache, which has the file, too.
  expect(await ask(page, oldScript, { cache: 'reload' })).toContain('import');
});

test('F32 F33 a half-uploaded version is dropped, and the one before it works in an old tab and without a connection', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, site.url);
  expect(await loadedFiles(page)).not.toContain('/assets/products-');
  const { oldScript, newScript } = await deployNextVersion(site.folder);
  await unlink(join(site.folder, newScript));

  // A screen whose script the deployment has removed.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Product' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  expect(await loadedFiles(page)).toContain('/assets/products-');

  expect(await findUpdate(page)).toBe('redundant');
  await site.stop();
  await page.reload();

  expect(await scriptOf(page)).toBe(oldScript);
  await expect(page.getByRole('main')).toBeVisible();
});

/** The addresses of all files that this page has loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .join(),
  );

test('F32 a worker that is uploaded before its pages is dropped, too @long', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, site.url);
  const oldPage = await readFile(join(site.folder, 'products.html'));
  const { oldScript } = await deployNextVersion(site.folder);
  await writeFile(join(site.folder, 'products.html'), oldPage);

  expect(await findUpdate(page)).toBe('redundant');
  await page.reload();

  expect(await scriptOf(page)).toBe(oldScript);
});

test('B38: malformed messages are ignored @long', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, site.url);

  const reply = await page.evaluate(async (api) => {
    const { active } = await navigator.serviceWorker.ready;
    for (const message of ['SKIP_WAITING', { type: 'SEEN', urls: ['not an address'] }, { type: 'SEEN' }, null, 7]) {
      active?.postMessage(message);
    }
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    active?.postMessage({ type: 'SEEN', urls: [`${api}/tags`, `${api}/orders`, 'https://elsewhere.example/x'] }, [
      port2,
    ]);
    return answer;
  }, site.api.url);

  expect(reply).toEqual({ kept: 1 });
});

test("a truncated or invalid pack of regions is not stored, a complete one answers in the shop's place @long", async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  const pack = packed([
    { kode: '31', nama: 'Jakarta', parent: '' },
    { kode: '31.71', nama: 'Jakarta Pusat', parent: '31' },
  ]);
  const type = 'text/plain; charset=utf-8';
  let said = { type, text: pack.slice(0, -9) };
  const leave = await announcedHost(site, {
    products: [],
    say(path, response) {
      if (path === '/regions/pack') response.writeHead(200, { 'content-type': said.type }).end(said.text);
      else notFound(response);
    },
  });
  await open(page, `${site.url}/about`);

  for (const misfit of [said, { type: 'text/html', text: pack }, { type, text: '<h1>Wifi gratis</h1>' }]) {
    said = misfit;
    await keepMenu(page);
    // The first call may have joined one that was under way with the previous answer.
    await keepMenu(page);
    expect((await cachedEntries(page, site.api.url)).filter((entry) => entry.startsWith('/regions'))).toEqual([]);
  }
  said = { type, text: pack };
  await keepMenu(page);
  expect((await cachedEntries(page, site.api.url)).filter((entry) => entry.startsWith('/regions'))).toEqual([
    `/regions/pack ${type}`,
  ]);
  await leave();

  expect(await ask(page, `${site.api.url}/regions/provinces`)).toBe(
    '{"data":[{"kode":"31","nama":"Jakarta"}],"count":1}',
  );
  expect(await ask(page, `${site.api.url}/regions/regences?code=31`)).toContain('Jakarta Pusat');
  expect(await ask(page, `${site.api.url}/regions/districts?code=31`)).toBe('{"data":[],"count":0}');
  expect(await ask(page, `${site.api.url}/regions/villages?code=31.71.06`)).toBe('TypeError');
});

test('a plain host is asked only for calls of section 7 @long', async ({ page, site }) => {
  await open(page, `${site.url}/about`);

  await keepMenu(page);

  const paths = site.api.received.map(({ path }) => path);
  expect(paths).toContain('/images/mini-markets/logo.svg');
  expect(paths.filter((path) => path.includes('pack'))).toEqual([]);
});

test('pictures take ten megabytes at most, those of the first pages first @long', async ({ page, site, expected }) => {
  expected(failedLoad);
  const products = coffees(30);
  const host: Host = {
    products,
    say(path, response) {
      if (path.startsWith('/images/')) response.writeHead(200, withCors).end(drawing(400_000));
      else notFound(response);
    },
  };
  const leave = await announcedHost(site, host);
  await open(page, `${site.url}/about`);
  const pictures = async () =>
    (await cachedEntries(page, site.api.url))
      .flatMap((entry) => /products\/(\d+)\.svg/.exec(entry)?.[1] ?? [])
      .map(Number);
  const ascending = (one: number, other: number) => one - other;

  await keepMenu(page);
  await keepMenu(page);
  const first = (await pictures()).sort(ascending);
  // It is served, but does not replace a cached one.
  const later = await ask(page, `${site.api.url}/images/products/29.svg`);
  host.products = products.toReversed();
  await ask(page, `${site.api.url}/products`, { cache: 'no-cache' });
  // The worker stores it after it has answered the page.
  const firstKept = () =>
    page.evaluate(async (url) => (await (await caches.match(url))?.json())?.data[0].name, `${site.api.url}/products`);
  await expect.poll(firstKept).toBe('Kopi 29');
  await keepMenu(page);
  const reversed = (await pictures()).sort(ascending);

  expect(first).toEqual(Array.from({ length: 24 }, (_, index) => index));
  expect(later).toBe(drawing(400_000));
  expect(reversed).toEqual(Array.from({ length: 24 }, (_, index) => index + 6));
  await leave();
});

test('F26 when the device is full, the pictures make room for the menu', async ({ page, site, expected }) => {
  expected(failedLoad);
  const host: Host = {
    products: coffees(12),
    say(path, response) {
      if (path.startsWith('/images/')) response.writeHead(200, withCors).end(drawing(400_000));
      else notFound(response);
    },
  };
  const leave = await announcedHost(site, host);
  await open(page, `${site.url}/about`);
  await keepMenu(page);
  // Counted without opening them, because an open response keeps its space.
  const pictures = () => page.evaluate(async () => (await (await caches.open('kedai-images')).keys()).length);
  expect(await pictures()).toBe(12);
  const devtools = await page.context().newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: usage + 100_000 });

  host.products = coffees(1).map((coffee) => ({ ...coffee, name: 'Kopi Hari Ini', more: 'x'.repeat(2_000_000) }));
  await ask(page, `${site.api.url}/products`, { cache: 'no-cache' });

  await expect
    .poll(() => page.evaluate((url) => caches.match(url).then((cached) => cached?.text()), `${site.api.url}/products`))
    .toContain('Kopi Hari Ini');
  expect(await pictures()).toBe(0);
  await leave();
});

const firstPicture = (page: Page) => page.getByRole('listitem', { name: 'Kopi 0' }).locator('img').first();

test('pictures of a host without CORS are shown, but never stored @long', async ({ page, site, expected }) => {
  expected(failedLoad);
  const leave = await announcedHost(site, {
    products: coffees(3),
    say(path, response) {
      const headers = { 'content-type': 'image/svg+xml', 'cross-origin-resource-policy': 'cross-origin' };
      if (path.startsWith('/images/')) response.writeHead(200, headers).end(drawing(10));
      else notFound(response);
    },
  });

  await open(page, `${site.url}/products`);
  await keepMenu(page);

  await expect(firstPicture(page)).toHaveAttribute('src', `${site.api.url}/images/products/0.svg`);
  await expect
    .poll(() => firstPicture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  await keepMenu(page);
  expect((await cachedEntries(page, site.api.url)).filter((entry) => entry.startsWith('/images/'))).toEqual([]);
  await leave();
});

test("the other pages have their styles while the menu's page is not rendered yet @long", async ({ page, site }) => {
  for (const ending of ['', '.br', '.gz']) await rm(join(site.folder, `products.html${ending}`));
  await open(page, `${site.url}/contact`);

  // From the device; a style that the policy does not allow would fail the test.
  await page.goto(`${site.url}/about`);

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))).toContain(null);
});

test('with the shop closed a page and its scripts come without waking the worker @long', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await site.stop();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');

  await page.goto(`${site.url}/contact#jam`);

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sourcesOf = () =>
    page.evaluate(() => {
      /** An entry with the Static Routing API's property, which TypeScript does not know. */
      type Routed = PerformanceResourceTiming & { workerFinalSourceType: string };
      const visits = performance.getEntriesByType('navigation') as Routed[];
      const files = performance.getEntriesByType('resource') as Routed[];
      const ofShell = [...visits, ...files.filter(({ name }) => /\/assets\/[\w-]+\.js$/.test(name))];
      return ofShell.map(({ name, workerFinalSourceType }) => `${new URL(name).pathname} ${workerFinalSourceType}`);
    });
  await expect.poll(async () => (await sourcesOf()).length).toBeGreaterThan(4);
  expect((await sourcesOf()).filter((source) => !source.endsWith(' cache'))).toEqual([]);
});

test('a shell that the browser has lost is stored again at the next visit, and opens with the shop closed @long', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await page.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))));

  await page.reload();
  // The first call may join one that the first visit started; only the second one starts a new one.
  await keepMenu(page);
  await keepMenu(page);

  await site.stop();
  await page.goto(`${site.url}/contact`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page that was loaded without the worker is served by it from then on @long', async ({ page, site }) => {
  await open(page, site.url);
  const devtools = await page.context().newCDPSession(page);

  const loaded = page.waitForEvent('load');
  await devtools.send('Page.reload', { ignoreCache: true });
  await loaded;

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});

test.describe('on a screen of low resolution', () => {
  test.use({ deviceScaleFactor: 1 });

  test('a photograph stored in one width is shown in all of them @long', async ({ page, site }) => {
    const asked: string[] = [];
    const leave = await announcedHost(site, {
      products: [{ _id: 'senja', name: 'Kopi 0', price: 24_000, image_url: 'senja-0123abcd.w480.webp' }],
      say(path, response) {
        asked.push(path);
        if (path.includes('senja')) response.writeHead(200, withCors).end(drawing(10));
        else notFound(response);
      },
    });
    await open(page, `${site.url}/about`);
    await keepMenu(page);

    await page.goto(`${site.url}/products`);

    // The worker answers it without a request.
    await expect
      .poll(() => firstPicture(page).evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/senja-0123abcd\.w(240|360)\.webp$/);
    await expect
      .poll(() => firstPicture(page).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(asked.filter((path) => path.includes('senja'))).toEqual(['/images/products/senja-0123abcd.w480.webp']);
    await leave();
  });
});

test('F36 a picture that cannot be loaded is replaced by a drawn one, and nothing moves @long', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  const leave = await announcedHost(site, {
    products: coffees(3),
    say(path, response) {
      if (path.startsWith('/images/')) response.destroy();
      else notFound(response);
    },
  });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (globalThis as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, `${site.url}/about`);
  await keepMenu(page);

  await page.goto(`${site.url}/products`);

  await expect(firstPicture(page)).toHaveAttribute('src', '/pictures/product.svg');
  await expect
    .poll(() => firstPicture(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.01);
  await page.getByRole('listitem', { name: 'Kopi 2' }).getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Please Log In first!')).toBeVisible();
  await leave();
});

test('F33 an old tab opens a screen whose styles a deployment has removed @long', async ({ page, site, expected }) => {
  expected(failedLoad);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await page.goto(`${site.url}/products`);
  await untilHydrated(page);
  let isNew = false;
  page.on('request', (request) => {
    isNew ||= request.isNavigationRequest();
  });
  // The reloaded page gets the stylesheet of its own build.
  await page.route('**/assets/style-*.css', (route) => (isNew ? route.continue() : route.fulfill({ status: 404 })));

  await page.getByRole('link', { name: 'Log In' }).click();

  await expect(page).toHaveURL(/\/account\/login$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCSS('display', 'grid');
});
