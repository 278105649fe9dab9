/**
 * `node tools/screenshots.ts [manifest|guide]`: takes the manifest's screenshots, and the pictures of the owner's guide, from the current build
 * of the shop.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { OptionGroup, PaymentMethod, Product } from '../core/contract.ts';
import type { CounterOrder } from '../core/counter.ts';
import type { PlacedOrder } from '../core/order-contract.ts';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');

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

const guestOfDay = { fullName: 'Sari', email: 'sari@example.com', phoneNumber: '081234567890', password: 'kopi123' };

const tablet = { width: 1280, height: 800, scale: 0.75 };
const phone = { width: 390, height: 780, scale: 1 };

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** What the guide shows, and to whom; `act` opens it. */
const guide: {
  file: string;
  viewer: 'owner' | 'invited' | 'guest';
  path: string;
  size: Size;
  act?: (page: Page) => Promise<void>;
}[] = [
  { file: 'masuk.webp', viewer: 'invited', path: '', size: { ...phone, height: 560 } },
  { file: 'staf.webp', viewer: 'owner', path: '/counter#staf', size: tablet, act: press('Undang') },
  { file: 'papan.webp', viewer: 'owner', path: '/counter', size: tablet },
  { file: 'papan-hp.webp', viewer: 'owner', path: '/counter', size: phone },
  { file: 'layar.webp', viewer: 'owner', path: '/counter/screen', size: tablet },
  { file: 'pelanggan.webp', viewer: 'guest', path: '/products', size: phone, act: press(/^(Lihat|Cara bayar)$/) },
  {
    file: 'kasir.webp',
    viewer: 'owner',
    path: '/counter#baru',
    size: tablet,
    async act(page) {
      const products = page.getByRole('region', { name: 'Pilih produk' });
      for (const name of [/^Klepon/, /^Es Kopi Susu Gula Aren/]) await products.getByRole('button', { name }).click();
      await page.getByRole('button', { name: /^Besar/ }).click();
      await page.getByRole('textbox', { name: 'Uang diterima' }).fill('50000');
    },
  },
  { file: 'habis.webp', viewer: 'owner', path: '/counter#menu', size: tablet },
  {
    file: 'ubah.webp',
    viewer: 'owner',
    path: '/counter#menu?produk=kopi-susu-gula-aren',
    size: { ...phone, height: 900 },
  },
  { file: 'jeda.webp', viewer: 'owner', path: '/counter', size: phone, act: press('Jeda') },
  { file: 'selesai.webp', viewer: 'owner', path: '/counter#selesai', size: tablet },
  { file: 'hari-ini.webp', viewer: 'owner', path: '/counter#hari-ini', size: { ...tablet, height: 1_000 } },
];

async function openShop() {
  const data = await mkdtemp(join(tmpdir(), 'kedai-screenshots-'));
  const server = spawn(process.execPath, [join(root, 'server', 'main.mjs')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [address] = text.match(/http:\/\/\S+/) ?? [];
      if (address) resolve(address);
    });
    server.once('exit', () => reject(new Error('The shop did not open.')));
  });
  /** A call of the API, sent once; `token` is that of a session. */
  async function call<Answer>(method: string, path: string, body?: object, token?: string) {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  /** The secret of an invitation to the counter. */
  async function invite(name: string, ...role: string[]): Promise<string> {
    const { output } = await run(process.execPath, ['server/cli.ts', 'staff', 'add', name, ...role, '--json'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new URL(JSON.parse(output).url).hash.slice('#undangan='.length);
  }
  return {
    url,
    call,
    invite,
    async close() {
      server.removeAllListeners('exit');
      const closed = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await closed;
      await rm(data, { recursive: true, force: true });
    },
  };
}

await run(process.execPath, ['tools/build-when-changed.ts'], { cwd: root });
const { output } = await run(process.execPath, ['tests/support/browser.ts'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const wanted = process.argv[2];
const shop = await openShop();
const browser = await chromium.launch({ executablePath: output.trim(), args: ['--no-sandbox', '--disable-gpu'] });
try {
  if (wanted !== 'guide') await takeScreenshots(browser);
  if (wanted !== 'manifest') await takeGuide(browser);
} finally {
  await browser.close();
  await shop.close();
}

async function takeScreenshots(browser: Browser) {
  await mkdir(join(root, 'public', 'screenshots'), { recursive: true });
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
  const signIn = await contexts.owner.newPage();
  await signIn.goto(`${shop.url}/counter#undangan=${await shop.invite('Rina', '--owner')}`);
  await signIn.getByRole('button', { name: 'Pakai perangkat ini' }).click();
  await signIn.getByRole('navigation').waitFor();
  const logIn = await contexts.guest.newPage();
  await logIn.goto(`${shop.url}/account/login`);
  await logIn.locator('input[type=email]').fill(guestOfDay.email);
  await logIn.locator('input[type=password]').fill(guestOfDay.password);
  await logIn.keyboard.press('Enter');
  await logIn.waitForURL(({ pathname }) => !pathname.includes('login'));
  const invited = `/counter#undangan=${await shop.invite('Budi')}`;

  for (const { file, viewer, path, size, act } of guide) {
    const page = await contexts[viewer].newPage();
    await page.setViewportSize(size);
    await page.goto(shop.url + (viewer === 'invited' ? invited : path));
    // The stream of the counter never lets the network be idle.
    await page.waitForTimeout(2_000);
    await act?.(page);
    await page.waitForTimeout(1_000);
    await capture(page, size, { path: join(root, 'docs', 'panduan', file), quality: 45 });
    await page.close();
  }
}

interface Token {
  token: string;
}

/** Orders in every state: those of a guest, and others at the till. */
async function spendDay() {
  const { token } = await shop.call<Token>('POST', 'staff/session', {
    invitation: await shop.invite('Rina', '--owner'),
  });
  const { data: products, option_groups: groups } = await shop.call<{ data: Product[]; option_groups: OptionGroup[] }>(
    'GET',
    'products',
  );
  /** `choices`: the ids of what is not the house's usual. */
  const line = (product: string, qty = 1, choices: string[] = [], note?: string) => {
    const { name, price, option_groups: own = [] } = products.find(({ _id }) => _id === product) ?? raise(product);
    const chosen = own.flatMap((id) => {
      const all = groups.find(({ _id }) => _id === id)?.choices ?? [];
      const wanted = all.filter(({ _id }) => choices.includes(_id));
      return wanted.length > 0 ? wanted : all.filter((choice) => choice.default);
    });
    return {
      ...{ product, name, qty, price: chosen.reduce((sum, choice) => sum + choice.price, price) },
      ...(own.length > 0 && { choices: chosen.map(({ _id, name }) => ({ _id, name })) }),
      ...(note && { note }),
    };
  };
  const step = async ({ order_number, status }: CounterOrder | PlacedOrder, ...steps: string[]) => {
    let from = status;
    for (const to of steps) {
      await shop.call('PATCH', `counter/orders/${order_number}`, { from, to, reason: 'Susu habis' }, token);
      from = to;
    }
  };
  const sell = (name: string, table: string, paid_with: string | undefined, ...lines: ReturnType<typeof line>[]) =>
    shop.call<CounterOrder>(
      'POST',
      'counter/orders',
      {
        ...{ name, ...(table && { table }), order_items: lines, ...(paid_with && { paid_with }) },
        subTotal: lines.reduce((sum, { price, qty }) => sum + price * qty, 0),
      },
      token,
    );

  for (const [name, way, product] of [
    ['Ani', 'kasir', 'kopi-tubruk'],
    ['Beni', 'kasir', 'klepon'],
    ['Citra', 'kasir', 'cappuccino'],
    ['Dewi', 'kasir', 'es-kopi-jeruk'],
    ['Eko', 'kasir', 'croissant-mentega'],
  ] as const)
    await step(await sell(name, '', way, line(product, 2)), 'processing', 'ready', 'completed');
  await step(await sell('Fitri', '3', 'kasir', line('matcha-latte')), 'cancelled');
  await step(
    await sell('Gilang', '2', 'kasir', line('kafe-latte', 1, ['besar']), line('klepon')),
    'processing',
    'ready',
  );
  await step(await sell('Hana', '', 'kasir', line('es-kopi-pandan', 2, ['gula-sedikit'])), 'processing');
  await step(
    await sell('Indra', '7', undefined, line('kopi-susu-rempah', 1, ['susu-oat'], 'tanpa kayu manis')),
    'processing',
  );
  await sell('Joko', '5', 'kasir', line('cappuccino', 1, ['besar', 'susu-kedelai']), line('roti-bakar-srikaya'));
  await sell('', '', 'kasir', line('teh-poci', 2));
  await sell('Kiki', '1', undefined, line('v60-gayo'), line('pisang-goreng'));
  const lines = [line('kopi-susu-gula-aren', 1, ['besar', 'gula-sedikit']), line('klepon', 2)];
  const total = lines.reduce((sum, { price, qty }) => sum + price * qty, 0);
  await shop.call('POST', 'auth/register', guestOfDay);
  const session = await shop.call<Token>('POST', 'auth/login', guestOfDay);
  await shop.call(
    'POST',
    'orders',
    {
      ...{ delivery_courier: 'dine-in', delivery_fee: 0, totalQty: 3, subTotal: total, totalShopping: total },
      delivery_address: { ...guestOfDay, fullStreet: 'Meja 4' },
      order_items: lines,
      paymentMethod: (await shop.call<{ data: PaymentMethod[] }>('GET', 'banks')).data[0],
      status: 'waiting_payment',
    },
    session.token,
  );
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

async function capture(
  page: Page,
  { width, height, scale }: Size,
  { path, quality }: { path: string; quality: number },
) {
  await page.setViewportSize({ width, height });
  // Phones draw their scrollbar over the page, and this browser draws none.
  await page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'");
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x: 0, y: 0, width, height, scale },
  });
  await writeFile(path, Buffer.from(data, 'base64'));
}
