/** Background Sync: what the worker does while no tab is open. The tests dispatch the browser's own `sync` event. */
import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import {
  addToCart,
  askShop,
  loggedIn,
  newPerson,
  orderIsPending,
  ordersAt,
  pressPay,
  readyToPay,
  tokenOf,
  waitForCartItem,
} from '../support/customer.ts';
import { freePorts } from '../support/free-ports.ts';
import { test as base, cut, expect, fixture } from '../support/shop-test.ts';
import { preparedData, startShop } from '../support/start-shop.ts';

const test = base.extend<{ dataDir: string }>({
  dataDir: fixture(preparedData, (folder) => rm(folder, { recursive: true })),
});

/** Records which sync tags are registered on all pages opened from now on, because not every browser lists them. */
const noteTags = (page: Page) =>
  page.addInitScript(() => {
    const tags = Object.assign(globalThis, { tags: [] as string[] }).tags;
    // biome-ignore lint/suspicious/noExplicitAny: Background Sync, which TypeScript does not know
    const { prototype } = (globalThis as any).SyncManager;
    const { register } = prototype;
    prototype.register = function (tag: string) {
      tags.push(tag);
      return register.call(this, tag);
    };
  });
const tagsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { tags: string[] }).tags);

/** Opens a shop, and goes as a new customer, with a worker, to the payment screen: only 'Bayar' is left to press. */
async function atPayment(page: Page, dataDir: string) {
  const [port = 0] = await freePorts(1);
  const shop = await startShop({ dataDir, port });
  await noteTags(page);
  await page.goto(shop.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await loggedIn(page, newPerson(), shop.url);
  await readyToPay(page, shop.url);
  return shop;
}

/** Returns a function that dispatches a `sync` event to the worker of an origin, from an unrelated page. */
async function syncDispatcher(context: BrowserContext, origin: string) {
  const devtools = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const wake = { origin, registrationId: await registered, tag: 'kedai-outbox', lastChance: false };
  return () => devtools.send('ServiceWorker.dispatchSyncEvent', wake);
}

test('F21 what waits arrives with every tab closed, once', async ({ page, context, dataDir, expected }) => {
  expected(cut);
  const open = await atPayment(page, dataDir);
  await open.stop();

  await pressPay(page);
  await expect(orderIsPending(page)).toBeVisible();
  await page.goto(`${open.url}/products`);
  await addToCart(page, 'Klepon');
  await expect(page.getByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
  await waitForCartItem(page, 'Klepon');
  await expect.poll(() => tagsOf(page)).toContain('kedai-outbox');
  const token = await tokenOf(page);
  const wake = await syncDispatcher(context, open.url);
  await page.close();
  const again = await startShop({ dataDir, port: Number(new URL(open.url).port) });

  await wake();

  const orders = () => ordersAt(again.url, token);
  const cart = async () =>
    (await askShop(again.url, 'carts', token)).items.map(
      ({ name, qty }: { name: string; qty: number }) => `${qty} ${name}`,
    );
  await expect.poll(orders).toBe(1);
  // The order's line is done; what was added since is left (decision C5).
  await expect.poll(cart).toEqual(['1 Klepon']);

  await wake();
  const later = await context.newPage();
  await later.goto(`${again.url}/account/order-list`);
  await expect(later.getByRole('row', { name: /KT-/ })).toHaveCount(1);
  await expect(later.getByText('Pesanan yang menunggu')).toHaveCount(0);
  expect(await orders()).toBe(1);

  await noteTags(later);
  await later.addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = (asked, init) =>
      asked instanceof Request && asked.method === 'POST' && asked.url.endsWith('/orders')
        ? new Promise(() => undefined)
        : fetch(asked, init);
  });
  await readyToPay(later, again.url, 2);
  await later.evaluate(() => {
    (globalThis as unknown as { tags: string[] }).tags.length = 0;
  });
  await pressPay(later);
  await expect.poll(() => tagsOf(later)).toContain('kedai-outbox');
  expect(await orders()).toBe(1);
  await later.close();
  await wake();

  await expect.poll(orders).toBe(2);
  await again.stop();
});
