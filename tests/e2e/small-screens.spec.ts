/** 320 CSS pixels (the smallest phone, and a desktop zoomed to 300 or 400 %), and text of up to double size. */

import type { Page } from '@playwright/test';
import { paths } from '#core/routes';
import {
  agreeToStart,
  cartButton,
  loggedIn,
  newPerson,
  pressPay,
  seedCustomer,
  withOrder,
} from '../support/customer.ts';
import { overflowing, tooSmall } from '../support/fit.ts';
import { test as base, expect, expectAccessible } from '../support/shop-test.ts';

const test = base.extend({ baseURL: ({ shopWithLongNames }, use) => use(shopWithLongNames.url) });

test.use({ viewport: { width: 320, height: 640 } });

/** Pairs of controls with a text of which one lies on the other, except in a bar over the page. */
const overlapping = (page: Page) =>
  page.evaluate(() => {
    const isInBar = (element: Element | null): boolean =>
      element !== null && (/sticky|fixed/.test(getComputedStyle(element).position) || isInBar(element.parentElement));
    const controls = [...document.querySelectorAll('main :is(a, button, summary)')].filter(
      (control) => control.checkVisibility() && control.textContent?.trim() && !isInBar(control),
    );
    const meet = (one: Element, other: Element) =>
      [...one.getClientRects()].some((a) =>
        [...other.getClientRects()].some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
        ),
      );
    return controls.flatMap((one, at) =>
      controls
        .slice(at + 1)
        .filter((other) => !one.contains(other) && meet(one, other))
        .map((other) => `${one.textContent} / ${other.textContent}`),
    );
  });

/** Controls whose focus outline is cut off above or below by the row they are scrolled in. */
const clippedOutlines = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button')].flatMap((control) => {
      control.focus();
      const around = control.parentElement?.closest<HTMLElement>('ul, nav');
      if (!around || !control.matches(':focus-visible') || getComputedStyle(around).overflowY === 'visible') return [];
      const { outlineWidth, outlineOffset } = getComputedStyle(control);
      const out = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const [edge, room] = [control, around].map((element) => element.getBoundingClientRect());
      if (!edge || !room || (edge.top - out > room.top - 0.5 && edge.bottom + out < room.bottom + 0.5)) return [];
      return [control.textContent];
    }),
  );

/** Texts of the open dialog with fewer than four letters in a line: their column is so narrow that it breaks words. */
const tornTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('dialog[open]') ?? document, NodeFilter.SHOW_TEXT);
    const torn: string[] = [];
    while (texts.nextNode()) {
      const words = texts.currentNode.textContent?.trim() ?? '';
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
      if (lines > 2 && words.length < 4 * lines) torn.push(`${words} in ${lines} lines`);
    }
    return torn;
  });

test('the focus ring is drawn completely in rows that can be swiped @long', async ({ page }) => {
  await loggedIn(page);
  for (const [path, first] of [
    ['/products', 'All'],
    ['/account/dashboard', 'Pemesanan'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible();
    // From now on `:focus-visible` applies.
    await page.keyboard.press('Tab');

    expect.soft(await clippedOutlines(page), path).toEqual([]);
  }
});

test("a product's buttons are in sight in its detail on the lowest screens, and in large text @long", async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  for (const [width, height, size, root] of [
    [320, 568, 16, ''],
    [360, 640, 16, ''],
    [844, 390, 16, ''],
    // A phone and a laptop zoomed to 200 %.
    [195, 422, 16, ''],
    [640, 400, 16, ''],
    // Letters twice as large, of the browser and of the page's own root.
    [390, 844, 32, ''],
    [1280, 800, 32, ''],
    [390, 844, 16, '200%'],
    [1280, 800, 16, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
    for (const [id, last] of [
      ['panjang', 'Misalnya: dibungkus terpisah'],
      ['tanpa-spasi', 'Tak terputus'],
      ['termahal', 'Mahal'],
      ['kata-panjang', 'Misalnya: dibungkus terpisah'],
    ] as const) {
      const at = `${id} on ${width} × ${height}, ${size}px ${root}`;
      await page.goto(`/products?produk=${id}`);
      await page.evaluate((rootSize) => {
        document.documentElement.style.fontSize = rootSize;
      }, root);
      const detail = page.getByRole('dialog');
      const words = detail.getByPlaceholder(last).or(detail.getByText(last));
      await expect(words, at).toBeVisible();

      const add = detail.getByRole('button', { name: 'Add to cart' });
      await expect.soft(add, at).toBeInViewport({ ratio: 1 });
      const cut = await add.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect.soft(cut, `${at}: the sum is whole`).toBe(0);
      await words.focus({ timeout: 1 }).catch(() => words.scrollIntoViewIfNeeded());
      await expect.soft(detail.getByRole('button', { name: 'Tutup' }), at).toBeInViewport({ ratio: 1 });
      const isOnTop = await words.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 5, top + height / 2));
      });
      expect.soft(isOnTop, `${at}: the last words are above the bar`).toBe(true);
      expect.soft(await detail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), at).toBe(0);
      expect.soft(await tornTexts(page), at).toEqual([]);
    }
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  }
});

test("a product's description can be read without scrolling on a phone in landscape @long", async ({ page }) => {
  for (const [width, height] of [
    [667, 375],
    [740, 360],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/products?produk=biasa');
    const detail = page.getByRole('dialog');

    const words = await detail.getByText('Robusta disangrai gelap').boundingBox();
    const button = await detail.getByRole('button', { name: 'Add to cart' }).boundingBox();
    expect(words && button && words.y + words.height <= button.y, `${width} × ${height}`).toBe(true);
  }
});

test('many choices begin beside or below the name on a low screen @long', async ({ page }) => {
  for (const [width, height] of [
    [1024, 600],
    [1280, 440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/products');
    await page.getByRole('link', { name: /^Lihat detail Es Kopi Susu Gula Aren/ }).click();
    const detail = page.getByRole('dialog');
    const group = await detail.getByRole('group').first().boundingBox();
    const name = await detail.getByRole('heading').boundingBox();

    expect(await detail.evaluate(({ scrollTop }) => scrollTop), `${width} × ${height}`).toBe(0);
    const isApart = name && group && (name.x + name.width <= group.x || name.y + name.height <= group.y);
    expect(isApart, `${width} × ${height}`).toBe(true);
  }
});

test('a long price or category leaves room for what is beside it @long', async ({ page }) => {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/products');
    const card = page.getByRole('listitem', { name: 'Mesin Espresso' });
    const price = await card.getByText('Rp125.000.000').evaluate((element) => {
      const words = document.createRange();
      words.setStart(element, 0);
      words.setEnd(element, 1);
      return words.getBoundingClientRect().toJSON();
    });
    const cart = await card.getByRole('button', { name: 'Add to cart' }).boundingBox();
    const isBeside = price.right <= (cart?.x ?? 0) + 1;

    expect.soft(isBeside || price.bottom <= (cart?.y ?? 0) + 1, `the price on ${width}`).toBe(true);
  }

  const shelf = await page.getByRole('list', { name: 'Produk' }).boundingBox();
  for (const [name, end] of [
    [/^Bijikopi/, 'lembang'],
    [/^Tanpapemanis/, 'sendiri'],
  ] as const) {
    const choice = page.getByRole('link', { name });
    await expect(choice).toContainText(end);
    const right = await choice.evaluate((element) => element.getBoundingClientRect().left + element.scrollWidth);
    expect.soft(right, end).toBeLessThanOrEqual(shelf?.x ?? 0);
  }
});

test('the number of the table is on the picture of Dine In, also after another screen @long', async ({ page }) => {
  await page.goto('/products?meja=7');
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await page.goBack();
  const table = page.getByText('Meja 7');
  await expect(table).toBeVisible();

  const lies = await table.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  expect(lies).toBe(true);
});

test('the category that the menu is opened with is scrolled into view @long', async ({ page }) => {
  const category = 'Bijikopipilihandarikebunsendiriditepisitulembang';
  await page.goto(`/products?category=${category}`);
  const chosen = page.getByRole('link', { name: category, exact: true });

  await expect(chosen).toHaveAttribute('aria-current', 'true');
  await expect(chosen).toBeInViewport({ ratio: 0.5 });
  // Also after returning to the page.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Utama' }).getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await page.goBack();
  await expect(chosen).toBeInViewport({ ratio: 0.5 });
});

test.describe('before the worker is there', () => {
  test.use({ serviceWorkers: 'block' });

  test('the page numbers take one row on a phone, however many there are @long', async ({ page }) => {
    const { data, ...menu } = await (await page.request.get('/api/products')).json();
    const many = Array.from({ length: 200 }, (_, at) => ({ ...data[at % data.length], _id: `${at}` }));
    await page.route('**/api/products', (route) =>
      route.fulfill({ headers: { 'kedai-api': '1' }, json: { ...menu, data: many, count: many.length } }),
    );
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/products');

    const pages = page.getByRole('navigation', { name: 'Halaman menu' });
    for (const number of [20, 19, 18, 17]) {
      const way = pages.getByRole('link', { name: `Halaman ${number}`, exact: true });
      await way.click();
      await expect(way).toHaveAttribute('aria-current', 'true');
      expect(await pages.boundingBox(), `${number}`).toMatchObject({ height: 44 });
    }
  });

  test('the message about a failed filter keeps away from the first product @long', async ({ page, expected }) => {
    expected(/Error fetching filtered products|Failed to load resource/);
    await page.goto('/products');
    await page.waitForLoadState('networkidle');
    await page.route('**/api/products?*', (route) => route.fulfill({ status: 500 }));

    await page.getByRole('link', { name: 'Kopi Hitam' }).click();

    const said = page.getByRole('alert').filter({ hasText: 'Error fetching filtered products' });
    await expect(said).toBeVisible();
    const product = await page.getByRole('listitem', { name: 'Kopi Tubruk' }).elementHandle();
    // Measured at once, because the page may be scrolled between two measurements.
    const step = await said.evaluate(
      (words, below) => Number(below?.getBoundingClientRect().top) - words.getBoundingClientRect().bottom,
      product,
    );
    expect(step).toBe(16);
  });
});

test('on a phone a name is below its label, and an e-mail has the whole row @long', async ({ page }) => {
  await loggedIn(page);
  await page.goto('/account/dashboard');

  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const row = page.getByRole('row', { name: /^Email/ });
    const email = await row.getByRole('cell').first().boundingBox();
    expect(email?.width).toBe((await row.boundingBox())?.width);
    for (const label of ['Nama lengkap', 'Nomor handphone']) {
      const row = page.getByRole('row', { name: label });
      const above = await row.getByRole('rowheader').boundingBox();
      const below = await row.getByRole('cell').first().boundingBox();
      expect((above?.y ?? 0) + (above?.height ?? 0), `${label} on ${width}`).toBeLessThanOrEqual(below?.y ?? 0);
    }
  }
});

test('chosen controls can be told apart in forced colours @long', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/products');
  await page.getByRole('button', { name: /Pick-Up/ }).click();
  await agreeToStart(page);

  const chosen = page.locator('main :is([aria-current], [aria-pressed="true"])');
  await expect(chosen).toContainText(['Pick-Up', 'All']);
  for (const one of await chosen.all()) await expect(one).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('button', { name: /Delivery/ })).toHaveCSS('outline-style', 'none');
  await page.getByRole('button', { name: 'Menu' }).click();
  const dot = page.getByRole('button', { name: 'Sinyal dan data di HP' }).locator('span');
  await expect(dot).toHaveCSS('border-style', 'solid');

  await seedCustomer(page, await loggedIn(page));
  await page.goto('/carts/choose-address');
  await page.getByRole('button', { name: /Pakai alamat ini/ }).click();
  await expect(page).toHaveURL(/\/carts\/delivery$/);
  await page.goto('/carts/choose-address');
  // Inside the card, which would cut off an outer outline.
  await expect(page.getByRole('button', { name: /Dipakai sekarang/ })).toHaveCSS('outline-offset', '-4px');
});

test('focusing a control in the navbar does not scroll the page @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  const toSearch = page.getByRole('button', { name: 'Cari produk' });
  await expect(toSearch).toBeVisible();
  await page.evaluate(() => scrollTo(0, 600));
  const howFar = () => page.evaluate(() => scrollY);

  // Playwright's own tap would scroll to the control first.
  const { x = 0, y = 0 } = (await toSearch.boundingBox()) ?? {};
  await page.touchscreen.tap(x + 22, y + 22);
  await expect(page.getByRole('searchbox')).toBeFocused();
  expect(await howFar(), 'the search is open').toBe(600);

  await page.keyboard.press('Escape');
  await expect(toSearch).toBeFocused();
  expect(await howFar(), 'it is closed').toBe(600);

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Kopi Tepi' })).toBeFocused();
  expect(await howFar(), 'the keyboard went on').toBe(600);
});

test("on a low screen the phone's menu is not covered by the line about the last order @long", async ({ page }) => {
  await withOrder(page);
  await page.setViewportSize({ width: 667, height: 375 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cara bayar' })).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sinyal dan data di HP' }).click();

  await expect(page.getByRole('dialog', { name: 'Sinyal dan data di HP' })).toBeVisible();
});

test('long names, long streets and ninety-nine of everything fit for a customer, too @long', async ({ page }) => {
  const longest = newPerson(`Rr${'a'.repeat(58)}`);
  await loggedIn(page, longest);
  await seedCustomer(page, longest, {
    fullName: 'Raden Ayu Kartika Puspitaningrum Soerjodiningrat Kusumowardhani',
    phoneNumber: '+62 812-3456-7890 atau 0813-9876-5432, pagar hijau',
    fullStreet: `Perumahan Griya Asri Blok C7 No. 12, belakang Masjid Al-Ikhlas ${'x'.repeat(37)}`,
    qty: 99,
  });
  await page.goto('/carts/choose-address');
  await page.getByRole('button', { name: /Pakai alamat ini/ }).click();
  await expect(page).toHaveURL(/\/carts\/delivery$/);
  await page.getByRole('radio', { name: 'Mantap' }).check();

  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: /^Akun / }), path).toBeVisible();
    if (path === '/account/login')
      await expect(page.getByRole('link', { name: 'Ke akun Anda' })).toBeInViewport({ ratio: 1 });
    if (path === '/carts') await expect(page.getByRole('list', { name: 'Isi keranjang' })).toBeVisible();
    if (path === '/carts/payment') await expect(page.getByRole('radio', { name: 'BCA' })).toBeVisible();
    if (path === '/account/order-list') await expect(page.getByRole('link', { name: /^Invoice/ })).toBeVisible();

    expect.soft(await overflowing(page), path).toEqual([]);
    expect.soft(await tooSmall(page), path).toEqual([]);
    expect.soft(await overlapping(page), path).toEqual([]);
  }

  await page.goto('/products?produk=tanpa-spasi');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
  await expectAccessible(page);

  await page.goto('/products');
  await page.getByRole('button', { name: 'Cari produk' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  expect(await overflowing(page), 'the badge beside an open search').toEqual([]);

  await page.goto('/account/order-list');
  const toInvoice = page.getByRole('link', { name: /^Invoice/ });
  for (const width of [1090, 1190, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowing(page), `a sum of ten digits on ${width}`).toEqual([]);
  }
  expect(await toInvoice.locator('svg').boundingBox()).toMatchObject({ width: 20 });
  await page.setViewportSize({ width: 320, height: 640 });
  await toInvoice.click();
  await expect(page.getByRole('dialog', { name: 'Invoice' })).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tutup' }).click();

  await cartButton(page).click();
  const drawer = page.getByRole('dialog', { name: 'Keranjang' });
  await expect(drawer).toBeVisible();
  const less = await drawer.getByRole('button', { name: 'Kurangi Kopi Tubruk' }).boundingBox();
  expect(await drawer.getByRole('button', { name: 'Tambah Kopi Tubruk' }).boundingBox()).toMatchObject({ y: less?.y });
  expect(await drawer.getByRole('button', { name: 'Delete All' }).boundingBox()).toMatchObject({ height: 44 });
  expect(await overflowing(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
  await expectAccessible(page);

  await page.setViewportSize({ width: 768, height: 1400 });
  await page.goto('/carts');
  const checkout = await page.getByRole('main').getByRole('link', { name: 'Checkout' }).boundingBox();
  expect(checkout?.y, 'at the bottom of a screen that is higher than the cart').toBeGreaterThan(1300);
  for (const width of [640, 897, 960, 1056]) {
    await page.setViewportSize({ width, height: 800 });
    const name = await page.getByRole('heading', { name: 'Kopi Tubruk' }).boundingBox();
    expect(name?.width, `the room of a name on ${width}`).toBeGreaterThan(120);
  }
});

test('the bar with the total is no higher on a small phone than its content @long', async ({ page }) => {
  await seedCustomer(page, await loggedIn(page), { qty: 12 });
  const browser = await page.context().newCDPSession(page);
  for (const [width, size] of [
    [360, 16],
    [320, 16],
    [390, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await page.goto('/carts');

    const checkout = page.getByRole('main').getByRole('link', { name: 'Checkout' });
    await expect(checkout).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = (await checkout.boundingBox()) ?? {};
    expect.soft(740 - (y + height), `${width} at ${size}`).toBeLessThanOrEqual(size);
  }
});

test('text at twice the size fits on every screen of a phone @long', async ({ page, expected }) => {
  expected(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await seedCustomer(page, await loggedIn(page), { fullName: 'Kartika Puspitaningrum', qty: 12 });
  const browser = await page.context().newCDPSession(page);

  for (const [width, height, size, typeface] of [
    // Enlarged by the page's own root, as some phones do it: no media query knows of that.
    [390, 844, 32, "the root's"],
    [320, 640, 32, "the root's"],
    [390, 844, 24, 'ours'],
    [390, 844, 32, 'ours'],
    [320, 640, 32, 'ours'],
    [320, 640, 32, "the phone's"],
  ] as const) {
    const isRoot = typeface === "the root's";
    await page.setViewportSize({ width, height });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: isRoot ? 16 : size } });
    for (const path of [...paths, '/products?produk=kopi-tubruk']) {
      await page.goto(path);
      if (isRoot)
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
      // A first visit uses the system's typeface; this machine's is a wide one.
      if (typeface === "the phone's")
        await page.evaluate(() => document.documentElement.setAttribute('data-plain', ''));
      await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
      await expect(page.getByRole('link', { name: /^Akun / }), path).toBeVisible();
      if (path === '/carts') await expect(page.getByRole('list', { name: 'Isi keranjang' })).toBeVisible();
      if (path === '/account/order-list') await expect(page.getByRole('link', { name: /^Invoice/ })).toBeVisible();
      if (path === '/carts/payment') await expect(page.getByRole('radio', { name: 'BCA' })).toBeVisible();
      if (path === '/carts/choose-address')
        await expect(page.getByRole('button', { name: /Pakai alamat ini/ })).toBeVisible();
      if (path === '/account/address') await expect(page.getByRole('cell', { name: /^Kartika/ })).toBeVisible();

      expect.soft(await overflowing(page), `${path} at ${size} on ${width}, typeface: ${typeface}`).toEqual([]);
      await expect.soft(page.getByRole('button', { name: 'Menu' }), path).toBeInViewport({ ratio: 1 });
      if (path === '/carts/delivery') {
        const word = page.getByRole('navigation', { name: 'Langkah pesanan' }).getByText('Pembayaran');
        expect.soft((await word.boundingBox())?.height, 'in one line').toBeLessThan(size * 1.5);
      }
      if (path === '/about') {
        await cartButton(page).click();
        const drawer = page.getByRole('dialog', { name: 'Keranjang' });
        await expect.soft(drawer.getByRole('list', { name: 'Isi keranjang' })).toBeInViewport();
        expect.soft(await overflowing(page), `the panel at ${size} on ${width}, typeface: ${typeface}`).toEqual([]);
        await page.keyboard.press('Escape');
      }
    }
  }

  await page.goto('/account/order-list');
  await page.getByRole('link', { name: /^Invoice/ }).click();
  await expect(page.getByRole('button', { name: 'Tutup' })).toBeInViewport({ ratio: 1 });
  expect(await overflowing(page)).toEqual([]);
  expect(await tornTexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Tutup' }).click();

  // The menu is higher than the screen.
  await page.getByRole('button', { name: 'Menu' }).click();
  const toPanel = page.getByRole('button', { name: 'Sinyal dan data di HP' });
  await toPanel.scrollIntoViewIfNeeded();
  await expect(toPanel).toBeInViewport({ ratio: 1 });
  await toPanel.click();
  await expect(page.getByRole('dialog')).toContainText(/\d produk/);
  expect(await overflowing(page)).toEqual([]);
  expect(await tornTexts(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // In the system's wide typeface, too, the menu's longest word and all lines of the strip have room.
  await page.goto('/products');
  await page.evaluate(() => document.documentElement.setAttribute('data-plain', ''));
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(toPanel).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Utama' });
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.context().setOffline(true);
  const strip = page.getByRole('list', { name: 'Pemberitahuan' }).getByRole('button');
  await expect(strip).toContainText('Offline');
  await page.keyboard.press('Escape');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('© 2023 Kedai Kopi Tepi')).toBeInViewport({ ratio: 1 });
  const end = await page.getByRole('contentinfo').boundingBox();
  // Less than a pixel is rounding.
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(((await strip.boundingBox())?.y ?? 0) + 1);
  await page.context().setOffline(false);
  await expect(strip).toBeHidden();

  // With text this large the bar does not stick to the bottom, where it would cover everything else.
  await page.goto('/carts/delivery');
  const onwards = page.getByRole('main').getByRole('button', { name: 'Pilih metode pembayaran' });
  await expect(onwards).not.toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(onwards).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(true);
  await expect(strip).toContainText('Offline');
  // One above the other, whichever it is.
  const boxes = [await onwards.boundingBox(), await strip.boundingBox()].map((box) => box ?? { y: 0, height: 0 });
  const [upper, lower] = boxes.sort((one, other) => one.y - other.y);
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
  // A bar sticks no higher than where the content begins: here that is too low for it and the strip.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(onwards).not.toBeInViewport();
});

test('O5 old and new prices fit beside each other, also in large text @long', async ({ page, expected }) => {
  expected(/409 \(Conflict\)/);
  await seedCustomer(page, await loggedIn(page), { fullName: 'Kartika Puspitaningrum', qty: 12 });
  await page.goto('/carts/delivery');
  await page.getByRole('radio', { name: /Ambil sendiri/ }).click();
  await agreeToStart(page);
  await expect(page.getByRole('radio', { name: /Ambil sendiri/ })).toBeChecked();
  const line = { product: 'kopi-tubruk', name: 'x'.repeat(64), qty: 12, shown: 15_000, now: 17_000 };
  const [was, name] = ['oat', 'almond'].map((milk) => `Cappuccino (Reguler, panas, gula normal, susu ${milk})`);
  const renamed = { ...line, index: 1, was, name, now: 15_000, reason: 'renamed' };
  const quote = {
    lines: [{ ...line, index: 0 }, renamed],
    delivery_fee: 0,
    subTotal: 1_204_000,
    totalShopping: 1_204_000,
  };
  // Of the whole context: the worker, too, may be the one that sends the order.
  await page.context().route('**/api/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          headers: { 'kedai-api': '1' },
          json: { error: { code: 'quote_changed', message: 'A price has changed.', quote } },
        })
      : route.fallback(),
  );
  const browser = await page.context().newCDPSession(page);

  for (const [size, root] of [
    [16, ''],
    [32, ''],
    [16, '200%'],
  ] as const) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await page.goto('/carts/payment');
    await page.getByRole('radio', { name: 'BCA' }).check();
    await page.evaluate((rootSize) => {
      document.documentElement.style.fontSize = rootSize;
    }, root);
    // The second time the order waits already, and the list of pending orders shows the prices.
    const prices = page.getByRole('table');
    if (size === 16 && !root) await pressPay(page);
    await expect(prices).toBeVisible();
    const both = await prices.getByRole('rowheader', { name: /^Tadi .* oat\).* almond\)/ }).boundingBox();
    expect(both?.width, `${size} ${root}`).toBeGreaterThan(100);

    expect(await overflowing(page), `${size} ${root}`).toEqual([]);
    expect(await prices.evaluate((table) => table.parentElement?.scrollWidth), `${size} ${root}`).toBe(
      await prices.evaluate((table) => table.parentElement?.clientWidth),
    );
  }
});
