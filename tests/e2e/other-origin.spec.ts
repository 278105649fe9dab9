import { addAddress, addToCart, checkOut, join, newPerson, pay, products } from '../support/customer.ts';
import { openHeld } from '../support/held-requests.ts';
import { startPlainApi } from '../support/plain-api.ts';
import { test as base, expect } from '../support/shop-test.ts';
import { startStaticHost } from '../support/static-host.ts';
import { serveStorefront } from '../support/storefront.ts';

type PlainApi = Awaited<ReturnType<typeof startPlainApi>>;

const test = base.extend<{ api: PlainApi }>({
  // At the address that was built in.
  api: async ({ built }, use) => {
    const api = await startPlainApi(built.apiPort);
    await use(api);
    await api.close();
  },
  baseURL: async ({ built }, use) => {
    const site = await serveStorefront(built.folder);
    await use(site.url);
    await site.stop();
  },
});

/** Request headers that a plain host's CORS allows, and those that every browser sends automatically. */
const harmless =
  /^(accept|accept-encoding|accept-language|authorization|connection|content-length|content-type|host|origin|priority|purpose|referer|sec-.*|user-agent|cache-control|pragma|if-none-match|if-modified-since)$/;

test("another shop's API sells through this storefront from another origin", async ({ page, api }) => {
  await join(page, newPerson('Budi'));
  await page.goto('/products');
  await page.getByRole('region', { name: 'Kategori' }).getByRole('link', { name: 'Kopi' }).click();
  await expect(products(page)).toHaveCount(1);
  await addToCart(page, 'Kopi Lain');
  await addToCart(page, 'Kopi Lain');
  await checkOut(page);
  const recipient = { fullName: 'Budi Santoso', phoneNumber: '081234567890', fullStreet: 'Jalan Lain 1' };
  await addAddress(page, { ...recipient, regions: ['DKI Jakarta', 'Jakarta Pusat', 'Menteng', 'Menteng'] });
  await pay(page, 'Goceng', 'Bank Lain');

  await page.goto('/account/order-list');
  await expect(page.getByRole('row', { name: /L-1/ })).toContainText('Rp41.000');

  const orders = api.received.filter(({ method, path }) => `${method} ${path}` === 'POST /orders');
  expect(orders.map(({ body }) => body)).toEqual([
    {
      delivery_courier: 'goceng',
      delivery_fee: 5000,
      delivery_address: {
        ...recipient,
        provinsi: '31',
        kabupaten: '31.71',
        kecamatan: '31.71.06',
        kelurahan: '31.71.06.1001',
      },
      totalQty: 2,
      subTotal: 36000,
      totalShopping: 41000,
      order_items: [{ name: 'Kopi Lain', price: 18000, qty: 2, product: '64b1f0c2a1' }],
      paymentMethod: { _id: 'banks', name: 'Bank Lain', image_url: 'logo.svg' },
      status: 'waiting_payment',
    },
  ]);
  const carts = api.received.filter(({ path }) => path === '/carts');
  expect(new Set(carts.map(({ method }) => method))).toEqual(new Set(['PUT']));
  expect(carts.at(-1)?.body).toMatchObject({ items: [{ _id: '64b1f0c2a1', qty: 2 }] });
  const headers = new Set(api.received.flatMap((call) => Object.keys(call.headers)));
  expect([...headers].filter((name) => !harmless.test(name))).toEqual([]);
});

test("another shop's menu and pictures are on the device, too @long", async ({ page, api, expected }) => {
  expected(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
  await page.goto('/products');
  await expect(page.getByRole('listitem', { name: 'Teh Lain' })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const shown = [...document.images].map((image) => image.src).filter((address) => address.includes('/images/'));
        const cached = (await Promise.all(shown.map((address) => caches.match(address)))).filter(Boolean).length;
        // It controls the page only after it has stored its files.
        return navigator.serviceWorker.controller && cached;
      }),
    )
    .toBe(2);
  await api.close();

  await page.reload();

  const card = page.getByRole('listitem', { name: 'Teh Lain' });
  await expect(card).toBeVisible();
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('on a static host its pages wait for the menu that the build did not know @long', async ({ page, api, built }) => {
  const host = await startStaticHost(built.folder);
  const letGo = await openHeld(page, `${host.url}/products`);
  await expect(page.getByText('Loading products')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Produk' })).toHaveCount(0);

  letGo();

  await expect(page.getByRole('list', { name: 'Produk' }).getByRole('heading')).toHaveText(['Kopi Lain', 'Teh Lain']);
  expect(api.received.map(({ path }) => path)).toContain('/products');
  await host.close();
});
