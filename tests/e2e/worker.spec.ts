import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { untilHydrated, untilServed } from '../support/held-requests.ts';
import { listen } from '../support/listen.ts';
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
      await api.close();
      await rm(copy, { recursive: true });
    },
  };
}

/** Opens a page and waits until the worker serves it. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await untilServed(page);
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

/** Puts another host in the place of the plain one. */
async function replaceHost(api: { url: string; close(): Promise<void> }, host: RequestListener) {
  await api.close();
  return listen(createServer(host), Number(new URL(api.url).port));
}

const coffees = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `c${index}`,
    name: `Kopi ${index}`,
    price: 1_000,
    image_url: `${index}.svg`,
  }));

const failedLoad = /Failed to load resource|does not fit|GET \/|has been blocked by CORS policy/;

test("F11 B40 B41: no personal answer and no captive portal's page is stored", async ({ page, site, expected }) => {
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
  const portal = await replaceHost(site.api, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end('<h1>Wifi gratis</h1>');
  });

  const asked = await ask(page, `${site.api.url}/regions/provinces`);
  const picture = await ask(page, `${site.api.url}/images/products/portal.svg`);
  const filtered = await ask(page, `${site.api.url}/products?category=Teh`);
  const menuAgain = await ask(page, `${site.api.url}/products`);
  await keepMenu(page);

  expect([asked, picture]).toEqual(['<h1>Wifi gratis</h1>', '<h1>Wifi gratis</h1>']);
  expect(JSON.parse(filtered).data).toHaveLength(1);
  expect(menuAgain).toBe(menu);
  expect((await cachedEntries(page, site.api.url)).filter((entry) => !entry.startsWith('/images'))).toEqual(before);
  await portal.close();
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

test('a new version waits until it is agreed to, and the old files stay @long', async ({ page, site, expected }) => {
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

test('F32 F33 a half-uploaded version is dropped, and the one before it works', async ({ page, site, expected }) => {
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
  await expect.poll(() => loadedFiles(page)).toContain('/assets/products-');

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

test('F26 when the device is full, the pictures make room for the menu', async ({ page, site, expected }) => {
  expected(failedLoad);
  let products: object[] = coffees(12);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><!--${'x'.repeat(400_000)}--></svg>`;
  // One that announces itself as ours.
  const host = await replaceHost(site.api, ({ url = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    response.setHeader('kedai-api', '1').setHeader('cache-control', 'no-cache');
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', 'Kedai-Api');
    if (path === '/shop') return response.end(JSON.stringify({ now: new Date().toISOString() }));
    if (path.startsWith('/images/')) return response.setHeader('content-type', 'image/svg+xml').end(drawing);
    const isList = /^\/(products|categories|tags|banks|mini-markets)$/.test(path);
    if (!isList) return response.writeHead(404).end();
    const data = path === '/products' ? products : [];
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  await open(page, `${site.url}/about`);
  await keepMenu(page);
  // Counted without opening them, because an open response keeps its space.
  const pictures = () => page.evaluate(async () => (await (await caches.open('kedai-images')).keys()).length);
  expect(await pictures()).toBe(12);
  const devtools = await page.context().newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: usage + 100_000 });

  products = coffees(1).map((coffee) => ({ ...coffee, name: 'Kopi Hari Ini', more: 'x'.repeat(2_000_000) }));
  await ask(page, `${site.api.url}/products`, { cache: 'no-cache' });

  await expect
    .poll(() => page.evaluate((url) => caches.match(url).then((cached) => cached?.text()), `${site.api.url}/products`))
    .toContain('Kopi Hari Ini');
  expect(await pictures()).toBe(0);
  await host.close();
});

test("the other pages have their styles while the menu's page is not rendered yet @long", async ({ page, site }) => {
  for (const ending of ['', '.br', '.gz']) await rm(join(site.folder, `products.html${ending}`));
  await open(page, `${site.url}/contact`);

  // From the device; a style that the policy does not allow would fail the test.
  await page.goto(`${site.url}/about`);

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))).toContain(null);
});

test('with the shop closed a page and its scripts do not wake the worker @long', async ({ page, site, expected }) => {
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

test('a page that was loaded without the worker is served by it from then on @long', async ({ page, site }) => {
  await open(page, site.url);
  const devtools = await page.context().newCDPSession(page);

  const loaded = page.waitForEvent('load');
  await devtools.send('Page.reload', { ignoreCache: true });
  await loaded;

  await untilServed(page);
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
  await expect(page.getByRole('main').locator('picture img')).toHaveCSS('width', '168px');
});
