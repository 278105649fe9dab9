/** The connection drops while a page's files are loading, before the worker could have stored any of them. */
import type { Page, Route } from '@playwright/test';
import { loggedIn, newPerson, typeRegistration } from '../support/customer.ts';
import { untilHydrated, untilServed } from '../support/held-requests.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { expect, test } from '../support/shop-test.ts';
import { tcpProxyTo } from '../support/tcp-proxy.ts';

const cut =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch dynamically imported module|error occurred when fetching the script/;
const sentence = (page: Page) => page.getByText('Koneksi terputus. Halaman ini bisa dibaca');
const shownConnection = (page: Page) => page.getByRole('list', { name: 'Pemberitahuan' }).getByRole('button');
const klepon = (page: Page) => page.getByRole('listitem', { name: 'Klepon' });

/** Lets all requests through until the first one for `file`; fails that one and all later ones. `mend` restores the connection. */
async function dropConnectionAt(page: Page, file: RegExp) {
  let dropped = false;
  await page.context().route('**/*', (route) => {
    dropped ||= file.test(new URL(route.request().url()).pathname);
    return dropped ? route.abort('internetdisconnected') : route.continue();
  });
  return { mend: () => page.context().unroute('**/*') };
}

test.beforeEach(({ expected }) => expected(cut));

type Watched = typeof globalThis & { titles: Set<string> };

/** Records every menu title that a frame shows, on all pages opened from now on. */
const watchMenuTitles = (page: Page) =>
  page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.titles = new Set();
    const look = () => {
      const title = document.getElementById('menu-title');
      if (title?.checkVisibility({ visibilityProperty: true })) watched.titles.add(title.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** The titles recorded on the current page. */
const menuTitles = (page: Page) => page.evaluate(() => [...(globalThis as Watched).titles]);

for (const [what, file, how] of [
  ['the packages', /\/vendor-/, 'usual'],
  ['what every screen needs', /\/shop-/, 'rare'],
  ['the entry', /\/assets\/index-/, 'rare'],
  ['its screen', /\/assets\/products-/, 'rare'],
  ['what runs in the background', /\/background-/, 'rare'],
  ['the rest of the styles', /\.css$/, 'rare'],
] as const) {
  const title = `when the connection drops before ${what}, the menu can be read, and taps take effect once it is back`;
  test(title, { tag: how === 'rare' ? '@long' : [] }, async ({ page }) => {
    await loggedIn(page);
    const line = await dropConnectionAt(page, file);
    await watchLayoutShift(page);
    await page.goto('/products', { waitUntil: 'commit' });
    await klepon(page).waitFor();

    await klepon(page).getByRole('button', { name: 'Add to cart' }).click();
    await expect(sentence(page).or(shownConnection(page)).filter({ visible: true }).first()).toBeVisible();
    // It is requested again and fails; a browser that remembers the failure sends no request.
    await Promise.race([
      page.waitForEvent('requestfailed', (request) => /\.(js|css)/.test(request.url())),
      page.waitForEvent('console', (message) => message.text().startsWith('A file did not arrive')),
    ]);
    await expect(klepon(page)).toBeVisible();
    await line.mend();

    await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible({ timeout: 40_000 });
    await expect(sentence(page)).toBeHidden();
    await klepon(page).scrollIntoViewIfNeeded();
    const picture = klepon(page).locator('img').first();
    await expect(picture).toHaveAttribute('src', /\/api\/images\//);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
  });
}

for (const [what, file] of [
  ['the entry', '**/assets/index-*.js'],
  ['the packages', '**/assets/vendor-*.js'],
] as const) {
  test(`where the browser never asks again for ${what}, the page is reloaded @long`, async ({ page, expected }) => {
    expected(/as if it had not come/);
    await loggedIn(page);
    // A module whose code throws is remembered as failed by every browser.
    const body = "throw Error('as if it had not come')";
    await page.route(file, (route) => route.fulfill({ body, contentType: 'text/javascript' }), { times: 1 });
    await page.goto('/products', { waitUntil: 'commit' });

    const isReloaded = () =>
      performance.getEntriesByType('navigation').some((one) => 'type' in one && one.type === 'reload');
    await page.waitForFunction(isReloaded, undefined, { timeout: 40_000 });
    await untilHydrated(page);
    await klepon(page).getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  });
}

test('a page asks for missing scripts at most once in three seconds @long', async ({ page }) => {
  await page.route('**/assets/*.js*', (route) => route.abort('internetdisconnected'));
  await page.goto('/products');
  await expect(sentence(page)).toBeVisible();
  // By the page's own clock, on which no timer ends early.
  const askedAt = () =>
    page.evaluate(() => {
      const entries = performance.getEntriesByType('resource').filter(({ name }) => /\/index-/.test(name));
      return entries.map(({ startTime }) => startTime);
    });
  const before = (await askedAt()).length;
  await expect.poll(async () => (await askedAt()).length).toBeGreaterThan(before + 1);

  const [first = 0, second = 0] = (await askedAt()).slice(before);
  expect(second - first).toBeGreaterThan(2_900);
});

test('over a line that loses scripts each is asked for until it has arrived @long', async ({ page }) => {
  await loggedIn(page);
  const retries = new Map<string, number>();
  await page.route('**/assets/*.js*', (route) => {
    const request = route.request();
    if (request.resourceType() !== 'fetch') return retries.size === 0 ? route.abort() : route.continue();
    const before = retries.get(request.url()) ?? 0;
    retries.set(request.url(), before + 1);
    // Every other time, and not the same time for all files: they never arrive together.
    const isLost = (before + (/\/(vendor|index)-/.test(request.url()) ? 0 : 1)) % 2 === 0;
    return isLost ? route.abort() : route.continue();
  });
  await page.goto('/products', { waitUntil: 'commit' });

  await klepon(page).getByRole('button', { name: 'Add to cart' }).click();

  await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  expect(retries.size).toBeGreaterThan(2);
  expect(Math.max(...retries.values())).toBe(2);
});

for (const [what, file, how] of [
  ['the packages', '**/assets/vendor-*', 'usual'],
  ['the rest of the styles', '**/*.css', 'rare'],
] as const) {
  const title = `when the connection drops before ${what}, what the address asks for survives the reload`;
  test(title, { tag: how === 'rare' ? '@long' : [] }, async ({ page, expected }) => {
    expected(/Service Worker registration blocked|reading 'waiting'/);
    const address = '/products?category=Kopi+Hitam&meja=7#menu';
    await watchMenuTitles(page);
    await page.route(file, (route) => route.abort('internetdisconnected'));
    const failedRequest = () => page.waitForEvent('requestfailed', (request) => /\.(js|css)/.test(request.url()));

    await Promise.all([failedRequest(), page.goto(address)]);
    await Promise.all([failedRequest(), page.reload()]);
    expect(page.url()).toContain(address);
    await page.unroute(file);

    // A browser that never requests it again waits a minute before it reloads the page again.
    await expect(page.getByRole('heading', { name: 'Kopi Hitam', exact: true })).toBeVisible({ timeout: 100_000 });
    await expect(page.getByRole('button', { name: /^Dine In/ })).toHaveAttribute('aria-pressed', 'true');
    expect(page.url()).toContain(address);
    expect(await menuTitles(page)).toEqual(['Kopi Hitam']);
  });
}

for (const [what, file, how] of [
  ['the worker', /\/sw\.js$/, 'usual'],
  ['the shell that only the worker fetches', /\/shell\.html$/, 'rare'],
] as const) {
  const title = `when the connection drops before ${what}, the worker is installed in the same visit once it is back`;
  test(title, { tag: how === 'rare' ? '@long' : [] }, async ({ page }) => {
    const line = await dropConnectionAt(page, file);
    await page.goto('/products');
    await expect(shownConnection(page)).toBeVisible();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

    await line.mend();

    await untilServed(page);
  });
}

test('the worker is installed in the same visit though one of its files was lost @long', async ({ page }) => {
  let lost = 0;
  const lose = (route: Route) => {
    lost++;
    return route.abort('connectionreset');
  };
  await page.context().route(/\/shell\.html$/, lose, { times: 1 });

  await page.goto('/products');

  await untilServed(page);
  expect(lost).toBe(1);
});

test.describe('without a worker that has the other screens', () => {
  test.use({ serviceWorkers: 'block' });

  test("a registration that the browser repeats is not 'Username Taken'", async ({ page, shop, expected }) => {
    expected(/Service Worker registration blocked|reading 'waiting'/);
    const sari = newPerson();
    const line = await tcpProxyTo(shop.url);
    await page.goto(`${line.url}/account/register`);
    await untilHydrated(page);
    await typeRegistration(page, sari);
    await page.waitForLoadState('networkidle');

    line.losesNextResponse();
    await page.getByRole('button', { name: 'Sign Up' }).click();

    await expect(page.getByRole('dialog')).toContainText(`Congratulations ${sari.fullName}!`);
    await line.close();
  });
});
