import { readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startPlainApi } from '../support/plain-api.ts';
import { buildStorefront, copyOf, deployNextVersion, serveStorefront } from '../support/storefront.ts';
import { test as base, expect } from '../support/watchful-test.ts';

interface Elsewhere {
  /** A storefront built for an API on another origin, and that API's port. */
  built: { folder: string; apiPort: number };
}

const test = base.extend<{ site: Awaited<ReturnType<typeof deploy>> }, Elsewhere>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const api = await startPlainApi('data');
      await api.stop();
      const { folder, remove } = await buildStorefront(api.url);
      await use({ folder, apiPort: Number(new URL(api.url).port) });
      await remove();
    },
    { scope: 'worker' },
  ],

  site: async ({ built }, use) => {
    const site = await deploy(built);
    await use(site);
    await site.close();
  },
});

/** A copy of the build on an origin of its own, so that a test may change it. */
async function deploy({ folder, apiPort }: Elsewhere['built']) {
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

/** Opens a screen and waits until the worker serves it. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
}

/** Everything the device keeps of the API, as 'address content-type'. */
const keptOf = (page: Page, origin: string) =>
  page.evaluate(async (start) => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type');
        if (request.url.startsWith(start)) kept.push(`${request.url.slice(start.length)} ${type}`);
      }
    }
    return kept.sort();
  }, origin);

/** Asks as the page does; the answer's text, or the failure's name. */
const ask = (page: Page, address: string, init: { headers?: Record<string, string>; cache?: RequestCache } = {}) =>
  page.evaluate(
    ([url, options]) =>
      fetch(url, options).then(
        (answer) => answer.text(),
        (failure: Error) => failure.name,
      ),
    [address, init] as const,
  );

/** Answers everything on a port the same way, as a captive portal does. */
async function answerEverything(port: number, type: string, body: string) {
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

const failedLoad = /Failed to load resource|does not fit|GET \/|has been blocked by CORS policy/;

test("a captive portal's page is never kept, and never replaces what is", async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  const menu = await ask(page, `${site.api.url}/products`);
  await expect.poll(() => keptOf(page, site.api.url)).toContain('/products application/json; charset=utf-8');
  const before = (await keptOf(page, site.api.url)).filter((kept) => !kept.startsWith('/images'));
  await site.api.stop();
  const leave = await answerEverything(Number(new URL(site.api.url).port), 'text/html', '<h1>Wifi gratis</h1>');

  const asked = await ask(page, `${site.api.url}/regions/provinces`);
  const picture = await ask(page, `${site.api.url}/images/products/portal.svg`);
  const filtered = await ask(page, `${site.api.url}/products?category=Teh`);
  const menuAgain = await ask(page, `${site.api.url}/products`);

  expect([asked, picture]).toEqual(['<h1>Wifi gratis</h1>', '<h1>Wifi gratis</h1>']);
  expect(JSON.parse(filtered).data).toHaveLength(1);
  expect(menuAgain).toBe(menu);
  expect((await keptOf(page, site.api.url)).filter((kept) => !kept.startsWith('/images'))).toEqual(before);
  await leave();
});

test('an answer that does not fit is given to the page and not kept', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await site.api.stop();
  const leave = await answerEverything(
    Number(new URL(site.api.url).port),
    'application/json',
    '{"data":[{"kode":"31","nama":7}]}',
  );

  const answer = await ask(page, `${site.api.url}/regions/regences?code=31`);
  await ask(page, `${site.api.url}/regions/regences?code=31`);

  expect(answer).toBe('{"data":[{"kode":"31","nama":7}]}');
  expect((await keptOf(page, site.api.url)).filter((kept) => kept.startsWith('/regions'))).toEqual([]);
  await leave();
});

test('a request that carries Authorization is never kept', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  const authorization = { headers: { authorization: 'Bearer secret' } };

  for (const path of ['/regions/provinces', '/orders', '/delivery-address', '/images/products/own.svg']) {
    await ask(page, `${site.api.url}${path}`, authorization);
  }
  await ask(page, `${site.api.url}/regions/regences?code=31`);

  // The last one is kept, so what came before it had its time.
  await expect
    .poll(() => keptOf(page, site.api.url))
    .toContain('/regions/regences?code=31 application/json; charset=utf-8');
  const kept = (await keptOf(page, site.api.url)).map((entry) => entry.split(' ')[0]);
  expect(kept).not.toContain('/regions/provinces');
  expect(kept).not.toContain('/orders');
  expect(kept).not.toContain('/delivery-address');
  expect(kept).not.toContain('/images/products/own.svg');
});

test('without a connection any filter is answered from the menu on the device, in its shape', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, `${site.url}/about`);
  await ask(page, `${site.api.url}/products`);
  await expect.poll(() => keptOf(page, site.api.url)).toContain('/products application/json; charset=utf-8');
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

const scriptOf = (page: Page) => page.locator('script[type=module]').getAttribute('src');

/** Looks for a new version; resolves with what became of the worker it found. */
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

test('a new version waits until the customer agrees, and the old files stay', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, site.url);
  const { oldScript, newScript } = await deployNextVersion(site.folder);

  expect(await findUpdate(page)).toBe('installed');
  await page.reload();
  expect(await scriptOf(page)).toBe(oldScript);
  await page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready;
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    waiting?.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  });
  await page.reload();

  expect(await scriptOf(page)).toBe(newScript);
  await site.stop();
  // The browser's own cache has the file too, and must not be who answers.
  expect(await ask(page, oldScript, { cache: 'reload' })).toContain('import');
});

test('a half-uploaded version is dropped, and the one before it keeps working without a connection', async ({
  page,
  site,
  expected,
}) => {
  expected(failedLoad);
  await open(page, site.url);
  const { oldScript, newScript } = await deployNextVersion(site.folder);
  await unlink(join(site.folder, newScript));

  expect(await findUpdate(page)).toBe('redundant');
  await site.stop();
  await page.reload();

  expect(await scriptOf(page)).toBe(oldScript);
  await expect(page.getByRole('main')).toBeVisible();
});

test('a worker that comes before its page is dropped too', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, site.url);
  const oldPage = await readFile(join(site.folder, 'index.html'));
  const { oldScript } = await deployNextVersion(site.folder);
  await writeFile(join(site.folder, 'index.html'), oldPage);

  expect(await findUpdate(page)).toBe('redundant');
  await page.reload();

  expect(await scriptOf(page)).toBe(oldScript);
});

test('messages that are none are ignored', async ({ page, site, expected }) => {
  expected(failedLoad);
  await open(page, site.url);

  const kept = await page.evaluate(async (api) => {
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

  expect(kept).toEqual({ kept: 1 });
});
