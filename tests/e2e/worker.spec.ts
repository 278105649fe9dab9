import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { untilHydrated, untilServed } from '../support/held-requests.ts';
import { listen } from '../support/listen.ts';
import { pictures } from '../support/menu-on-device.ts';
import { test as base, expect } from '../support/shop-test.ts';
import { passOn } from '../support/static-host.ts';
import { builtStorefront, copyOf, deployNextVersion, serveStorefront } from '../support/storefront.ts';
import { agreeToUpdate } from '../support/update.ts';

/** A copy of the build on its own origin and without an API, so that a test may change it. */
const test = base.extend<{ site: Awaited<ReturnType<typeof serveStorefront>> & { folder: string } }>({
  site: async ({ context }, use) => {
    const folder = await copyOf(builtStorefront);
    const server = await serveStorefront(folder);
    await use({ ...server, folder });
    // Before the site: what a page still loads must not fail.
    await Promise.all(context.pages().map((page) => page.close()));
    await server.stop();
    await rm(folder, { recursive: true });
  },
});

/** Opens a page and waits until the worker serves it. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await untilServed(page);
}

/** Makes a request from the page; resolves with the response's text, or the name of the error. */
const ask = (page: Page, address: string, cache: RequestCache) =>
  page.evaluate(
    ([url, cache]) =>
      fetch(url, { cache }).then(
        (answer) => answer.text(),
        (failure: Error) => failure.name,
      ),
    [address, cache] as const,
  );

test.beforeEach(({ expected }) => expected(/Failed to load resource/));

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

test('a new version waits until it is agreed to, and the old files stay @long', async ({ page, site }) => {
  // On a form the page does not apply the update automatically.
  await open(page, `${site.url}/account/login`);
  const { oldScript, newScript } = await deployNextVersion(site.folder);

  expect(await findUpdate(page)).toBe('installed');
  await page.reload();
  expect(await scriptOf(page)).toBe(oldScript);

  await agreeToUpdate(page, newScript);

  await site.stop();
  // Without the browser's HTTP cache, which has the file, too.
  expect(await ask(page, oldScript, 'reload')).toContain('import');
});

test('F32 F33 a half-uploaded version is dropped, and the one before it works', async ({ page, site }) => {
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

test('F32 a worker that is uploaded before its pages is dropped, too @long', async ({ page, site }) => {
  await open(page, site.url);
  const oldPage = await readFile(join(site.folder, 'products.html'));
  const { oldScript } = await deployNextVersion(site.folder);
  await writeFile(join(site.folder, 'products.html'), oldPage);

  expect(await findUpdate(page)).toBe('redundant');
  await page.reload();

  expect(await scriptOf(page)).toBe(oldScript);
});

base('F26 when the device is full, the pictures make room for the menu', async ({ page, shop, expected }) => {
  expected(/Failed to load resource/);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><!--${'x'.repeat(200_000)}--></svg>`;
  let menu: string | undefined;
  const host = createServer((asked, response) => {
    const { url = '' } = asked;
    if (url.startsWith('/api/images/')) response.setHeader('content-type', 'image/svg+xml').end(drawing);
    else if (url.startsWith('/api/regions/')) response.writeHead(404).end();
    else if (menu && url === '/api/products') response.setHeader('content-type', 'application/json').end(menu);
    else passOn(asked, response, new URL(url, shop.url));
  });
  const { url, close } = await listen(host);
  // Counted without opening them, because an open response keeps its space.
  const stored = () => page.evaluate(async () => (await (await caches.open('kedai-images')).keys()).length);
  await page.goto(`${url}/about`);
  await expect.poll(stored, { timeout: 60_000 }).toBe(pictures.length);
  const devtools = await page.context().newCDPSession(page);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: usage + 100_000 });

  menu = JSON.stringify({ data: [{ _id: '1', name: 'Kopi Hari Ini', price: 1_000, more: 'x'.repeat(2_000_000) }] });
  await ask(page, '/api/products', 'no-cache');

  await expect
    .poll(() => page.evaluate(() => caches.match('/api/products').then((cached) => cached?.text())))
    .toContain('Kopi Hari Ini');
  expect(await stored()).toBe(0);
  await close();
});

test("the other pages have their styles while the menu's page is not rendered yet @long", async ({ page, site }) => {
  for (const ending of ['', '.br', '.gz']) await rm(join(site.folder, `products.html${ending}`));
  await open(page, `${site.url}/contact`);

  // From the device; a style that the policy does not allow would fail the test.
  await page.goto(`${site.url}/about`);

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))).toContain(null);
});

test('with the shop closed a page and its scripts do not wake the worker @long', async ({ page, site }) => {
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

test('F33 an old tab opens a screen whose styles a deployment has removed @long', async ({ page, site }) => {
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
