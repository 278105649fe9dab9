/** Several faults at once: wifi without internet, a frozen tab, deleted storage (faults F13, F27, F29, F35). */
import {
  addToCart,
  loggedIn,
  logInByForm,
  orderIsPending,
  ordersAt,
  pressPay,
  readyToPay,
  tokenOf,
  waitForCartItem,
  withOrder,
} from '../support/customer.ts';
import { cut, expect, test as ofShop } from '../support/shop-test.ts';
import { type TcpProxy, tcpProxyTo } from '../support/tcp-proxy.ts';

/** Every page reaches the shop over a connection that may go dead. */
const test = ofShop.extend<{ line: TcpProxy }>({
  line: async ({ shop }, use) => {
    const line = await tcpProxyTo(shop.url);
    await use(line);
    await line.close();
  },
  baseURL: ({ line }, use) => use(line.url),
});

/** A call ends after ten seconds at most; the rest is for a busy machine. */
const soon = { timeout: 60_000 };

test('F27 a phone with a cleared storage lists what the shop has', async ({ page, shop, line, baseURL, expected }) => {
  expected(cut);
  const sari = await withOrder(page);
  await addToCart(page, 'Klepon');
  await waitForCartItem(page, 'Klepon');
  await page.goto('/carts/payment');
  await page.getByRole('radio', { name: 'BCA' }).check();
  line.isCut();
  await pressPay(page);
  await expect(orderIsPending(page)).toBeVisible(soon);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: baseURL ?? '', storageTypes: 'all' });
  line.isMended();
  await page.goto('/account/login');
  await logInByForm(page, sari);
  await expect(page.getByRole('link', { name: 'Akun Sari' })).toBeVisible();
  await page.goto('/account/order-list');

  await expect(page.getByRole('row', { name: /KT-/ })).toHaveCount(1, soon);
  await expect(page.getByText('Pesanan yang menunggu')).toHaveCount(0);
  expect(await ordersAt(shop.url, await tokenOf(page))).toBe(1);
});

test('F29 F35 a tab that froze while sending is not waited for @long', async ({ page, context, shop, expected }) => {
  expected(cut);
  await loggedIn(page);
  const token = await tokenOf(page);
  await readyToPay(page);
  const held = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/api/orders', (route) =>
    route.request().method() === 'POST' ? held.resolve(() => route.continue()) : route.continue(),
  );
  await pressPay(page);
  const letGo = await held.promise;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });

  const other = await context.newPage();
  await other.goto('/account/order-list');
  await expect(other.getByRole('row', { name: /KT-/ })).toHaveCount(1, soon);
  expect(await ordersAt(shop.url, token)).toBe(1);
  await letGo();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });

  await expect(page.getByText(/Pesanan diterima kedai, KT-|Pesanan KT-.* diterima kedai/).first()).toBeVisible(soon);
  expect(await ordersAt(shop.url, token)).toBe(1);
});
