/** The barista's counter in real browsers: from an order to the cup, through dead lines, on every screen. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { callNumber, shortNumber } from '#core/order-steps';
import type { CounterShop } from '../support/counter-shop.ts';
import { loggedIn, newPerson, seedCustomer, store, storedValue } from '../support/customer.ts';
import { stopLongTimers } from '../support/held-requests.ts';
import { cikini } from '../support/order.ts';
import { test as base, cut, expect, expectAccessible } from '../support/shop-test.ts';

const test = base.extend({ baseURL: ({ counterShop }, use) => use(counterShop.url) });

async function signIn(page: Page, shop: CounterShop, name = 'Rina', role = {}) {
  await page.goto(`${shop.url}/counter#undangan=${await shop.invite(name, role)}`);
  await page.getByRole('button', { name: 'Pakai perangkat ini' }).click();
  await expect(page.getByRole('heading', { name: 'Papan pesanan' })).toBeAttached();
  await expect(page).toHaveURL(`${shop.url}/counter`);
}

async function signInByStorage(page: Page, shop: CounterShop, session: object) {
  await page.goto(`${shop.url}/api/health`);
  await store(page, { session }, 'kedai-counter');
}

const card = (page: Page, number: string) => page.getByRole('article', { name: shortNumber(number) });

const called = async (shop: CounterShop, number: string) => callNumber(await shop.seen(number));

/** Presses the large button of an order; on a phone after its column was chosen. */
async function press(page: Page, number: string, name: string, tab?: string) {
  if (tab) await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  await card(page, number).getByRole('button', { name, exact: true }).click();
}

test('a key that is pressed after a tap draws no ring around the page', async ({ page, counterShop: shop }) => {
  await signIn(page, shop);
  await page.keyboard.press('a');

  await expect(page.locator('body')).toHaveCSS('outline-style', 'none');
});

test('an order goes from the table to "Selesai" over two devices', async ({ page, browser, counterShop: shop }) => {
  await signIn(page, shop);
  const tablet = await (await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true })).newPage();
  await stopLongTimers(tablet);
  await signIn(tablet, shop, 'Joko');

  const number = await shop.order('Meja 7');

  await expect(page).toHaveTitle('(1) Kasir · Kopi Tepi');
  await expect(tablet).toHaveTitle('(1) Kasir · Kopi Tepi');
  await page.getByRole('button', { name: '1 pesanan masuk' }).click();
  await press(page, number, 'Sudah dibayar');
  // Taken on by the phone, it does not call on the tablet any more.
  await expect(tablet).toHaveTitle('Kasir · Kopi Tepi');

  // The second tap of a double tap hits the next order, which has moved into the place of the first one.
  const next = await shop.order('Meja 8');
  await shop.change(next, 'waiting_payment', 'paid');
  await expect(tablet.getByRole('region', { name: 'Dibayar' }).getByRole('article')).toHaveCount(2);
  const { x = 0, y = 0 } = (await card(tablet, number).getByRole('button', { name: 'Mulai buat' }).boundingBox()) ?? {};
  // Both at once: on a busy machine the second would come too late for a double tap.
  await Promise.all([tablet.touchscreen.tap(x + 20, y + 20), tablet.touchscreen.tap(x + 20, y + 20)]);
  await expect(card(tablet, number).getByRole('button', { name: 'Siap' })).toBeVisible();
  expect((await shop.seen(next)).status).toBe('paid');
  await expect(tablet.getByRole('region', { name: 'Dibuat' }).getByRole('article')).toHaveCount(1);
  await page.getByRole('tab', { name: /^Dibuat/ }).click();
  const lines = card(page, number).getByRole('listitem').getByRole('button');
  await expect(lines).toHaveCount(2);
  for (const line of await lines.all()) await line.click();
  await expect(card(tablet, number).getByRole('button', { pressed: true })).toHaveCount(2);
  await press(page, number, 'Siap');

  const screen = await tablet.context().newPage();
  await screen.goto(`${shop.url}/counter/screen`);
  const ready = screen.getByRole('region', { name: 'Siap' });
  // While it is on the board.
  const shown = await called(shop, number);
  await expect(ready).toContainText(shown);
  await press(tablet, number, 'Selesai');
  await expect(ready).not.toContainText(shown);
  await tablet.getByRole('button', { name: 'Urungkan' }).click();
  await expect(ready).toContainText(shown);
  await press(page, number, 'Selesai', 'Siap');
  await expect.poll(async () => (await shop.seen(number)).status).toBe('completed');
  await tablet.context().close();
});

test('W20: without a network the counter opens with its last board', async ({ page, counterShop: shop, expected }) => {
  expected(cut);
  await signIn(page, shop);
  const number = await shop.order('Meja 7');
  const isCached = () => caches.match('/counter', { cacheName: 'kedai-counter' }).then(Boolean);
  await expect.poll(() => page.evaluate(isCached)).toBe(true);
  await expect.poll(async () => JSON.stringify(await storedValue(page, 'board', 'kedai-counter'))).toContain(number);

  await page.context().setOffline(true);
  await page.reload();

  await expect(page.getByRole('alert')).toContainText(/Tidak tersambung ke kedai.*Kabar terakhir pukul \d\d\.\d\d/);
  await expect(card(page, number)).toBeVisible();
});

test('at the till on a phone the second tap of two chooses nothing of the drink that the first one added', async ({
  page,
  counterShop: shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByStorage(page, shop, await shop.signIn('Budi'));
  await page.goto(`${shop.url}/counter#baru`);
  const products = page.getByRole('region', { name: 'Pilih produk' }).getByRole('listitem').getByRole('button');
  await expect(products.first()).toBeVisible();

  for (const name of ['Cappuccino', 'Es Kopi Susu Pandan', 'Caffe Latte']) {
    await products.filter({ hasText: name }).dblclick();
    await expect(page.getByRole('button', { name: 'Reguler', pressed: true })).toBeVisible();
    const lines = page.getByRole('list', { name: 'Isi pesanan' });
    await expect(lines.getByRole('button', { name, exact: true })).toBeVisible();
    await lines.getByRole('button', { name: `Kurangi ${name}` }).click();
  }
});

// `tests/tokens.test.ts` compares the colours of both schemes.
test('B63: the counter fits every screen, without an accessibility fault, and prints on a roll', async ({
  browser,
  counterShop: shop,
}) => {
  const typed = (fullName: string, fullStreet: string) => ({ delivery_address: { ...cikini, fullName, fullStreet } });
  const bought = await shop.order('Meja 12');
  const courier = { delivery_courier: 'mantap', delivery_fee: 7_000 };
  await shop.order('', { ...courier, ...typed('Z\u0346\u0324'.repeat(80), 'W'.repeat(500)) });
  const made = await shop.order('', typed('Nurul '.repeat(30), 'Meja 4'));
  // One letter of Khmer, wherever it is broken.
  await shop.order('Meja 5', {}, '\u1780\u17d2'.repeat(60));
  await shop.change(made, 'waiting_payment', 'processing');
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signInByStorage(page, shop, await shop.signIn('Budi'));

  for (const [width, height] of [
    [360, 640],
    ...(process.env.LONG ? [[768, 1024] as const] : []),
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${shop.url}/counter`);
    await expect(card(page, bought)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const view of ['', '#menu', '#hari-ini']) {
      await page.goto(`${shop.url}/counter${view}`);
      await expect(view ? page.getByRole('listitem').first() : card(page, bought)).toBeVisible();
      await expect.poll(() => page.evaluate(tooWide), `${view} at ${width}`).toEqual([]);
      await expect.poll(() => page.evaluate(covered), `${view} at ${width}`).toEqual([]);
      // The other views have the same colours at every width.
      if (view === '' || width === 360) await expectAccessible(page);
    }
    await page.goto(`${shop.url}/counter/screen`);
    await expect(page.getByRole('region', { name: 'Dibuat' })).toContainText(await called(shop, made));
    await expect.poll(() => page.evaluate(tooWide)).toEqual([]);
    if (width === 1440) await expectAccessible(page);
  }

  // With the most marks that a card has, in a narrow column.
  const sent = await shop.order('Jalan Cikini Raya 73', courier);
  await shop.change(sent, 'waiting_payment', 'ready');
  await shop.change(sent, 'ready', 'delivering');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${shop.url}/counter`);
  const name = card(page, sent).getByText('Mantap');
  const linesOf = (one: HTMLElement) =>
    Math.round(one.offsetHeight / Number.parseFloat(getComputedStyle(one).lineHeight));
  await expect.poll(() => name.evaluate(linesOf)).toBe(1);

  // 58 mm are 219 CSS pixels.
  await page.setViewportSize({ width: 219, height: 800 });
  await page.goto(`${shop.url}/counter`);
  for (const isReprint of [false, true]) {
    await card(page, bought)
      .getByRole('button', { name: /^Lainnya/ })
      .click();
    await page.getByRole('button', { name: isReprint ? 'Cetak ulang tiket dapur' : 'Cetak tiket dapur' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('body > :visible')).toHaveCount(1);
    await expect(page.locator('body > article')).toContainText(new RegExp(`${await called(shop, bought)}Meja 12`));
    await expect(page.getByText('CETAK ULANG')).toHaveCount(isReprint ? 1 : 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(219);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  }
  await page.close();
});

test('at the counter and in the shop messages cover no control', async ({ browser, counterShop: shop, expected }) => {
  expected(cut);
  // Cards of other tests may be taller.
  await shop.emptyBoard();
  for (let table = 1; table <= 11; table++)
    await shop.change(await shop.order(`Meja ${table}`), 'waiting_payment', 'ready');
  const staff = await shop.signIn('Budi');
  for (const [width, height] of [[390, 844] as const, ...(process.env.LONG ? [[1280, 800] as const] : [])]) {
    const options = { viewport: { width, height }, baseURL: shop.url };
    const board = await browser.newPage(options);
    await stopLongTimers(board);
    await signInByStorage(board, shop, staff);
    await board.goto('/counter');
    await expect(board.getByRole('heading', { name: 'Papan pesanan' })).toBeAttached();
    if (width === 390) await board.getByRole('tab', { name: /^Siap/ }).click();
    const finish = board.getByRole('button', { name: 'Selesai', exact: true }).first();
    const { y } = (await finish.boundingBox()) ?? {};
    for (let count = 1; count <= 3; count++) {
      await finish.click();
      await expect(board.getByRole('button', { name: 'Urungkan' })).toHaveCount(count);
    }
    await expect.poll(() => finish.boundingBox()).toMatchObject({ y });

    await expect.poll(() => board.evaluate(covered), `the board at ${width}`).toEqual([]);
    await board.close();

    const page = await browser.newPage(options);
    await page.goto(`${shop.url}/products`);
    // With the typeface, which a first visit gets after its first paint.
    await expect(page.locator('html:not([data-plain])')).toBeAttached();
    const add = page.getByRole('listitem', { name: 'Klepon' }).getByRole('button', { name: 'Add to cart' });
    await add.click();
    const place = await add.boundingBox();
    await expect(page.getByRole('complementary', { name: 'Tadi Anda memilih' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect(await add.boundingBox()).toEqual(place);
    await expect.poll(() => page.evaluate(covered), `the menu at ${width}`).toEqual([]);

    await seedCustomer(page, await loggedIn(page, newPerson(), shop.url));
    await page.goto(`${shop.url}/carts/payment`);
    await expect(page.getByRole('radio', { name: 'BCA' })).toBeVisible();
    const pay = page.getByRole('button', { name: 'Bayar' });
    const payPlace = await pay.boundingBox();
    await page.context().setOffline(true);
    await expect(page.getByRole('list', { name: 'Pemberitahuan' })).toContainText('Offline');
    expect(await pay.boundingBox()).toEqual(payPlace);
    await expect.poll(() => page.evaluate(covered), `the payment at ${width}`).toEqual([]);
    await page.close();
  }
});

/** The controls at which a tap would hit something else, once they are scrolled into view. */
const covered = () =>
  [...document.querySelectorAll<HTMLElement>(':is(header, main, footer) :is(a, button, input)')].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isHit = (control.closest('label') ?? control).contains(hit);
    return isHit ? [] : [`${control.textContent || control.ariaLabel} is under ${hit?.outerHTML.slice(0, 80)}`];
  });

/** The elements that one would have to scroll sideways. */
const tooWide = () =>
  [...document.querySelectorAll('html, main, main *')]
    .filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll|visible/.test(getComputedStyle(one).overflowX),
    )
    .filter((one) => one.clientWidth > 1 && getComputedStyle(one).display !== 'inline')
    .map(({ tagName, className }) => `${tagName} ${className}`);

test('W15: a guest sees the photograph and price of an owner', async ({ page, browser, counterShop: shop }) => {
  // Held upright, with red above blue, by a camera that lies on its side.
  const [red, blue] = [
    { r: 200, g: 30, b: 30 },
    { r: 30, g: 30, b: 200 },
  ];
  const side = { width: 2_000, height: 3_000, channels: 3, background: red } as const;
  const whole = { ...side, width: 4_000, background: blue };
  // With the grain of a camera it is larger than the shop takes.
  const grain = { ...whole, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const;
  const buffer = await sharp({ create: whole })
    .composite([
      { input: { create: side }, left: 0, top: 0 },
      { input: { create: grain }, blend: 'soft-light' },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(2_000_000);
  const file = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer };
  await signIn(page, shop, 'Sinta', { isOwner: true });
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Ubah Klepon' }).click();
  const picture = page.getByRole('group', { name: 'Gambar' });

  // Chromium shows what there is of a picture that is cut off.
  await picture.getByLabel('Ganti gambar').setInputFiles({ ...file, buffer: buffer.subarray(0, buffer.length / 2) });
  await expect(picture.getByRole('alert')).toHaveText(/^Gambar ini tidak bisa dibuka di sini/);
  await expect(picture.locator('img')).toHaveAttribute('src', /klepon\.svg/);
  const sent = page.waitForRequest('**/counter/pictures');
  await picture.getByLabel('Ganti gambar').setInputFiles(file);
  // Twelve million pixels, which the page and the shop each read once: on a busy machine that takes long.
  await expect(picture.locator('img')).toHaveAttribute('src', /foto-/, { timeout: 60_000 });
  expect(await (await sent).headerValue('content-type')).toBe('image/jpeg');
  await page.getByLabel('Harga').fill('16.500');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Klepon disimpan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ubah Klepon' })).toBeInViewport();
  // No form is left behind.
  await page.goBack();
  await expect(page).toHaveURL(`${shop.url}/counter`);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${shop.url}/products?q=klepon`);
  const klepon = guest.getByRole('listitem', { name: 'Klepon' });
  await expect(klepon).toContainText('Rp16.500');
  const address = await klepon.locator('img').first().getAttribute('src');
  const stored = await (await guest.request.get(new URL(address ?? '', shop.url).href)).body();
  const [r = 0, , b = 0] = await sharp(stored).raw().toBuffer();
  expect(r).toBeGreaterThan(b);
  await guest.context().close();
});
