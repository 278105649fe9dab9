/** The built pages on a plain static host: they show the menu of build time, while the shop's menu has changed since. */
import { publicPaths } from '#core/routes';
import { htmlHeaders } from '../../server/http/security-headers.ts';
import { bundledMenu } from '../../server/menu/menu-json.ts';
import { readBuildRecord } from '../../server/pages/build-record.ts';
import { changedMenu } from '../support/changed-menu.ts';
import { addToCart, loggedIn, products, waitForCartItem } from '../support/customer.ts';
import { holdScripts, stopLongTimers } from '../support/held-requests.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { notCached } from '../support/menu-on-device.ts';
import { test as base, cut, expect } from '../support/shop-test.ts';
import { startStaticHost } from '../support/static-host.ts';
import { builtStorefront } from '../support/storefront.ts';

type Host = Awaited<ReturnType<typeof startStaticHost>>;

const test = base.extend<{ headers: Record<string, string>; host: Host }>({
  headers: [{}, { option: true }],
  host: async ({ apiWithChangedMenu: api, headers }, use) => {
    const host = await startStaticHost(builtStorefront, { api: api.url, headers });
    await use(host);
    await host.close();
  },
  baseURL: ({ host }, use) => use(host.url),
});

const firstNames = async (menu: typeof bundledMenu) => (await menu()).products.slice(0, 10).map(({ name }) => name);

test.describe('without a worker that would hide it', () => {
  test.use({ serviceWorkers: 'block' });
  test.beforeEach(({ expected }) => expected(/Service Worker registration blocked|reading 'waiting'/));

  test('the built menu is shown before any script, then updated, and nothing moves', async ({ page, expected }) => {
    await watchLayoutShift(page);
    // Its letters would move some others a little.
    expected(/\.woff2/);
    await page.route('**/*.woff2', (route) => route.abort());
    const letGo = await holdScripts(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // A slow answer would be another reason to ask again.
    await stopLongTimers(page);
    const noWorker = page.waitForEvent('console', (message) => message.text().startsWith('There is no worker'));
    await page.goto('/products', { waitUntil: 'commit' });
    await expect(products(page).getByRole('heading')).toHaveText(await firstNames(bundledMenu));
    await expect(page.getByText('37 produk')).toBeVisible();
    // On a slow device the navbar is painted in pieces.
    await page.waitForFunction(() => document.readyState !== 'loading');
    const asBuilt = await layoutShift(page);

    letGo();

    await expect(products(page).getByRole('heading')).toHaveText(await firstNames(changedMenu));
    await expect(page.getByText('36 produk')).toBeVisible();
    await expect(products(page).first()).toContainText('Habis');
    await expect(products(page).first().getByRole('button', { name: 'Add to cart' })).toBeDisabled();
    await expect(products(page).nth(1)).toContainText('Rp17.000');
    // The removed product is further down, so that nothing visible moves.
    expect(await layoutShift(page)).toBe(asBuilt);
    // LA20: that there is no worker is no reason to ask the shop whether it answers.
    await noWorker;
    await page.evaluate(() => fetch('/api/health'));
    expect(asked.filter((path) => path === '/api/categories')).toHaveLength(1);
  });

  test('a page is painted as its pieces arrive, and nothing moves', async ({ page, apiWithChangedMenu: api }) => {
    const host = await startStaticHost(builtStorefront, { api: api.url, bytesAFrame: 500 });
    await watchLayoutShift(page);
    await holdScripts(page);

    for (const width of process.env.LONG ? [390, 800] : [390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of process.env.LONG
        ? [...publicPaths, '/carts/delivery', '/account/order-list']
        : ['/products', '/carts/delivery']) {
        await page.goto(host.url + path, { waitUntil: 'commit' });
        await page.waitForFunction(() => document.readyState !== 'loading');
        expect(await layoutShift(page), `${path} at ${width}`).toBeLessThanOrEqual(0.01);
      }
    }
    await host.close();
  });
});

for (const [host, headers, how] of [
  ['a host without headers of its own', {}, 'rare'],
  ['a host with our headers (docs/operations.md)', htmlHeaders(readBuildRecord(builtStorefront) ?? {}), 'usual'],
] as const) {
  test.describe(host, { tag: how === 'rare' ? '@long' : [] }, () => {
    test.use({ headers });

    test('leads from an unknown address to the menu, and may then close', async ({ page, host, expected }) => {
      expected(/404 \(Not Found\)/);
      const answer = await page.goto('/products/kopi/tubruk?search=kopi');
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('Halaman ini tidak ada')).toBeVisible();
      await page.waitForFunction(() => document.fonts.check("1em 'Plus Jakarta Sans'"));
      await page.getByRole('link', { name: 'Lihat menu' }).click();
      await expect(page).toHaveURL(/\/products$/);
      await expect(products(page).getByRole('heading')).toHaveText(await firstNames(changedMenu));

      await loggedIn(page);
      await page.goto('/products');
      await addToCart(page, 'Kopi Tubruk Aren');
      await waitForCartItem(page, 'Kopi Tubruk Aren');
      await expect.poll(() => notCached(page), { timeout: 60_000 }).toEqual([]);
      expected(cut);
      await host.close();

      for (const path of [...publicPaths, '/carts']) {
        await page.goto(path);

        await expect(page.getByRole('main'), path).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' }), path).toBeVisible();
      }
      await expect(page.getByRole('main').getByRole('listitem', { name: 'Kopi Tubruk Aren' })).toContainText(
        'Rp17.000',
      );
      await page.goto('/products');
      await expect(products(page).getByRole('heading')).toHaveText(await firstNames(changedMenu));
      await expect(products(page).first()).toContainText('Habis');
    });
  });
}
