/** Orders over a bad network in a real browser: cut off, killed, in two tabs and on two devices (faults F1, F4, F19, F21 to F23). */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser, launchArguments } from '../support/browser.ts';
import {
  addToCart,
  askShop,
  loggedIn,
  logIn,
  orderIsPending,
  ordersAt,
  payUntilAccepted,
  pressPay,
  readyToPay,
  tokenOf,
} from '../support/customer.ts';
import { cut, expect, test } from '../support/shop-test.ts';

const ordersAtShop = async (page: Page) => ordersAt(new URL(page.url()).origin, await tokenOf(page));

test('F42 F1 five presses are one order, and so is one whose answer was lost', async ({ page, expected }) => {
  await loggedIn(page);
  await readyToPay(page);

  await payUntilAccepted(page, () =>
    page.getByRole('button', { name: 'Bayar' }).evaluate((button: HTMLButtonElement) => {
      for (let i = 0; i < 5; i++) button.click();
    }),
  );

  expect(await ordersAtShop(page)).toBe(1);

  expected(cut);
  await readyToPay(page, '', 2);
  let sent = 0;
  const lost = Promise.withResolvers<void>();
  // Of the whole context: the worker, too, may be the one that sends the order.
  await page.context().route('**/api/orders', async (route) => {
    if (route.request().method() !== 'POST' || sent++ > 0) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
    lost.resolve();
  });

  await pressPay(page);

  await lost.promise;
  await page.goto('/account/order-list');
  await expect(page.getByRole('row', { name: /KT-/ })).toHaveCount(2);
  await expect(page.getByText('Pesanan yang menunggu')).toHaveCount(0);
  expect(await ordersAtShop(page)).toBe(2);
});

test('F22 F4 two tabs change one cart, and press one order, both at once', async ({ page, context }) => {
  await loggedIn(page);
  await page.goto('/products');
  const other = await context.newPage();
  await other.goto('/products');

  await addToCart(page, 'Kopi Tubruk');
  await addToCart(other, 'Klepon');
  await addToCart(page, 'Kopi Tubruk');

  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Keranjang, 3 barang' })).toBeVisible();

  await readyToPay(page);
  await other.goto('/carts/payment');
  await other.getByRole('radio', { name: 'BCA' }).check();
  const pressed = Promise.withResolvers<void>();
  await context.route('**/api/orders', async (route) => {
    if (route.request().method() === 'POST') await pressed.promise;
    await route.continue();
  });

  await Promise.all([pressPay(page), pressPay(other)]);
  pressed.resolve();

  // The second one is told so, or asked whether to order the same again.
  for (const tab of [page, other]) {
    await expect(
      tab
        .getByText(/^Keranjang ini sudah dipesan/)
        .or(tab.getByRole('heading', { name: /^Pesanan KT-.* diterima kedai$/ })),
    ).toBeVisible();
  }
  expect(await ordersAtShop(page)).toBe(1);
});

test('F23 changes to the cart on two devices are added up', async ({ page, browser, shop, expected }) => {
  expected(cut);
  expected(/412/);
  const sari = await loggedIn(page);
  await page.goto('/products');
  const tablet = await newDevice(browser, shop.url);
  await logIn(tablet, sari);
  await tablet.goto('/products');
  await tablet.getByRole('listitem', { name: 'Klepon' }).waitFor();
  // Only then are taps acted on at once (before, they would wait for the connection: dropped-connection.spec.ts), and the cart has been loaded.
  await tablet.waitForFunction(
    () => performance.getEntriesByName(new URL('/api/carts', location.href).href).length > 0,
  );
  await tablet.context().setOffline(true);

  const atShop = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await addToCart(page, 'Kopi Tubruk');
  await atShop;
  await addToCart(tablet, 'Klepon');
  await expect(tablet.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  await tablet.context().setOffline(false);

  await expect(tablet.getByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
  // The tablet merges the carts first, and then sends the result to the shop.
  const token = await tokenOf(page);
  await expect.poll(async () => (await askShop(shop.url, 'carts', token)).items).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
  await tablet.context().close();
});

/** A device without a worker, because `setOffline` affects pages only: a worker that the browser wakes would still reach the shop. */
const newDevice = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage();

test('F19 F21 an order survives a killed browser, pending or sent, and arrives once', async ({ shop }) => {
  const phone = await takePhone(shop.url);
  try {
    const first = await phone.open();
    await loggedIn(first);
    await readyToPay(first);
    // The worker must have its files before the connection goes.
    await first.evaluate(() => navigator.serviceWorker.ready);
    await first.context().setOffline(true);
    await pressPay(first);
    await expect(orderIsPending(first)).toBeVisible();
    phone.kill();

    const second = await phone.open();
    await second.goto('/account/order-list');

    await expect(second.getByRole('row', { name: /KT-/ })).toHaveCount(1);
    await expect(second.getByText('Pesanan yang menunggu')).toHaveCount(0);
    expect(await ordersAtShop(second)).toBe(1);

    await readyToPay(second, '', 2);
    const arrived = Promise.withResolvers<void>();
    await second.context().route('**/api/orders', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      // The shop has answered, but the response is never passed on.
      arrived.resolve();
    });
    await pressPay(second);
    await arrived.promise;
    phone.kill();

    const third = await phone.open();
    await third.goto('/account/order-list');

    await expect(third.getByRole('row', { name: /KT-/ })).toHaveCount(2);
    expect(await ordersAtShop(third)).toBe(2);
  } finally {
    await phone.putAway();
  }
});

/** A browser with a profile on disk, so that it can be killed and started again. */
async function takePhone(baseURL: string) {
  const profile = await mkdtemp(join(tmpdir(), 'kedai-phone-'));
  // Marks this browser's processes, so that only they are killed.
  const mark = `--kedai-profile=${profile}`;
  let context: BrowserContext | undefined;
  return {
    async open(): Promise<Page> {
      context = await chromium.launchPersistentContext(profile, {
        baseURL,
        executablePath: await findBrowser(),
        args: [...launchArguments, mark],
        viewport: { width: 390, height: 844 },
      });
      return context.pages()[0] ?? context.newPage();
    },
    /** `kill -9` of the whole browser: nothing more reaches the disk. */
    kill() {
      const pids = execFileSync('pgrep', ['-f', '--', mark], { encoding: 'utf8' });
      for (const pid of pids.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
      context = undefined;
    },
    async putAway() {
      await context?.close().catch(() => undefined);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
