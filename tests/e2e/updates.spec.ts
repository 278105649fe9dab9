/** A new version is deployed while customers are using the shop (faults F30, F31, F33, F34). */
import { readFile, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { shortNumber } from '#core/order-steps';
import { openCounterShop } from '../support/counter-shop.ts';
import {
  addToCart,
  fromMenuToPayment,
  join,
  loggedIn,
  newPerson,
  orderIsPending,
  payUntilAccepted,
  pressPay,
  products,
  readyToPay,
  storedValue,
  waitForCartItem,
  waitForDraft,
  withCart,
} from '../support/customer.ts';
import { untilServed } from '../support/held-requests.ts';
import { cut, expect, fixture, test as ofShop } from '../support/shop-test.ts';
import {
  buildOfCommit,
  builtStorefront,
  copyOf,
  deployNextVersion,
  openShopOver,
  replaceBuild,
} from '../support/storefront.ts';
import { agreeToUpdate, expectUpdated } from '../support/update.ts';

/** A shop whose build a test may replace. */
const test = ofShop.extend<{ build: string; ownShop: Awaited<ReturnType<typeof openShopOver>> }>({
  build: fixture(
    () => copyOf(builtStorefront),
    (folder) => rm(folder, { recursive: true }),
  ),
  ownShop: async ({ build }, use) => {
    const shop = await openShopOver(build);
    await use(shop);
    await shop.close();
  },
  baseURL: ({ ownShop }, use) => use(ownShop.url),
});

const patience = { timeout: 90_000 };

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => undefined));

const prompt = (page: Page) => page.getByRole('button', { name: 'Perbarui' });

/** Whether nothing covers the middle of a control. */
const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { stillHere: true }));
const isMarked = (page: Page) => page.evaluate(() => 'stillHere' in globalThis);

/** Holds the lock that is held while an order is being sent; resolves with a function that releases it. */
async function holdOutboxLock(page: Page) {
  await page.evaluate(
    () =>
      new Promise<void>((holds) => {
        void navigator.locks.request('kedai-outbox', () => {
          holds();
          return new Promise<void>((leave) => Object.assign(globalThis, { leave }));
        });
      }),
  );
  return () => page.evaluate(() => (globalThis as unknown as { leave: () => void }).leave());
}

/** Whether a request for that lock is pending. */
const isOutboxLockPending = (page: Page) =>
  page.evaluate(async () => {
    const { pending = [] } = await navigator.locks.query();
    return pending.some(({ name }) => name === 'kedai-outbox');
  });

test('F31 F33 an update waits for an order, and keeps what was typed', async ({ page, context, build, expected }) => {
  expected(cut);
  await loggedIn(page);
  await page.goto('/account/dashboard');
  await untilServed(page);
  await page.goto('/account/new-address');
  await page.getByLabel('Jalan').fill('Jalan Tepi Situ 7');
  const other = await context.newPage();
  await readyToPay(other);
  for (const tab of [page, other]) await mark(tab);

  const { newScript } = await deployNextVersion(build);
  await checkForUpdate(page);
  for (const tab of [page, other]) await expect(prompt(tab)).toBeVisible(patience);
  await expect.poll(() => isOnTop(other.getByRole('button', { name: 'Bayar' }))).toBe(true);
  await expect(page.getByLabel('Jalan')).toHaveValue('Jalan Tepi Situ 7');
  const hasLeft = await holdOutboxLock(other);
  await prompt(page).click();
  await expect.poll(() => isOutboxLockPending(page), patience).toBe(true);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
  await hasLeft();

  await expectUpdated(page, newScript);
  await expect(page.getByLabel('Jalan')).toHaveValue('Jalan Tepi Situ 7');
  expect(await isMarked(page)).toBe(false);
  // The other tab continues with files that the deployment removed, and shows what became of its order.
  await payUntilAccepted(other);
  await expect(other).toHaveURL(/\/products$/);
  await other.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(other).toHaveURL(/\/about$/);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(prompt(other)).toBeVisible();
  expect(await isMarked(other)).toBe(true);
});

test('F34 an order of the old version is sent by the new one', async ({ page, build, ownShop: shop, expected }) => {
  expected(cut);
  await loggedIn(page);
  await page.goto('/account/dashboard');
  await untilServed(page);
  await readyToPay(page);
  // Cut at the shop, because the worker, woken by the browser, must not get through either.
  shop.line.ordersAreLost = true;
  await pressPay(page);
  await expect(orderIsPending(page)).toBeVisible();

  const { newScript } = await deployNextVersion(build);
  await checkForUpdate(page);
  await agreeToUpdate(page, newScript);
  shop.line.ordersAreLost = false;
  await page.goto('/account/order-list');

  await expect(page.getByRole('row', { name: /KT-/ })).toHaveCount(1);
  await expect(page.getByText('Pesanan yang menunggu')).toHaveCount(0);
});

for (const version of ['727ea60', '250139d6'])
  test(`F34 version ${version} keeps order, cart and draft through the update @long`, async ({ page, expected }) => {
    // Installs and builds that version.
    test.slow();
    expected(cut);
    const old = await buildOfCommit(version);
    const shop = await openShopOver(old.folder);
    await join(page, newPerson(), shop.url);
    await untilServed(page);
    await page.goto(`${shop.url}/account/new-address`);
    await page.getByLabel('Jalan').fill('Jalan Tepi Situ 7');
    await waitForDraft(page, 'Jalan Tepi Situ 7');
    await page.goto(`${shop.url}/products`);
    await fromMenuToPayment(page);
    shop.line.ordersAreLost = true;
    await pressPay(page);
    await expect(orderIsPending(page)).toBeVisible();
    await page.goto(`${shop.url}/products`);
    await addToCart(page, 'Klepon');
    await waitForCartItem(page, 'Klepon');
    // The worker has stored the menu, its pictures and the regions.
    await expect.poll(() => storedRequests(page), patience).toBeGreaterThan(40);

    await replaceBuild(old.folder, builtStorefront);
    const before = shop.requested.length;
    await checkForUpdate(page);
    const main = /data-scripts="(\S+)/.exec(await readFile(joinPath(builtStorefront, 'index.html'), 'utf8'))?.[1] ?? '';
    await agreeToUpdate(page, main);
    shop.line.ordersAreLost = false;
    await page.goto(`${shop.url}/account/order-list`);

    await expect(page.getByRole('row', { name: /KT-/ })).toHaveCount(1);
    await expect(page.getByText('Pesanan yang menunggu')).toHaveCount(0);
    // Without the coffee, which was ordered (decision C5).
    await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
    await page.goto(`${shop.url}/account/new-address`);
    await expect(page.getByLabel('Jalan')).toHaveValue('Jalan Tepi Situ 7');
    expect(shop.requested.slice(before).filter((path) => /^\/api\/(images|regions)/.test(path))).toEqual([]);
    await shop.close();
    await page.goto(`${shop.url}/products`);
    await expect(products(page)).toHaveCount(10);
    await old.remove();
  });

test('F34 the counter of version 250139d6 keeps session and change through the update @long', async ({
  page,
  expected,
}) => {
  // Installs and builds that version.
  test.slow();
  expected(cut);
  const old = await buildOfCommit('250139d6');
  const shop = await openCounterShop();
  const number = await shop.order();
  await page.route(/:\d+\/(counter|icons)\b/, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: joinPath(old.folder, pathname === '/counter' ? 'counter/index.html' : pathname) });
  });
  // As that version's shop sent it.
  const board = JSON.stringify(await shop.call('GET', 'counter/board', undefined, (await shop.signIn('Budi')).token));
  await page.route('**/api/counter/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `event: board\ndata: ${board}\n\n` }),
  );
  await page.route('**/api/counter/orders/**', (route) => route.abort());
  await page.goto(`${shop.url}/counter#undangan=${await shop.invite()}`);
  await page.getByRole('button', { name: 'Pakai perangkat ini' }).click();
  const card = page.getByRole('article', { name: shortNumber(number) });
  // It is stored before it is sent.
  const lost = page.waitForRequest('**/api/counter/orders/**');
  await card.getByRole('button', { name: 'Sudah dibayar' }).click();
  await lost;

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();

  await expect.poll(async () => (await shop.seen(number)).status).toBe('paid');
  // It may still load its worker.
  await page.close();
  await shop.close();
  await old.remove();
});

/** How many pictures and region lists the worker has stored. */
const storedRequests = (page: Page) =>
  page.evaluate(async () => {
    const caching = (await caches.keys())
      .filter((name) => /images|regions/.test(name))
      .map((name) => caches.open(name));
    const requests = await Promise.all((await Promise.all(caching)).map((cache) => cache.keys()));
    return requests.flat().length;
  });

ofShop('F30 a newer storage format is taken over; the old tab asks to reload', async ({ page, context, expected }) => {
  // The browser requests it for a picture that is opened as a page.
  expected(/favicon\.ico/);
  await withCart(page, 'Kopi Tubruk');
  const newer = await context.newPage();
  await newer.goto('/icons/favicon.svg');

  const outcome = await newer.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('kedai', 2);
        request.onblocked = () => resolve('blocked');
        request.onerror = () => resolve(String(request.error));
        request.onsuccess = () => {
          request.result.close();
          resolve('upgraded');
        };
      }),
  );

  expect(outcome).toBe('upgraded');
  await addToCart(page, 'Klepon');
  await expect(page.getByText('Versi baru sudah dibuka di tab lain.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Muat ulang' })).toBeVisible();
  const cart = await storedValue<{ name: string }[]>(newer, 'cart');
  expect(cart.map(({ name }) => name)).toEqual(['Kopi Tubruk']);
});
