import type { Page } from '@playwright/test';
import { paths } from '#core/routes';
import menu from '../../server/menu/menu.json' with { type: 'json' };
import {
  askShop,
  loggedIn,
  newPerson,
  products,
  register,
  seedCustomer,
  sessionOf,
  waitForCartItem,
} from '../support/customer.ts';
import { hold, openHeld, untilHydrated } from '../support/held-requests.ts';
import { layoutShift, watchLayoutShift } from '../support/layout-shift.ts';
import { expect, test } from '../support/shop-test.ts';
import { buildStorefront, serveStorefront } from '../support/storefront.ts';

// No worker, so that its responses do not hide what the page itself does.
test.use({ serviceWorkers: 'block' });

/** Without a worker the page logs these complaints. */
const noWorker = /Service Worker registration blocked|reading 'waiting'/;
test.beforeEach(({ expected }) => expected(noWorker));

/** Keeps the device's storage busy from the next page on, like a long transaction of another tab; returns how to end that. */
async function holdDevice(page: Page) {
  await page.addInitScript(() => {
    const opening = indexedDB.open('kedai');
    opening.onsuccess = () => {
      const store = opening.result.transaction('keyval', 'readwrite').objectStore('keyval');
      const hold = () => {
        if (!('letGo' in window)) store.count().onsuccess = hold;
      };
      hold();
    };
  });
  return () => page.evaluate(() => Object.assign(window, { letGo: true }));
}

const namesOf = (category: string) => menu.products.filter((one) => one.category === category).map(({ name }) => name);

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the public pages can be read, and one sentence says what needs scripts', async ({ page }) => {
    const said = {
      '/': 'Beli Sekarang',
      '/products': 'Kopi Tubruk',
      '/about': 'About',
      '/contact': 'Buka di Google Maps',
    };

    for (const [path, text] of Object.entries(said)) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(text).first(), path).toBeVisible();
      // Playwright finds no text inside `noscript`, so its contents and its visibility are checked.
      const sentence = page.locator('noscript p');
      expect(await sentence.evaluate(({ textContent }) => textContent), path).toContain('butuh JavaScript');
      await expect(sentence, path).toBeVisible();
    }
    await page.goto('/products');
    await expect(products(page).getByRole('heading')).toHaveText(menu.products.slice(0, 10).map(({ name }) => name));
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL(/\/about$/);

    for (const [path, button] of [
      ['/account/login', 'Log In'],
      ['/contact', 'kirim pesan'],
    ] as const) {
      await page.goto(path);
      for (const field of await page.locator('form input').all()) await field.fill('rahasia1@x.id');

      await page.locator('form').getByRole('button', { name: button }).click();

      await expect(page.locator('form input').first()).toHaveValue('');
      // Nothing was put into the address.
      await expect(page).toHaveURL(path);
      await expect(page.locator('noscript p')).toBeVisible();
    }
  });
});

for (const [address, how] of [
  ['/products', 'usual'],
  ['/products?meja=7', 'rare'],
] as const) {
  const title = `a customer who scrolls ${address} before the scripts have loaded stays there, and comes back there from a product`;
  test(title, { tag: how === 'rare' ? '@long' : [] }, async ({ page }) => {
    const letGo = await openHeld(page, address);
    await page.locator('footer').waitFor();
    await products(page).last().scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(300);

    letGo();
    await untilHydrated(page);
    await expect(page.getByRole('navigation', { name: 'Halaman menu' })).toBeAttached();

    expect(await page.evaluate(() => scrollY)).toBe(scrolled);

    const letFormGo = await hold(page, '**/option-form*.js');
    // A click without the scrolling that Playwright would do before it.
    await products(page)
      .last()
      .getByRole('link', { name: /^Lihat detail/ })
      .dispatchEvent('click');
    const detail = page.getByRole('dialog');
    const close = detail.getByRole('button', { name: 'Tutup' });
    // Not before the dialog has come up.
    await close.click({ trial: true });
    const place = await close.boundingBox();
    letFormGo();
    await detail.locator('form').waitFor();
    expect(await close.boundingBox()).toEqual(place);
    await close.tap();
    await expect(detail).toBeHidden();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  });
}

test('categories that were swiped before the scripts have loaded stay there @long', async ({ page, expected }) => {
  // The shop's typeface would change the row's width, and so its end.
  expected(/\.woff2/);
  await page.route('**/*.woff2', (route) => route.abort());
  const letGo = await openHeld(page, '/products');
  const category = page.getByRole('link', { name: 'Biji Kopi', exact: true });
  const swiped = () => category.evaluate((link) => link.closest('ul')?.scrollLeft);
  await category.scrollIntoViewIfNeeded();
  const before = await swiped();
  expect(before).toBeGreaterThan(100);

  letGo();
  await untilHydrated(page);
  await expect(page.getByRole('navigation', { name: 'Halaman menu' })).toBeAttached();

  expect(await swiped()).toBe(before);
});

test('the scripts are requested after the first paint, so that they do not delay it @long', async ({ page }) => {
  await page.goto('/products');

  const files = `${await page.locator('script[data-scripts]').getAttribute('data-scripts')}`.split(' ');
  const afterPaint = () =>
    page.evaluate((scripts) => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const asked = scripts.flatMap(
        (script) => performance.getEntriesByName(new URL(script, document.URL).href)[0] ?? [],
      );
      return paint && asked.length === scripts.length && asked.map(({ startTime }) => startTime > paint.startTime);
    }, files);
  await expect.poll(afterPaint).toEqual(files.map(() => true));
});

test.describe('a tap before the scripts have loaded is not lost:', () => {
  test('of a visitor', async ({ page }) => {
    await test.step('the cart, the search and a product', async () => {
      let letGo = await openHeld(page, '/about');
      await page.getByRole('button', { name: 'Keranjang' }).click();
      letGo();
      await expect(page.getByRole('dialog', { name: 'Keranjang' })).toBeVisible();

      letGo = await openHeld(page, '/contact');
      await page.getByRole('button', { name: 'Cari produk' }).click();
      letGo();
      await expect(page.getByRole('searchbox')).toBeFocused();

      letGo = await openHeld(page, '/products');
      // Playwright clicks in the link's middle, where the picture is.
      await page.getByRole('link', { name: 'Lihat detail Kopi Tubruk' }).click();
      letGo();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Kopi Tubruk' })).toBeVisible();
      await expect(page).toHaveURL(/produk=kopi-tubruk/);
    });

    await test.step('of two links the later one', async () => {
      const letGo = await openHeld(page, '/products');

      await page.getByRole('link', { name: 'Kopi Hitam' }).click();
      await page.getByRole('link', { name: 'Contact' }).first().click();
      letGo();

      await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
      // Time for the other link's screen to appear, if it were opened.
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      await expect(page).toHaveURL(/\/contact$/);
    });

    await test.step('the address of a filter, which shows none of the other products', async () => {
      const [first] = menu.products;
      const wanted = menu.categories.find(({ name }) => name !== first?.category)?.name ?? '';

      const letGo = await openHeld(page, `/products?category=${encodeURIComponent(wanted)}`);

      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: first?.name ?? '' })).toBeHidden();
      letGo();
      await expect(products(page).getByRole('heading')).toHaveText(namesOf(wanted).slice(0, 10));
      await expect(page).toHaveURL(/category=/);
    });

    await test.step('add to cart', async () => {
      const letGo = await openHeld(page, '/products');
      const add = products(page).first().getByRole('button', { name: 'Add to cart' });

      await add.click();

      await expect(add).toHaveAttribute('aria-busy', 'true');
      letGo();
      await expect(page.getByRole('alertdialog')).toContainText('Please Log In first!');
      await expect(add).not.toHaveAttribute('aria-busy');
    });

    await test.step('a link on the page that a table’s code opens leads on at once, and the table stays chosen', async () => {
      const letGo = await openHeld(page, '/?meja=7');

      await page.getByRole('link', { name: 'Beli Sekarang' }).click();
      await expect(page.getByRole('heading', { name: 'Mau pesan apa hari ini?' })).toBeVisible();
      letGo();

      await expect(page.getByRole('button', { name: /^Dine In/ })).toContainText('Meja 7');
    });
  });

  test('a login that was typed and sent, and then add to cart, twice', async ({ page }) => {
    const sari = newPerson();
    await register(page, sari);
    let letGo = await openHeld(page, '/account/login');

    await page.getByLabel('Email').fill(sari.email);
    await page.getByLabel('Password', { exact: true }).fill(sari.password);
    await page.keyboard.press('Enter');
    expect(page.url()).toMatch(/\/account\/login$/);
    letGo();

    await expect(page).toHaveURL(/\/account\/dashboard$/);

    letGo = await openHeld(page, '/products');
    const add = products(page).nth(1).getByRole('button', { name: 'Add to cart' });

    await add.click();
    await add.click();
    letGo();

    await expect(page.getByRole('button', { name: 'Keranjang, 2 barang' })).toBeVisible();
  });

  test('add to cart, by a customer whose device is still being read, once @long', async ({ page, context }) => {
    await loggedIn(page);
    const letGo = await holdDevice(page);
    await page.goto('/products');
    const add = products(page).first().getByRole('button', { name: 'Add to cart' });
    // The screen is hydrated and would handle clicks, but the customer is not known yet.
    await expect
      .poll(() => add.evaluate((button) => Object.keys(button).some((key) => /^__react/.test(key))))
      .toBe(true);

    await add.click();
    await letGo();

    await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
    await expect(add).not.toHaveAttribute('aria-busy');
    const later = await context.newPage();
    await later.goto('/about');
    await expect(later.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  });

  test('another page, while the styles are still loading @long', async ({ page }) => {
    const release = await hold(page, '**/assets/*.css');
    await page.goto('/products', { waitUntil: 'commit' });
    await untilHydrated(page);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).dispatchEvent('click');
    release();

    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test('a mark on a field, which moves nothing while the other styles are loading @long', async ({ page }) => {
    const release = await hold(page, '**/assets/style-*.css');
    const letGo = await openHeld(page, '/account/register');
    await page.getByLabel('Nama lengkap').fill('Sari');
    await page.getByLabel('Password', { exact: true }).fill('kopi123');
    const button = page.getByRole('button', { name: 'Sign Up' });
    const before = await button.boundingBox();

    letGo();
    await expect(page.getByRole('img', { name: 'Sudah benar' })).toHaveCount(2);

    expect(await button.boundingBox()).toEqual(before);
    release();
  });
});

test('a form that is filled early and without an event sends what it contains', async ({ page }) => {
  const sari = newPerson();
  await register(page, sari);
  const letGo = await openHeld(page, '/account/login');
  await page.getByRole('button', { name: 'Log In' }).waitFor();

  // As a script does.
  await page.evaluate(({ email, password }) => {
    for (const input of document.querySelectorAll('input'))
      input.value = input.labels?.[0]?.textContent === 'Email' ? email : password;
  }, sari);
  letGo();
  await untilHydrated(page);
  await page.getByLabel('Password', { exact: true }).press('Enter');

  await expect(page.getByText(`Welcome Back, ${sari.fullName}!`)).toBeVisible();
});

test('a connection that drops before all of the page has loaded loses no tap', async ({ page, shop, expected }) => {
  expected(/net::ERR_|Failed to (load resource|fetch)/);
  const sari = await loggedIn(page);
  const gone = /\/assets\/background-|\/api\//;
  await page.route(gone, (route) => route.abort());
  const notCome = page.waitForEvent('requestfailed', (request) => request.url().includes('/background-'));
  await page.goto('/products');
  await products(page).nth(1).getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'Keranjang, 1 barang' })).toBeVisible();
  await waitForCartItem(page, 'Kopi Tubruk');
  await notCome;

  await page.unroute(gone);
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const { token } = await sessionOf(page, sari);
  await expect.poll(async () => (await askShop(shop.url, 'carts', token)).items).toHaveLength(1);
});

test('F11 styles that a captive portal answered with its own page are requested again', async ({ page, expected }) => {
  expected(/MIME type/);
  let asked = 0;
  await page.route('**/assets/style-*.css', (route) =>
    asked++ ? route.fallback() : route.fulfill({ contentType: 'text/html', body: '<form>Masuk ke wifi</form>' }),
  );
  await page.goto('/products');

  await page.getByRole('link', { name: 'Lihat detail Kopi Tubruk' }).click();

  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Kopi Tubruk' })).toBeVisible();
  // Without the shop's styles the dialog has the browser's default border of 3 px.
  await expect(sheet).toHaveCSS('border-top-width', '1px');
});

test('a picture that failed before the scripts have loaded is drawn later @long', async ({ page, expected }) => {
  expected(/Failed to load resource/);
  await page.route('**/api/images/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/images/products/'));
  const letGo = await openHeld(page, '/products');
  await failed;
  const picture = products(page).nth(2).locator('img').first();
  // It covers the browser's own symbol for a broken picture, and is only drawn where there is no picture.
  const covered = () =>
    picture.evaluate((image) => {
      const { width, height, backgroundColor } = getComputedStyle(image, '::after');
      return [width, height, backgroundColor !== 'rgba(0, 0, 0, 0)'];
    });
  const { clientWidth, clientHeight } = await picture.evaluate(({ clientWidth, clientHeight }) => ({
    clientWidth,
    clientHeight,
  }));
  await expect.poll(covered).toEqual([`${clientWidth}px`, `${clientHeight}px`, true]);

  letGo();

  await expect(picture).toHaveAttribute('src', '/pictures/product.svg');
});

test('nothing moves at the start, no file is asked for twice, a reload keeps the place', async ({ page }) => {
  await watchLayoutShift(page);

  for (const path of ['/products', '/', '/contact']) {
    await page.goto(path);
    await untilHydrated(page);
    // By Resource Timing: the page before may still request something meanwhile.
    const files = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .map(({ name, transferSize }) => ({ path: new URL(name).pathname, isFromNetwork: transferSize > 0 }))
          .filter(({ path }) => path.startsWith('/assets/')),
      );
    const styles = async () => (await files()).filter((file) => file.path.endsWith('.css'));
    await expect.poll(styles, path).toHaveLength(1);
    // The typeface is in the page's own styles and in the stylesheet: the second time the browser has it.
    const fetched = async () => (await files()).filter(({ isFromNetwork }) => isFromNetwork).map((file) => file.path);
    if (path === '/products') await expect.poll(async () => (await fetched()).length).toBeGreaterThan(5);
    const all = await fetched();
    expect(all, path).toEqual([...new Set(all)]);
    expect(await layoutShift(page), path).toBeLessThanOrEqual(0.01);

    await page.evaluate(() => scrollTo(0, 1_500));
    await page.reload();
    await untilHydrated(page);
    await expect.poll(() => page.evaluate(() => scrollY), path).toBe(1_500);
  }
});

test("React's development build reports no hydration mismatch on any page @long", async ({ page, expected }) => {
  // Served without an API, so all calls to it fail.
  expected(/Failed to load resource/);
  const { folder, remove } = await buildStorefront('/api', 'development');
  const site = await serveStorefront(folder);
  await watchLayoutShift(page);

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [...paths, '/products?meja=7', '/products?page=2']) {
      await page.goto(site.url + path);
      await expect(page.locator('html:not([data-filtering])')).toBeAttached();
      // Once the session was read, everything that follows the first render has happened.
      await expect.poll(() => page.evaluate(() => indexedDB.databases().then(({ length }) => length))).toBe(1);
      expect(await layoutShift(page), path).toBeLessThanOrEqual(0.01);
    }
  }
  await site.stop();
  await remove();
});

/** Jakarta time: the shop is open, or closed until the next morning. */
for (const [hours, time] of [
  ['Buka sekarang', '2026-11-20T12:00:00+07:00'],
  ['Tutup, buka', '2026-11-20T21:30:00+07:00'],
] as const) {
  test(`'${hours}' appears when the scripts have loaded, and moves nothing @long`, async ({ page }) => {
    await page.addInitScript((now) => {
      Date.now = () => now;
    }, Date.parse(time));
    await watchLayoutShift(page);

    for (const width of [320, 390, 412, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/', '/contact']) {
        const letGo = await openHeld(page, path);
        await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
        letGo();
        await expect(page.getByText(hours).first()).toBeAttached();
        expect(await layoutShift(page), `${path} at ${width}`).toBeLessThanOrEqual(0.01);
      }
    }
  });
}

test('an address reserves room for the names of its regions, which load later @long', async ({ page }) => {
  await seedCustomer(page, await loggedIn(page));
  await watchLayoutShift(page);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/carts/choose-address', '/account/address']) {
      const letGo = await hold(page, '**/api/regions/**');
      await page.goto(path);
      await expect(page.getByText('Memuat nama wilayah…')).toBeVisible();
      await expect(page.locator('html:not([data-plain])')).toBeAttached();
      const withoutNames = await layoutShift(page);

      letGo();

      await expect(page.getByText(/^Menteng, Kec\. Menteng/)).toBeVisible();
      expect(await layoutShift(page), `${path} at ${width}`).toBe(withoutNames);
    }
  }
});
