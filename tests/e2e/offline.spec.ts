import type { Page } from '@playwright/test';
import type { Product } from '#core/contract';
import { titleOf } from '#core/head';
import { paths } from '#core/routes';
import menu from '../../server/menu/menu.json' with { type: 'json' };
import { chooseRegions, newPerson, products, register, sessionOf, storeSession } from '../support/customer.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { missing, notCached, pictures } from '../support/menu-on-device.ts';
import { test as base, expect, fixture } from '../support/shop-test.ts';
import { type RunningShop, startShop } from '../support/start-shop.ts';

/** A shop of each test's own, because it is closed during the test. */
const test = base.extend<{ ownShop: RunningShop }>({
  ownShop: fixture(startShop, (shop) => shop.stop()),
  baseURL: ({ ownShop }, use) => use(ownShop.url),
});

/** Complaints about calls while the shop is closed; no others are expected. */
const noShop = /ERR_CONNECTION_REFUSED|ERR_FAILED/;

/** The first visit on a new device, until it could continue without a connection. */
async function visitOnce(page: Page) {
  await page.goto('/products');
  await expect(products(page)).toHaveCount(10);
  await expect.poll(() => notCached(page), { timeout: 60_000 }).toEqual([]);
}

test('the first paint of a first visit does without the typeface; nothing moves @long', async ({ page, context }) => {
  const typeface = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const [asked] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
      return {
        shown: getComputedStyle(document.body).fontFamily.includes('Plus Jakarta Sans'),
        ...(paint && asked && { afterPaint: asked.startTime > paint.startTime }),
      };
    });
  await watchLayoutShift(page);

  for (const path of ['/', '/products', '/about', '/account/login']) {
    await page.goto(path);
    await expect.poll(typeface, path).toEqual({ shown: true, afterPaint: true });
    expect(await layoutShift(page), path).toBeLessThanOrEqual(0.01);

    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  }
});

test('a second visit begins with the typeface @long', async ({ page, ownShop: shop, context, expected }) => {
  expected(noShop);
  // Measured, because neither the styles nor `document.fonts` tell: a typeface that comes too late is never used on that page.
  const isShown = () =>
    page.evaluate(() => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      const width = (family: string) => {
        pen.font = `20px ${family}`;
        return pen.measureText('iiiwww').width;
      };
      return width("'Plus Jakarta Sans', monospace") !== width('monospace');
    });
  await visitOnce(page);
  await shop.stop();
  const browser = await context.newCDPSession(page);

  for (const path of ['/products', '/', '/account/login']) {
    await page.goto('about:blank');
    // Otherwise the browser's HTTP cache could provide the typeface; on a phone it may have been cleared.
    await browser.send('Network.clearBrowserCache');
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();

    expect(await isShown(), path).toBe(true);
  }
});

const whole = menu.products as Product[];
/** Opens only the front page, and waits until the worker has stored everything. */
async function visitFrontPageOnly(page: Page) {
  await page.goto('/');
  await expect.poll(() => missing(page), { timeout: 60_000 }).toEqual([]);
}

/** The sources of the products' pictures, each scrolled to, because it may not be loaded before; empty for one that is not painted. */
const paintedPictures = (page: Page) =>
  products(page).evaluateAll(async (cards) => {
    const sources: string[] = [];
    for (const card of cards) {
      const picture = card.querySelector('img');
      picture?.scrollIntoView();
      await new Promise(requestAnimationFrame);
      sources.push((picture?.complete && picture.naturalWidth > 0 && picture.getAttribute('src')) || '');
    }
    return sources;
  });

test.describe('after one visit to the front page', () => {
  test('F18 with the shop closed routes, pictures and regions open', async ({ page, ownShop: shop, expected }) => {
    expected(noShop);
    const sari = newPerson();
    await register(page, sari);
    const session = await sessionOf(page, sari);
    await visitFrontPageOnly(page);
    await shop.stop();

    await test.step('all fifteen routes open', async () => {
      // Some programs remove the parameters of an address but leave the question mark.
      for (const path of [...paths, '/about?', '/products?']) {
        await page.goto(path);

        await expect(page.getByRole('main'), path).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        await expect(page.getByText('Halaman ini tidak ada'), path).toHaveCount(0);
        await expect(page, path).toHaveTitle(titleOf(paths.find((one) => one === path.replace('?', ''))));
      }
    });

    await test.step('every product of every page has its picture painted', async () => {
      const painted: unknown[] = [];
      for (let number = 1; number <= Math.ceil(whole.length / 10); number++) {
        await page.goto(`/products?page=${number}`);
        const shown = whole.slice((number - 1) * 10, number * 10);
        await expect(products(page).getByRole('heading')).toHaveText(shown.map(({ name }) => name));

        // The first pictures are inline in the page.
        const sources = shown.map(({ image_url }, index) =>
          number === 1 && index < 2
            ? expect.stringMatching(/^data:image\/svg\+xml/)
            : `/api/images/products/${image_url}`,
        );
        await expect.poll(() => paintedPictures(page)).toEqual(sources);
        painted.push(...sources);
      }
      expect(painted).toHaveLength(37);
    });

    await test.step('a customer can enter an address down to the village', async () => {
      await storeSession(page, session);
      await page.goto('/account/new-address');
      const chosen = ['Sumatera Selatan', 'Kota Palembang', 'Sukarami', 'Kebunbunga'];
      await chooseRegions(page, chosen);

      for (const [level, name] of chosen.entries())
        await expect(page.getByRole('combobox').nth(level)).toHaveValue(name);
    });
  });

  test('a tab closed early has asked for the menu @long', async ({ page, context, ownShop: shop, expected }) => {
    // The browser requests it for a picture that is opened as a page.
    expected(/favicon\.ico/);
    await page.addInitScript(() => {
      ServiceWorker.prototype.postMessage = new Proxy(ServiceWorker.prototype.postMessage, {
        apply(send, worker, said) {
          Object.assign(globalThis, { asked: true });
          return Reflect.apply(send, worker, said);
        },
      });
    });
    await page.goto('/');
    await page.waitForFunction(() => (globalThis as unknown as { asked?: boolean }).asked);
    await page.close();

    // A picture on the same origin, as a document that runs no scripts but can read the caches.
    const secondPage = await context.newPage();
    await secondPage.goto(`${shop.url}/icons/favicon.svg`);
    await expect.poll(() => missing(secondPage), { timeout: 60_000 }).toEqual([]);
  });

  test('with Save-Data the menu is there, without its pictures and the villages @long', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } });
    });
    await page.goto('/');
    await expect
      .poll(async () => (await missing(page)).filter((address) => !address.includes('/images/')))
      .toEqual(['/api/regions/villages-pack']);

    // Answered only after everything that the page itself has started is finished.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const done = new Promise((resolve) => {
        port1.onmessage = resolve;
      });
      active?.postMessage({ type: 'KEEP_MENU', saveData: true }, [port2]);
      return done;
    });

    expect(await missing(page)).toEqual([...pictures, '/api/regions/villages-pack']);
    await page.goto('/products');
    await expect.poll(async () => (await missing(page)).includes(pictures[2] ?? '')).toBe(false);
  });
});
