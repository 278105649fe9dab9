/**
 * `node tests/support/screenshots.ts [manifest|guide]`: takes the manifest's screenshots, and the pictures of the owner's guide, from the current
 * build of the shop.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { OptionGroup } from '#core/contract';
import type { CounterOrder } from '#core/counter';
import { findBrowser, launchArguments } from './browser.ts';
import { openCounterShop } from './counter-shop.ts';
import { logInByForm } from './customer.ts';

const root = join(import.meta.dirname, '..', '..');

/** In CSS pixels; the file is `scale` times as large. */
interface Size {
  width: number;
  height: number;
  scale: number;
}

/** Their sizes are those that the manifest says. */
const screenshots = [
  { file: 'menu-narrow.webp', size: { width: 390, height: 844, scale: 2 } },
  { file: 'menu-wide.webp', size: { width: 1280, height: 800, scale: 1 } },
];

const tablet = { width: 1024, height: 800, scale: 1.5 };
const phone = { width: 390, height: 620, scale: 1.5 };

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** What the guide shows, and to whom; `act` opens it, and of a large screen only `of` is shown, so that a phone's reader can read it. */
const guide: {
  file: string;
  viewer: 'owner' | 'invited' | 'guest';
  path: string;
  size: Size;
  act?: (page: Page) => Promise<void>;
  of?: string;
}[] = [
  { file: 'masuk.webp', viewer: 'invited', path: '', size: phone, of: 'main > div' },
  {
    file: 'staf.webp',
    viewer: 'owner',
    path: '/counter#staf',
    size: { ...phone, height: 780 },
    async act(page) {
      await press('Undang')(page);
      await page.getByRole('textbox', { name: 'Nama' }).fill('Budi');
      await press('Buat undangan')(page);
    },
    of: 'dialog',
  },
  { file: 'papan.webp', viewer: 'owner', path: '/counter', size: tablet, of: '#column-waiting_payment, #column-paid' },
  { file: 'papan-hp.webp', viewer: 'owner', path: '/counter', size: phone },
  { file: 'layar.webp', viewer: 'owner', path: '/counter/screen', size: { width: 960, height: 540, scale: 1 } },
  { file: 'pelanggan.webp', viewer: 'guest', path: '/products', size: phone, act: press(/^(Lihat|Cara bayar)$/) },
  {
    file: 'kasir.webp',
    viewer: 'owner',
    path: '/counter#baru',
    size: { ...tablet, width: 1280 },
    async act(page) {
      const products = page.getByRole('region', { name: 'Pilih produk' });
      await products.getByRole('button', { name: /^Es Kopi Susu Gula Aren/ }).click();
      await page.getByRole('button', { name: /^Besar/ }).click();
      await products.getByRole('button', { name: /^Klepon/ }).click();
      await page.getByRole('button', { name: 'Meja 4', exact: true }).click();
      await page.getByRole('textbox', { name: 'Uang diterima' }).fill('50000');
    },
    of: '[aria-labelledby="draft"]',
  },
  { file: 'habis.webp', viewer: 'owner', path: '/counter#menu', size: phone },
  {
    file: 'ubah.webp',
    viewer: 'owner',
    path: '/counter#menu?produk=kopi-susu-gula-aren',
    size: { ...phone, height: 740 },
    act: (page) => page.getByRole('textbox', { name: 'Harga' }).fill('25.000'),
  },
  { file: 'jeda.webp', viewer: 'owner', path: '/counter', size: phone, act: press('Jeda'), of: 'dialog' },
  { file: 'selesai.webp', viewer: 'owner', path: '/counter#selesai', size: phone },
  { file: 'hari-ini.webp', viewer: 'owner', path: '/counter#hari-ini', size: { ...phone, height: 780 } },
];

const wanted = process.argv[2];
const shop = await openCounterShop();
const browser = await chromium.launch({ executablePath: await findBrowser(), args: launchArguments });
try {
  if (wanted !== 'guide') await takeScreenshots(browser);
  if (wanted !== 'manifest') await takeGuide(browser);
} finally {
  await browser.close();
  await shop.close();
}

async function takeScreenshots(browser: Browser) {
  for (const { file, size } of screenshots) {
    const page = await (await newContext(browser, size)).newPage();
    await page.goto(`${shop.url}/products`, { waitUntil: 'networkidle' });
    // A first visit does not wait for the brand's font; the second one has it.
    await page.reload({ waitUntil: 'networkidle' });
    await capture(page, size, { path: join(root, 'public', 'screenshots', file), quality: 80 });
    await page.context().close();
  }
}

async function takeGuide(browser: Browser) {
  await spendDay();
  const contexts = {
    owner: await newContext(browser),
    invited: await newContext(browser),
    guest: await newContext(browser),
  };
  await signIn(contexts.owner);
  await logIn(contexts.guest);
  const invited = `/counter#undangan=${await shop.invite('Budi')}`;

  for (const { file, viewer, path, size, act, of } of guide) {
    const page = await contexts[viewer].newPage();
    await page.setViewportSize(size);
    await page.goto(shop.url + (viewer === 'invited' ? invited : path));
    await shown(page);
    // Without a touch the counter may not ring, and says so.
    await page.keyboard.press('a');
    await act?.(page);
    await shown(page);
    await capture(page, size, { path: join(root, 'docs', 'panduan', file), quality: 60, of });
    await page.close();
  }
}

/** Resolves once the page has its heading, its pictures and its letters, and hears the shop. The stream of the counter never lets the network be idle. */
async function shown(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.getByText(/^(Menyambung ke kedai|Layar ini tidak tersambung)/).waitFor({ state: 'hidden' });
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.allSettled([document.fonts.ready, ...pictures.map((picture) => picture.decode())]);
  });
}

async function signIn(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`${shop.url}/counter#undangan=${await shop.invite('Rina', { isOwner: true })}`);
  await page.getByRole('button', { name: 'Pakai perangkat ini' }).click();
  await page.getByRole('navigation').waitFor();
}

/** The customer whose orders the shop of the tests has. */
async function logIn(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`${shop.url}/account/login`);
  await logInByForm(page, { email: 'sari@example.com', password: 'kopi123' });
  await page.waitForURL(({ pathname }) => !pathname.includes('login'));
}

/** Orders in every state: those of tables at the till, and one of a guest. */
async function spendDay() {
  const { token } = await shop.signIn('Rina', { isOwner: true });
  const groups: OptionGroup[] = (await shop.call('GET', 'products')).option_groups;
  /** One of a product; `chosen`: the ids of what is not the house's usual. */
  const line = (product: string, ...chosen: string[]) => {
    const { name, price, option_groups: own = [] } = shop.products.find(({ _id }) => _id === product) ?? raise(product);
    const choices = own.flatMap((id) => {
      const all = groups.find(({ _id }) => _id === id)?.choices ?? [];
      const wanted = all.filter(({ _id }) => chosen.includes(_id));
      return wanted.length > 0 ? wanted : all.filter((choice) => choice.default);
    });
    return {
      ...{ product, name, qty: 1, price: choices.reduce((sum, choice) => sum + choice.price, price) },
      ...(own.length > 0 && { choices: choices.map(({ _id, name }) => ({ _id, name })) }),
    };
  };
  const sell = async (table: string, paid_with: string | undefined, ...lines: ReturnType<typeof line>[]) => {
    const subTotal = lines.reduce((sum, { price }) => sum + price, 0);
    const order = { name: '', table, order_items: lines, subTotal, ...(paid_with && { paid_with }) };
    return (await shop.call('POST', 'counter/orders', order, token)) as CounterOrder;
  };
  const step = async ({ order_number, status }: CounterOrder, ...steps: string[]) => {
    for (const [at, to] of steps.entries()) await shop.change(order_number, steps[at - 1] ?? status, to);
  };

  for (const product of ['kopi-tubruk', 'klepon', 'cappuccino', 'croissant-mentega'])
    await step(await sell('6', 'kasir', line(product)), 'processing', 'ready', 'completed');
  const { order_number } = await sell('3', 'kasir', line('matcha-latte'));
  await shop.cancel(order_number, 'paid');
  await step(await sell('2', 'kasir', line('kafe-latte', 'besar'), line('klepon')), 'processing', 'ready');
  await step(await sell('1', 'kasir', line('es-kopi-pandan', 'gula-sedikit')), 'processing');
  await step(await sell('7', undefined, line('kopi-susu-rempah', 'susu-oat')), 'processing');
  await sell('5', 'kasir', line('cappuccino', 'besar', 'susu-kedelai'), line('roti-bakar-srikaya'));
  await sell('8', undefined, line('v60-gayo'), line('pisang-goreng'));
  await shop.order('Meja 4');
}

function raise(product: string): never {
  throw new Error(`The bundled menu has no ${product}.`);
}

function newContext(browser: Browser, { scale }: Pick<Size, 'scale'> = { scale: 1 }) {
  return browser.newContext({
    deviceScaleFactor: scale,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
}

/** Writes what is in sight, or of that only the elements `of`. */
async function capture(
  page: Page,
  { width, height, scale }: Size,
  { path, quality, of }: { path: string; quality: number; of?: string | undefined },
) {
  await page.setViewportSize({ width, height });
  const boxes = await page
    .locator(of ?? 'html')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const [x, y] = [Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))];
  const clip = {
    ...{ x, y, scale },
    width: Math.min(width, Math.max(...boxes.map(({ right }) => right))) - x,
    height: Math.min(height, Math.max(...boxes.map(({ bottom }) => bottom))) - y,
  };
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality, clip });
  await writeFile(path, Buffer.from(data, 'base64'));
}
