import type { Page } from '@playwright/test';
import { paths } from '#core/routes';
import { type RunningShop, startShop } from '../support/start-shop.ts';
import { test as base, expect } from '../support/watchful-test.ts';

/** A shop of the test's own, because it will be closed under the customer. */
const test = base.extend<{ shop: RunningShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  shop: async ({}, use) => {
    const shop = await startShop();
    await use(shop);
    await shop.stop();
  },
  baseURL: ({ shop }, use) => use(shop.url),
});

/** Calls that find no shop are complained about, and only they. */
const noShop = /ERR_CONNECTION_REFUSED|ERR_FAILED/;

/** What the menu shows and the device does not keep yet. */
const notKept = (page: Page) =>
  page.evaluate(async () => {
    const pictures = [...document.images].filter((image) => image.complete && image.src.includes('/api/'));
    const shown = ['/api/products', '/api/categories', '/api/tags', ...pictures.map((image) => image.src)];
    const kept = await Promise.all(shown.map((address) => caches.match(address)));
    return shown.filter((_, index) => !kept[index]);
  });

const products = (page: Page) => page.getByRole('list', { name: 'Produk' }).getByRole('listitem');

/** The first visit of a new device, until it could go on without a connection. */
async function visitOnce(page: Page) {
  await page.goto('/products');
  await expect(products(page)).toHaveCount(10);
  await expect.poll(() => notKept(page)).toEqual([]);
}

test('after one visit to the menu, all fifteen routes open with the shop closed', async ({ page, shop, expected }) => {
  expected(noShop);
  await visitOnce(page);
  await shop.stop();

  for (const path of paths) {
    await page.goto(path);

    await expect(page.getByRole('main'), path).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.getByText('Halaman ini tidak ada'), path).toHaveCount(0);
  }
});

test('an address that is none is not answered with the shell', async ({ page, shop, expected }) => {
  expected(noShop);
  await visitOnce(page);
  await shop.stop();

  await expect(page.goto('/products/secret')).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('the menu that was seen is there with the shop closed: products, categories, tags and pictures', async ({
  page,
  shop,
  expected,
}) => {
  expected(noShop);
  await visitOnce(page);
  const names = await products(page).getByRole('heading').allTextContents();
  const categories = await page.getByRole('region', { name: 'Kategori' }).getByRole('link').allTextContents();
  const tags = await page.getByRole('region', { name: 'Tag' }).getByRole('link').allTextContents();
  await shop.stop();

  await page.reload();

  await expect(products(page).getByRole('heading')).toHaveText(names);
  await expect(page.getByRole('region', { name: 'Kategori' }).getByRole('link')).toHaveText(categories);
  await expect(page.getByRole('region', { name: 'Tag' }).getByRole('link')).toHaveText(tags);
  await expect
    .poll(() =>
      products(page)
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test('with the shop closed a category, a tag and a keyword never asked for find what they would have found', async ({
  page,
  shop,
  expected,
}) => {
  expected(noShop);
  await visitOnce(page);
  const [category = ''] = (
    await page.getByRole('region', { name: 'Kategori' }).getByRole('link').allTextContents()
  ).slice(1);
  const [tag = ''] = await page.getByRole('region', { name: 'Tag' }).getByRole('link').allTextContents();
  const filters = [{ category }, { tags: tag }, { search: 'susu' }].map(
    (filter) => `?${new URLSearchParams(filter as Record<string, string>)}`,
  );
  const answerOf = async (filter: string) => {
    const { data, count } = await (await fetch(`${shop.url}/api/products${filter}`)).json();
    return { count, names: data.map(({ name }: { name: string }) => name) };
  };
  const online = await Promise.all(filters.map(answerOf));
  await shop.stop();

  for (const [index, filter] of filters.entries()) {
    await page.goto(`/products${filter}`);

    const found = online[index];
    expect(found?.count, filter).toBeGreaterThan(0);
    await expect(page.getByText(`${found?.count} produk`)).toBeVisible();
    await expect(products(page).getByRole('heading')).toHaveText(found?.names.slice(0, 10));
  }
});

test('regions and payment methods that were seen are there with the shop closed', async ({ page, shop, expected }) => {
  expected(noShop);
  const seen = ['regions/provinces', 'regions/regences?code=31', 'banks', 'mini-markets'];
  const ask = () =>
    page.evaluate(
      (addresses) => Promise.all(addresses.map(async (address) => (await fetch(`/api/${address}`)).text())),
      seen,
    );
  await visitOnce(page);
  const online = await ask();
  await expect.poll(() => page.evaluate((last) => caches.match(`/api/${last}`).then(Boolean), seen.at(-1))).toBe(true);
  await shop.stop();

  expect(await ask()).toEqual(online);
  expect(online.join()).toContain('Jakarta Pusat');
});

test('a menu that changed while the page was closed is told to the page that opens', async ({ page, shop }) => {
  await visitOnce(page);
  await page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((name) => name.includes('menu'));
    const cache = await caches.open(name);
    const yesterday = { data: [{ _id: 'x', name: 'Kopi Kemarin', price: 1 }], count: 1 };
    await cache.put('/api/products', Response.json(yesterday, { headers: { 'kedai-kept-since': '0' } }));
  });

  const told = page.evaluate(
    () =>
      new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true }),
      ),
  );
  const given = await page.evaluate(async () => (await fetch('/api/products')).text());

  expect(given).toContain('Kopi Kemarin');
  expect(await told).toEqual({ type: 'CHANGED', url: `${shop.url}/api/products` });
  expect(await page.evaluate(async () => (await fetch('/api/products')).text())).not.toContain('Kopi Kemarin');
});
