import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Product } from '#core/contract';
import { renditionsOf } from '#core/renditions';
import { runCommand } from '../../server/commands/commands.ts';
import { menuImport } from '../../server/commands/menu.ts';
import { priceFrom } from '../../server/commands/menu-csv.ts';
import { readMenuFile } from '../../server/commands/menu-file.ts';
import { keepPicture, makePicture, sanitisedSvg } from '../../server/commands/pictures.ts';
import { processTerminal, troubleInWords } from '../../server/commands/terminal.ts';
import { readConfig } from '../../server/config.ts';
import { type Database, openSqlite } from '../../server/database/open.ts';
import { prepareDatabase } from '../../server/database/prepare.ts';
import { setAvailable } from '../../server/database/seed.ts';
import { type Home, onEveryDatabase } from '../support/databases.ts';
import { had } from '../support/not-had.ts';
import { orderWhile } from '../support/orders-under-fire.ts';
import { hasStrace, traced } from '../support/system-calls.ts';
import { anOrder, anOrderOf, wholeAddress } from './an-order.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { start } from './running-shop.ts';
import { openShop } from './shop.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kedai-owner-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environmentOf = ({ dataDir, databaseUrl }: Home['settings']) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});

/** Runs a command as `npm run shop -- …` does; resolves with its output and exit code. */
async function owner(environment: Record<string, string | undefined>, ...words: string[]) {
  const said: string[] = [];
  const warned: string[] = [];
  const code = await runCommand(words, environment, {
    say: (text) => void said.push(text),
    warn: (text) => void warned.push(text),
    ring: () => {},
  });
  const out = said.join('\n');
  return { code, out, err: warned.join('\n'), data: () => JSON.parse(out || warned.join('\n')) };
}

async function file(name: string, content: string | Buffer) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The PostgreSQL connections that wait for a lock of another one. */
const waiting = async (database: Database) =>
  (
    await sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database,
    )
  ).rows;

const photo = (width = 1_600, height = 1_200) =>
  sharp({ create: { width, height, channels: 3, background: '#7a4a2b' } })
    .withExif({ IFD0: { Copyright: 'Rumah Sari' } })
    .jpeg()
    .toBuffer();

test('help is printed when it is asked for, and what is not understood ends with 2', async () => {
  const environment = { DATA_DIR: join(folder, 'nothing') };

  expect(await owner(environment, 'help')).toMatchObject({ code: 0, out: expect.stringContaining('menu import FILE') });
  expect(await owner(environment, 'orders', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('--watch'),
  });
  for (const words of [
    [],
    ['nonsense'],
    ['menu'],
    ['menu', 'import'],
    ['menu', 'export', 'a', 'b'],
    ['orders', '--colour'],
    ['orders', '--since', 'once'],
    ['orders', '--since', '2026-02-30'],
    ['orders', '--since', '0206-11-20'],
    ['orders', '--since', '26-11-20'],
    ['orders', '--limit', '-1'],
    ['order', 'KT-1', '--status', 'payed'],
  ]) {
    expect([words, (await owner(environment, ...words)).code]).toEqual([words, 2]);
  }
});

test('a command and its words reach the program through npm', async () => {
  const child = spawn('npm', ['run', '--silent', 'shop', '--', 'doctor', '--json'], {
    env: { ...process.env, DATA_DIR: join(folder, 'npm') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = await once(child, 'close');

  expect([code, JSON.parse(out).sound]).toEqual([0, true]);
});

const hasFullDisk = had(existsSync('/dev/full'), 'no /dev/full: a command whose words find no room was not tried.');

test.runIf(hasFullDisk)('a command whose words find no room says so', async () => {
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, ['server/shop.ts', 'menu', 'export'], {
    env: { ...process.env, DATA_DIR: join(folder, 'no-room') },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  await full.close();

  expect([code, said.split('\n').slice(1)]).toEqual([1, ['There is no space left on the disk.', '']]);
});

test('a command that is ended by its owner ends, and does nothing more', async () => {
  const pipe = join(folder, 'menu-on-its-way.csv');
  await promisify(execFile)('mkfifo', [pipe]);
  const child = spawn(process.execPath, ['server/shop.ts', 'menu', 'import', pipe], {
    env: { ...process.env, DATA_DIR: join(folder, 'ended') },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));

  // Opening it succeeds once the command reads the pipe; nothing is ever written.
  const writer = await open(pipe, 'w');
  child.kill('SIGINT');

  expect(await ended).toEqual([null, 'SIGINT']);
  await writer.close();
});

onEveryDatabase("the owner's menu", (newHome, kind) => {
  async function ownHome() {
    const home = await newHome();
    // With PostgreSQL the folder contains pictures only, and each test needs its own.
    const dataDir = home.kind === 'SQLite' ? home.settings.dataDir : await mkdtemp(join(folder, 'data-'));
    await mkdir(join(dataDir, 'images', 'products'), { recursive: true });
    for (const name of ['tubruk', 'es-kopi', 'cafe-au-lait', 'teh-tarik', 'stale-bun', 'emas']) {
      await writeFile(join(dataDir, 'images', 'products', `${name}.svg`), '<svg/>');
    }
    for (const [kind, names] of [
      ['banks', ['bank-tepi', 'bank-air']],
      ['mini-markets', ['mini-tepi']],
    ] as const) {
      await mkdir(join(dataDir, 'images', kind));
      for (const name of names) await writeFile(join(dataDir, 'images', kind, `${name}.svg`), '<svg/>');
    }
    const settings = { ...home.settings, dataDir };
    return { home: { ...home, settings }, environment: environmentOf(settings), images: join(dataDir, 'images') };
  }

  test.each(['csv', 'json'])('goes out as %s and comes back as it was', async (kind) => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).body;
    const path = join(folder, `round-trip-${home.kind}.${kind}`);

    expect((await owner(environment, 'menu', 'export', path)).code).toBe(0);
    // The byte order mark, by which spreadsheets recognise UTF-8; JSON has none.
    expect((await readFile(path, 'utf8')).startsWith('\uFEFF')).toBe(kind === 'csv');
    const imported = await owner(environment, 'menu', 'import', path, '--json');

    expect(imported.data()).toMatchObject({ added: [], changed: [], removed: [], unchanged: 6 });
    expect((await shop.ask('GET', '/api/products')).body).toEqual(before);
  });

  test('comes from a spreadsheet with pictures, is seen by a running shop, and keeps what is gone known', async () => {
    const { home, environment, images } = await ownHome();
    const shop = await openShop(home, { images: [images] });
    const sari = await shop.newCustomer();
    await mkdir(join(folder, 'foto', home.kind), { recursive: true });
    await writeFile(join(folder, 'foto', home.kind, 'Es Kopi.JPG'), await photo());
    const path = await file(
      `menu-${home.kind}.csv`,
      '\uFEFFNama;Harga;Kategori;Tag;Gambar;Tersedia\r\nEs Kopi Senja;Rp 24.000;Kopi;Dingin, Baru;es kopi.jpg;ya\r\n"Roti; isi";9000;Roti;;;tidak\r\n',
    );

    const imported = await owner(environment, 'menu', 'import', path, '--images', join(folder, 'foto', home.kind));

    expect([imported.code, imported.err]).toEqual([0, '']);
    const { data } = (await shop.ask('GET', '/api/products')).body;
    expect(data).toMatchObject([
      { _id: 'es-kopi-senja', name: 'Es Kopi Senja', price: 24_000, tags: [{ name: 'Dingin' }, { name: 'Baru' }] },
      { _id: 'roti-isi', name: 'Roti; isi', price: 9_000, category: 'Roti', available: false },
    ]);
    const picture = await shop.ask('GET', `/api/images/products/${data[0].image_url}`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const made = await sharp(picture.bytes).metadata();
    expect([made.width, made.height, made.exif]).toEqual([480, 480, undefined]);
    expect(picture.bytes.length).toBeLessThan(20_000);
    // A browser that supports AVIF gets that smaller format at the same address; `Vary` keeps caches from mixing them up.
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8';
    const smaller = await shop.ask('GET', `/api/images/products/${data[0].image_url}`, { headers: { accept } });
    expect([smaller.status, smaller.headers['content-type']]).toEqual([200, 'image/avif']);
    expect([picture.headers.vary, smaller.headers.vary]).toEqual(['Accept', 'Accept']);
    expect(smaller.headers.etag).not.toBe(picture.headers.etag);
    expect(await sharp(smaller.bytes).metadata()).toMatchObject({ format: 'heif', width: 480, height: 480 });
    expect(smaller.bytes.length).toBeLessThan(Math.min(6_000, picture.bytes.length));
    const renditions = renditionsOf(data[0].image_url);
    expect(renditions).toHaveLength(3);
    for (const { file, width } of renditions) {
      const rendition = await shop.ask('GET', `/api/images/products/${file}`);
      expect(rendition.headers['cache-control']).toContain('immutable');
      expect((await sharp(rendition.bytes).metadata()).width).toBe(width);
    }
    expect((await sari.ask('POST', '/api/orders', { body: anOrder() })).body.error.code).toBe('quote_changed');
    expect((await shop.ask('GET', '/api/banks')).body.count).toBe(2);
  });

  test('keeps what a spreadsheet has no column for, also that something is sold out', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const soldOut = async () => {
      const { data } = (await shop.ask('GET', '/api/products')).body;
      return data
        .filter(({ available }: { available?: boolean }) => available === false)
        .map(({ _id }: Product) => _id);
    };
    await owner(environment, 'menu', 'available', 'kopi tubruk', 'no');

    await owner(
      environment,
      'menu',
      'import',
      await file(`prices-${home.kind}.csv`, 'id,name,price\ntubruk,Kopi Tubruk,13000'),
    );
    expect(await soldOut()).toEqual(['tubruk']);
    await owner(
      environment,
      ...['menu', 'import', await file(`back-${home.kind}.csv`, 'id,name,price,available\ntubruk,Kopi Tubruk,13000,')],
    );
    expect(await soldOut()).toEqual([]);
  });

  test('keeps what is said of a product while its pictures are made', async () => {
    const { home, environment, images } = await ownHome();
    const shop = await openShop(home);
    // Long enough for the test to see it waiting.
    const database = await home.open({ patienceMs: 60_000 });
    const photos = join(folder, 'meanwhile', home.kind);
    await mkdir(photos, { recursive: true });
    await writeFile(join(photos, 'baru.jpg'), await photo());
    const path = await file(`meanwhile-${home.kind}.csv`, 'id,name,price,image\ntubruk,Kopi Tubruk,13000,baru.jpg');
    const kept = () => readdir(join(images, 'products'));

    let imported: Promise<unknown> = Promise.resolve();
    await shop.database.transaction().execute(async (transaction) => {
      await setAvailable(transaction, 'tubruk', false);
      // The pictures may take longer than PostgreSQL lets the shop's transactions be idle.
      if (kind === 'PostgreSQL') await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      imported = menuImport.run({
        words: [path],
        options: { images: photos },
        asJson: false,
        config: readConfig(environment),
        terminal: { say: () => {}, warn: () => {}, ring: () => {} },
        openData: async () => database,
      });
      const isKept = async () => expect(await kept()).toContainEqual(expect.stringMatching(/^baru-/));
      await vi.waitFor(isKept, { timeout: 30_000 });
      // On SQLite it has to wait before it reads anything; on PostgreSQL it must wait by itself.
      const isWaiting = async () => expect(await waiting(shop.database)).toHaveLength(1);
      if (kind === 'PostgreSQL') await vi.waitFor(isWaiting, { timeout: 30_000 });
    });
    await imported;

    const { data } = (await shop.ask('GET', '/api/products')).body;
    expect(data).toMatchObject([{ _id: 'tubruk', price: 13_000, available: false }]);
    expect(await kept()).toContain(data[0].image_url);
  });

  test('is not touched by a file with faults; each is named with its row', async () => {
    const { home, environment, images } = await ownHome();
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).text;
    const pictures = await readdir(join(images, 'products'));
    await writeFile(join(folder, 'broken.jpg'), (await photo()).subarray(0, 900));
    await writeFile(join(folder, 'secret.png'), 'text');
    const path = await file(
      `faults-${home.kind}.csv`,
      [
        'id,name,price,category,image,stars,available',
        'a,Kopi A,12000,Kopi,,5,yes',
        'b,,12000,Kopi,,5,yes',
        'c,Kopi C,dua belas,Kopi,,5,yes',
        'a,Kopi A lagi,12000,Kopi,,5,yes',
        'e,Kopi E,12000,,,5,yes',
        'f,Kopi F,12000,Kopi,../secret.png,5,yes',
        'g,Kopi G,12000,Kopi,missing.png,5,yes',
        'h,Kopi H,12000,Kopi,broken.jpg,5,yes',
        'i,Kopi I,12000,Kopi,,6,maybe',
        'j,Kopi J,-5,Kopi,,5,yes',
        'k,Kopi K,12000,Kopi,secret.png,5,yes',
      ].join('\n'),
    );

    const refused = await owner(environment, 'menu', 'import', path, '--images', folder, '--json');

    expect(refused.code).toBe(1);
    const places = refused
      .data()
      .error.faults.map(({ where, field }: { where: string; field: string }) => `${where} ${field}`);
    expect(places).toEqual([
      'row 3 name',
      'row 4 price',
      'row 5 id',
      'row 6 category',
      'row 7 image',
      'row 8 image',
      'row 9 image',
      'row 10 available',
      'row 10 stars',
      'row 11 price',
      'row 12 image',
    ]);
    expect((await shop.ask('GET', '/api/products')).text).toBe(before);
    expect(await readdir(join(images, 'products'))).toEqual(pictures);
  });

  test('a dry run says what would change and changes nothing', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).text;
    const path = await file(
      `dry-${home.kind}.json`,
      '[{"_id":"tubruk","name":"Kopi Tubruk","price":13000,"category":"Kopi"}]',
    );

    const dry = await owner(environment, 'menu', 'import', path, '--dry-run');

    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/5 removed[\s\S]*Rp12\.000\s+Rp13\.000[\s\S]*dry run/),
    ]);
    expect((await shop.ask('GET', '/api/products')).text).toBe(before);
  });

  test('a product can be sold out for today by a part of its name', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const isAvailable = async () =>
      (await shop.ask('GET', '/api/products')).body.data.find(({ _id }: { _id: string }) => _id === 'cafe-au-lait')
        .available;

    expect((await owner(environment, 'menu', 'available', 'cafe', 'no')).code).toBe(0);
    expect(await isAvailable()).toBe(false);
    expect((await owner(environment, 'menu', 'available', 'CAFÉ AU LAIT', 'yes')).code).toBe(0);
    expect(await isAvailable()).toBeUndefined();
    expect(await owner(environment, 'menu', 'available', 'kopi', 'no')).toMatchObject({
      code: 1,
      err: expect.stringContaining('es-kopi'),
    });
    expect((await owner(environment, 'menu', 'available', 'susu soda', 'no')).code).toBe(1);
    expect((await owner(environment, 'menu', 'available', 'cafe', 'perhaps')).code).toBe(2);
  });

  test('orders are listed, filtered, shown and moved on', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const sari = await shop.newCustomer();
    const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;
    await sari.ask('POST', '/api/orders', { body: anOrder() });

    expect((await owner(environment, 'orders')).out).toContain(number);
    expect(await owner(environment, 'order', number, '--status', 'paid')).toMatchObject({ err: '', code: 0 });
    expect((await owner(environment, 'orders', '--status', 'paid', '--since', '1h', '--json')).data()).toMatchObject([
      { order_number: number, totalShopping: 29_000, status: 'paid' },
    ]);
    expect((await owner(environment, 'orders', '--since', 'today', '--json')).data()).toHaveLength(2);
    expect((await owner(environment, 'order', number.toLowerCase())).out).toMatch(/Kopi Tubruk.*Rp12\.000.*Rp24\.000/);
    expect((await owner(environment, 'order', 'KT-000000-XXXX')).code).toBe(1);
    expect((await sari.ask('GET', '/api/orders')).body.data.map(({ status }: { status: string }) => status)).toContain(
      'paid',
    );
    expect((await owner(environment, 'customers', '--json')).data()).toEqual(
      expect.arrayContaining([expect.objectContaining({ fullName: 'Sari', orders: 2, ordered: 58_000 })]),
    );
    expect((await owner(environment, 'customers')).out).toMatch(/Orders +Ordered\n/);
  });

  test('a list that leaves something out says so, and one since a moment leaves nothing out', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home, { allowances: { orders: { burst: 60, everyMs: 1 } } });
    const sari = await shop.newCustomer();
    await shop.newCustomer();
    for (let placed = 0; placed < 51; placed++) await sari.ask('POST', '/api/orders', { body: anOrder() });
    const saysSo = (limit: number) => `Only the last ${limit} are listed; --limit N lists more.`;

    const last = await owner(environment, 'orders', '--json');
    const today = await owner(environment, 'orders', '--since', '1h', '--json');

    expect([JSON.parse(last.out).length, last.err]).toEqual([50, saysSo(50)]);
    expect([JSON.parse(today.out).length, today.err]).toEqual([51, '']);
    expect((await owner(environment, 'orders', '--since', '1h', '--limit', '3')).err).toBe(saysSo(3));
    expect((await owner(environment, 'orders', '--limit', '51')).err).toBe('');
    expect((await owner(environment, 'customers', '--limit', '1')).err).toBe(saysSo(1));
  });

  test('an order says where it is to be brought, down to the village, and no more than that of one picked up', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const sari = await shop.newCustomer();
    const placed = async (changes: Parameters<typeof anOrder>[0]) =>
      (await sari.ask('POST', '/api/orders', { body: anOrder(changes) })).body.order_number;
    const brought = await placed({});
    const fetched = await placed({
      delivery_courier: 'pickup',
      delivery_fee: 0,
      totalShopping: 24_000,
      delivery_address: { fullName: 'Sari', phoneNumber: '081234567890', fullStreet: '' },
    });
    const database = await home.open();
    await database.updateTable('regions').set({ kode: 'gone' }).where('kode', '=', wholeAddress.kecamatan).execute();

    expect((await owner(environment, 'order', brought)).out).toContain(
      [
        'Hand-over  Goceng: Sari, 081234567890, Jalan Tepi 7',
        '           Menteng, 31.71.06, Kota Administrasi Jakarta Pusat, Daerah Khusus Ibukota Jakarta',
        'Payment',
      ].join('\n'),
    );
    expect((await owner(environment, 'order', fetched)).out).toContain(
      'Hand-over  Ambil sendiri: Sari, 081234567890\nPayment',
    );
  });

  test('B13: what a customer typed into an address begins no line on the counter and moves no cursor', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const sari = await shop.newCustomer();
    const placed = await sari.ask('POST', '/api/orders', {
      body: anOrder({
        delivery_courier: 'pickup',
        delivery_fee: 0,
        totalShopping: 24_000,
        delivery_address: {
          fullName: 'Sari\u202e',
          phoneNumber: '081234567890',
          fullStreet: 'Meja 7\u001b[2J\nPayment    LUNAS',
          kelurahan: '\u009b1m\rLUNAS',
        },
      }),
    });

    const { out } = await owner(environment, 'order', placed.body.order_number);

    expect(out.match(/^Payment .*$/gm)).toEqual(['Payment    Bank Tepi']);
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  test('a picture that the shop cannot show as it lies there is missing, to an import and to doctor', async () => {
    const { home, environment, images } = await ownHome();
    await writeFile(join(images, 'products', 'tubruk.gif'), 'GIF89a');
    const menu = await file('with-gif.csv', 'id,name,price,category,image\ntubruk,Kopi Tubruk,18000,Kopi,tubruk.gif\n');

    expect((await owner(environment, 'menu', 'import', menu)).err).toContain(
      'row 2, image: the shop has no picture "tubruk.gif" yet; say where it is with --images FOLDER.',
    );

    const database = await home.open();
    await database.updateTable('products').set({ image_url: 'tubruk.gif' }).where('id', '=', 'tubruk').execute();
    expect((await owner(environment, 'doctor')).out).toMatch(/WARNING.*Kopi Tubruk \(tubruk\.gif\)/);
  });

  test('a file that its owner may still be working on is written over only when that is said', async () => {
    const { environment } = await ownHome();
    const path = await file('in-work.csv', 'name,price,category\nKopi Baru,30000,Kopi\n');

    expect(await owner(environment, 'menu', 'export', path)).toMatchObject({
      code: 1,
      err: `${path} exists; add --yes to overwrite it.`,
    });
    expect(await readFile(path, 'utf8')).toContain('Kopi Baru');

    expect((await owner(environment, 'menu', 'export', path, '--yes')).code).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain('Kopi Baru');
  });

  test('a shop that is not there has neither orders nor customers to tell of, and is not made by asking', async () => {
    const { settings } = await newHome('empty');
    const environment = environmentOf(
      settings.databaseUrl ? settings : { ...settings, dataDir: join(folder, 'elsewhere') },
    );
    const asked = [
      ['orders'],
      ['orders', '--watch'],
      ['order', 'KT-1'],
      ['customers'],
      ['menu', 'available', 'kopi', 'no'],
    ];

    for (const words of asked) {
      expect([words, await owner(environment, ...words)]).toMatchObject([
        words,
        { code: 1, err: expect.stringMatching(/^There is no shop in .* yet; DATA\w+ says where it is\.$/) },
      ]);
    }

    expect((await owner(environment, 'doctor')).out).toMatch(/There is no shop (in .*)?yet/);
    // A menu may be exported before the first start; the message tells an owner who meant another shop.
    const made = {
      code: 0,
      err: expect.stringMatching(/^A new shop is made in (.*kedai\.sqlite|PostgreSQL at .*)\.$/),
    };
    expect(await owner(environment, 'menu', 'export')).toMatchObject(made);
    expect(await owner(environment, 'menu', 'export')).toMatchObject({ code: 0, err: '' });
  });

  test('stays as the open shop has it when another version brings another one, whatever is asked', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const before = (await shop.ask('GET', '/api/products')).text;

    for (const words of [['orders'], ['customers'], ['menu', 'export']])
      expect([words, (await owner(environment, ...words)).code]).toEqual([words, 0]);

    expect((await shop.ask('GET', '/api/products')).text).toBe(before);
  });

  test('is neither told of nor changed while the tables are of another version', async () => {
    const { home, environment } = await ownHome();
    const database = await home.open();
    const menu = await file(`other-version-${kind}.csv`, 'name,price,category\nKopi Baru,30000,Kopi\n');
    const asked = [
      ['orders'],
      ['order', 'KT-1'],
      ['customers'],
      ['menu', 'export'],
      ['menu', 'import', menu],
      ['menu', 'available', 'kopi tubruk', 'no'],
    ];
    const products = () => database.selectFrom('products').selectAll().orderBy('id').execute();
    const before = await products();
    const last = '2026-11-20-unannounced-orders';

    await database.schema.dropTable('order_announcements').execute();
    await sql`delete from kysely_migration where name = ${last}`.execute(database);
    for (const words of asked)
      expect([words, await owner(environment, ...words)]).toMatchObject([
        words,
        { code: 1, err: 'The data is still that of an older version of the shop; start this version first.' },
      ]);
    expect((await owner(environment, 'doctor')).out).toContain('1 changes are made at the next start.');

    await sql`insert into kysely_migration (name, timestamp) values
      (${last}, '2026-11-20T00:00:00.000Z'), ('2099-01-01-later', '2099-01-01T00:00:00.000Z')`.execute(database);
    for (const words of asked)
      expect([words, await owner(environment, ...words)]).toMatchObject([
        words,
        { code: 1, err: expect.stringMatching(/^The data was written by a newer version of the shop; start that/) },
      ]);
    expect(await products()).toEqual(before);
    await expect(sql`select 1 from order_announcements`.execute(database)).rejects.toThrow(/order_announcements/);
  });

  if (kind === 'SQLite')
    test('the empty file of a first start that was killed is no shop yet, and nothing broken', async () => {
      const dataDir = await mkdtemp(join(folder, 'killed-'));
      const data = join(dataDir, 'kedai.sqlite');
      await writeFile(data, '');

      for (const words of [['orders'], ['backup', join(dataDir, 'copy.sqlite')]])
        expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([
          words,
          { code: 1, err: `There is no shop in ${dataDir} yet; DATA_DIR says where it is.` },
        ]);
      const { code, out } = await owner({ DATA_DIR: dataDir }, 'doctor');

      expect([code, out]).toEqual([0, expect.stringMatching(/WARNING {2}data .*There is no shop in .* yet/)]);
    });

  /** Watches until the first ring; `onWaiting` is called when it starts to wait. */
  function watch(environment: ReturnType<typeof environmentOf>, onWaiting: () => void) {
    const ended = new AbortController();
    const said: string[] = [];
    let rings = 0;
    const code = runCommand(['orders', '--watch'], environment, {
      say(text) {
        said.push(text);
        if (text.startsWith('Waiting')) onWaiting();
      },
      warn: (text) => void said.push(text),
      ring() {
        rings++;
        ended.abort();
      },
      untilEnded: () => ended.signal,
    });
    return code.then((code) => ({ code, rings, last: said.at(-1) }));
  }

  test('watching rings once for every order that comes', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const sari = await shop.newCustomer();
    await sari.ask('POST', '/api/orders', { body: anOrder() });
    const waiting = Promise.withResolvers<void>();
    const watched = watch(environment, waiting.resolve);
    await waiting.promise;

    const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;

    expect(await watched).toEqual({ code: 0, rings: 1, last: expect.stringContaining(number) });
  });

  test('watching rings for an order with the id of one that a restore took away', async () => {
    const { home, environment } = await ownHome();
    const shop = await openShop(home);
    const sari = await shop.newCustomer();
    for (let i = 0; i < 2; i++) await sari.ask('POST', '/api/orders', { body: anOrder() });
    const [first, last] = await shop.database.selectFrom('orders').selectAll().orderBy('id').execute();
    if (!first || !last) throw new Error('Two orders were placed.');
    await shop.database.updateTable('orders').set({ id: 5_000 }).where('id', '=', last.id).execute();
    const waiting = Promise.withResolvers<void>();
    const watched = watch(environment, waiting.resolve);
    await waiting.promise;

    await shop.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('orders').execute();
      await transaction
        .insertInto('orders')
        .values({ ...first, order_number: 'KT-261121-BARU' })
        .execute();
    });

    expect(await watched).toEqual({ code: 0, rings: 1, last: expect.stringContaining('KT-261121-BARU') });
  });

  // Not on PostgreSQL, which takes no order while this process is blocked.
  if (kind === 'SQLite')
    test('watching misses no order that comes between the list and the waiting', async () => {
      const { home, environment } = await ownHome();
      const shop = await openShop(home);
      const sari = await shop.newCustomer();
      const { order_number: number } = (await sari.ask('POST', '/api/orders', { body: anOrder() })).body;
      const file = new SqliteFile(join(home.settings.dataDir, 'kedai.sqlite'));

      const watched = await watch(environment, () => {
        file.exec(`create temp table came as select * from orders where order_number = '${number}';
          update came set id = id + 1, order_number = 'KT-261121-BARU'; insert into orders select * from came`);
        file.close();
      });

      expect(watched).toEqual({ code: 0, rings: 1, last: expect.stringContaining('KT-261121-BARU') });
    });

  test('the doctor finds nothing wrong with it, and says what is', async () => {
    const { home, environment, images } = await ownHome();

    expect((await owner(environment, 'doctor', '--json')).data().findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ about: 'tables', outcome: 'ok' }),
        expect.objectContaining({ about: 'pictures', outcome: 'ok' }),
      ]),
    );
    await rm(join(images, 'products', 'tubruk.svg'));
    expect((await owner(environment, 'doctor')).out).toMatch(/WARNING.*Kopi Tubruk/);
    if (home.kind === 'PostgreSQL') {
      expect(await owner(environment, 'backup', join(folder, 'pg'))).toMatchObject({
        code: 1,
        err: expect.stringContaining('pg_dump'),
      });
      expect(await owner(environment, 'restore', join(folder, 'pg'))).toMatchObject({
        code: 1,
        err: expect.stringContaining('pg_restore --clean --if-exists --single-transaction'),
      });
    }
  });
});

test('a backup is taken of an open shop and brought back into it, pictures included', async () => {
  const dataDir = join(folder, 'backed-up');
  const environment = { DATA_DIR: dataDir };
  const backup = join(folder, 'shop.backup');
  const shop = await start({ dataDir });
  await mkdir(join(dataDir, 'images', 'products'), { recursive: true });
  await writeFile(join(dataDir, 'images', 'products', 'own.webp'), 'picture');
  const names = async () =>
    (await (await fetch(`${shop.url}/api/products`)).json()).data.map(({ name }: { name: string }) => name);
  const before = await names();

  expect((await owner(environment, 'backup', backup)).code).toBe(0);
  expect((await stat(backup)).mode & 0o077).toBe(0);
  expect((await owner(environment, 'backup', backup)).err).toContain('--yes');
  for (const words of [
    ['backup', folder],
    ['backup', folder, '--yes'],
    ['restore', folder, '--yes'],
  ])
    expect((await owner(environment, ...words)).err).toBe(`${folder} is a folder; say which file in it.`);
  const other = await file('other.json', '[{"name":"Kopi Lain","_id":"lain","price":1,"category":"Kopi"}]');
  expect((await owner(environment, 'menu', 'import', other)).code).toBe(0);
  await expect.poll(names).toEqual(['Kopi Lain']);
  await rm(join(dataDir, 'images'), { recursive: true });
  const refused = await owner(environment, 'restore', backup);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--yes')]);
  expect(await names()).toEqual(['Kopi Lain']);
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect(restored.code).toBe(0);
  await expect.poll(names).toEqual(before);
  expect(await readFile(join(dataDir, 'images', 'products', 'own.webp'), 'utf8')).toBe('picture');
  expect((await owner({ DATA_DIR: join(folder, 'new') }, 'restore', restored.data().keptAs)).code).toBe(0);
  expect((await owner({ DATA_DIR: join(folder, 'new') }, 'menu', 'export')).out).toContain('Kopi Lain');
  await shop.stop();
});

test('an order taken while a backup is brought back is in the restored shop or in what was kept', async () => {
  const dataDir = join(folder, 'open-meanwhile');
  const environment = { DATA_DIR: dataDir };
  const backup = join(folder, 'meanwhile.backup');
  const shop = await start({ dataDir });
  const images = join(dataDir, 'images', 'products');
  await mkdir(images, { recursive: true });
  for (let i = 0; i < 200; i++) await writeFile(join(images, `foto-${i}.jpg`), `${i}`);
  const kept: string[] = [];

  const acknowledged = await orderWhile({ settings: { dataDir }, open: () => openSqlite(dataDir) }, shop, async () => {
    expect((await owner(environment, 'backup', backup)).code).toBe(0);
    for (let round = 0; round < 2; round++) {
      await rm(images, { recursive: true });
      const restored = await owner(environment, 'restore', backup, '--yes', '--json');
      expect(restored.err).toBe('');
      kept.push(restored.data().keptAs);
    }
  });

  const shops = [join(dataDir, 'kedai.sqlite'), backup, ...kept];
  const inThem = (column: string) =>
    shops.map((path) => {
      const file = new SqliteFile(path, { readonly: true });
      const found = file.prepare(`select ${column} from orders`).pluck().all();
      file.close();
      return new Set(found);
    });
  const found = inThem('order_number').reduce((all, one) => all.union(one));
  expect(acknowledged.filter((number) => !found.has(number))).toEqual([]);
  // Compared by their keys, because a restored shop may use a number again that only the kept copy has.
  const [restored, backedUp, before] = inThem('client_ref');
  const undone = before?.difference(backedUp ?? new Set()) ?? new Set();
  expect(restored?.intersection(undone)).toEqual(new Set());
  expect((await owner(environment, 'doctor', '--json')).data().sound).toBe(true);
  await shop.stop();
});

test.for([['backup'], ['menu', 'export']])(
  'nothing that %j writes is put in the place of the shop’s own file or its log, whatever leads there',
  async (command) => {
    const data = join(folder, `itself-${command.join('-')}`);
    const environment = { DATA_DIR: data };
    await owner(environment, 'menu', 'export');
    await symlink(data, `${data}-linked`);

    const refused: unknown[] = [];
    for (const way of [data, `${data}-linked`]) {
      for (const name of ['kedai.sqlite', 'kedai.sqlite-wal', 'kedai.sqlite-shm']) {
        const { code, err } = await owner(environment, ...command, join(way, name), '--yes');
        refused.push([code, err]);
      }
    }
    const { code } = await owner(environment, 'menu', 'available', 'kopi tubruk', 'no');

    const itself = [1, expect.stringContaining('That is the shop itself; choose another file.')];
    expect([refused, code]).toEqual([Array(6).fill(itself), 0]);
  },
);

test('a backup has every picture that the shop shows, and says which file beside them it leaves out', async () => {
  const images = join(folder, 'with-strays', 'images', 'products');
  const environment = { DATA_DIR: join(folder, 'with-strays') };
  const backup = join(folder, 'strays.backup');
  await mkdir(join(images, 'musim hujan'), { recursive: true });
  for (const name of ['kopi.jpg', 'musim hujan/wedang.jpg', 'Café.jpg', '.draft.jpg']) {
    await writeFile(join(images, name), name);
  }
  await owner(environment, 'menu', 'export');

  const made = await owner(environment, 'backup', backup, '--json');
  // Adds names as in backups made before names were checked.
  const older = new SqliteFile(backup);
  older.exec("insert into backup_pictures values ('products', 'Café.jpg', x'00'), ('../..', 'kopi.jpg', x'00')");
  older.close();
  await rm(images, { recursive: true });
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect([made.code, made.data().pictures]).toEqual([0, 2]);
  expect(made.err).toMatch(/^products\/Café\.jpg is left out/);
  expect([restored.code, restored.data().pictures]).toEqual([0, 2]);
  expect(restored.err.split('\n')).toEqual([
    expect.stringMatching(/^products\/Café\.jpg is left out/),
    expect.stringMatching(/^\.\.\/\.\.\/kopi\.jpg is left out/),
  ]);
  expect((await readdir(images, { recursive: true })).sort()).toEqual([
    'kopi.jpg',
    'musim hujan',
    join('musim hujan', 'wedang.jpg'),
  ]);
});

test('a shop whose file is a backup, copied there by hand, can be backed up and replaced', async () => {
  const dataDir = join(folder, 'by-hand');
  const environment = { DATA_DIR: dataDir };
  const backup = join(folder, 'by-hand.backup');
  const images = join(dataDir, 'images', 'products');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'kopi.jpg'), 'picture');
  await owner(environment, 'menu', 'export');
  await owner(environment, 'backup', backup);
  await copyFile(backup, join(dataDir, 'kedai.sqlite'));

  const made = await owner(environment, 'backup', backup, '--yes', '--json');
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect([made.err, made.data().pictures]).toEqual(['', 1]);
  expect([restored.err, restored.data().pictures]).toEqual(['', 1]);
});

test('a backup goes where a link leads, and takes the place of nothing that is no file', async () => {
  const stick = await mkdtemp(join(folder, 'stick-'));
  const environment = { DATA_DIR: join(folder, 'backed-up-by-link') };
  await owner(environment, 'menu', 'export', join(folder, 'makes-the-shop.json'));
  const link = join(folder, 'latest.sqlite');
  const nowhere = join(folder, 'nowhere.sqlite');
  const pipe = join(folder, 'pipe.sqlite');
  await writeFile(join(stick, 'kedai.sqlite'), '');
  await symlink(join(stick, 'kedai.sqlite'), link);
  await symlink(join(stick, 'gone', 'kedai.sqlite'), nowhere);
  await promisify(execFile)('mkfifo', [pipe]);

  expect(await owner(environment, 'backup', link, '--yes')).toMatchObject({ code: 0 });
  expect(await owner(environment, 'backup', nowhere)).toMatchObject({ code: 1, err: `${nowhere} leads to nothing.` });
  expect(await owner(environment, 'backup', pipe, '--yes')).toMatchObject({ code: 1, err: `${pipe} is no file.` });

  expect((await stat(join(stick, 'kedai.sqlite'))).size).toBeGreaterThan(0);
  expect(await readdir(stick)).toEqual(['kedai.sqlite']);
  expect((await stat(pipe)).isFIFO()).toBe(true);
});

test('a backup is nobody else’s to read while it is written, and neither is the data', async () => {
  const environment = { DATA_DIR: join(folder, 'private') };
  const images = join(environment.DATA_DIR, 'images', 'products');
  await owner(environment, 'menu', 'export');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'Café.jpg'), 'picture');
  const backups = await mkdtemp(join(folder, 'backups-'));
  const modes: number[] = [];

  await runCommand(['backup', join(backups, 'shop')], environment, {
    say: () => {},
    // Called during the backup, with the warning about the picture that is left out.
    warn: () => void modes.push(...readdirSync(backups).map((name) => statSync(join(backups, name)).mode & 0o777)),
    ring: () => {},
  });

  modes.push(statSync(join(backups, 'shop')).mode & 0o777);
  expect(modes.length).toBeGreaterThan(1);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect((await stat(environment.DATA_DIR)).mode & 0o777).toBe(0o700);
});

test.each([
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const)('a backup that %s ends half-way leaves no copy of the customers behind', async (signal, number) => {
  const environment = { DATA_DIR: join(folder, `ended-by-${signal}`) };
  const images = join(environment.DATA_DIR, 'images', 'products');
  await owner(environment, 'menu', 'export');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'Café.jpg'), 'picture');
  const backups = await mkdtemp(join(folder, 'ended-backups-'));
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => exit.mockRestore());
  const left: string[][] = [];

  await runCommand(['backup', join(backups, 'shop')], environment, {
    say: () => {},
    // Called during the backup, with the warning about the picture that is left out.
    warn: () => {
      left.push(readdirSync(backups));
      process.emit(signal, signal);
      left.push(readdirSync(backups));
    },
    ring: () => {},
  });

  expect(left[0]).not.toEqual([]);
  expect(left[1]).toEqual([]);
  expect(exit).toHaveBeenCalledWith(128 + number);
});

test('a backup takes away what one that was killed outright has left, and nothing of one that still runs', async () => {
  const environment = { DATA_DIR: join(folder, 'killed-outright') };
  await owner(environment, 'menu', 'export');
  const backups = await mkdtemp(join(folder, 'killed-backups-'));
  // An exclusive lock on the database keeps a backup waiting that has already begun its file.
  const busy = new SqliteFile(join(environment.DATA_DIR, 'kedai.sqlite'));
  busy.pragma('locking_mode = exclusive');
  busy.exec('begin immediate');
  const child = spawn(process.execPath, ['server/shop.ts', 'backup', join(backups, 'monday')], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => readdirSync(backups), { timeout: 20_000 }).not.toEqual([]);
  child.kill('SIGKILL');
  await ended;
  busy.close();
  const [left = ''] = readdirSync(backups);
  const ofRestore = join(environment.DATA_DIR, `before-restore.sqlite.${child.pid}.kedai-draft-journal`);
  await writeFile(ofRestore, 'Sari');
  const running = `monday.${process.ppid}.kedai-draft`;
  await writeFile(join(backups, running), '');

  const named = await owner(environment, 'doctor');
  const next = await owner(environment, 'backup', join(backups, 'tuesday'));

  expect(left).toBe(`monday.${child.pid}.kedai-draft`);
  expect(named.out).toContain(
    `${ofRestore} was left by a backup or a restore that was cut off, and holds customers: remove it.`,
  );
  expect([next.code, next.err.split('\n')]).toEqual([
    0,
    [join(backups, left), ofRestore].map((path) => `${path} is removed: a backup that was cut off had left it.`),
  ]);
  expect(readdirSync(backups).sort()).toEqual([running, 'tuesday']);
  expect(readdirSync(environment.DATA_DIR)).toEqual(['kedai.sqlite']);
});

test('B21: who logged out after a backup is not logged in by it, unless the shop never knew them', async () => {
  const dataDir = join(folder, 'logged-out');
  const environment = { DATA_DIR: dataDir };
  const backup = join(folder, 'logged-out.backup');
  await owner(environment, 'menu', 'export');
  const shop = await openShop({ kind: 'SQLite', settings: { dataDir }, open: () => openSqlite(dataDir) });
  const [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  await owner(environment, 'backup', backup);
  await sari.ask('POST', '/api/auth/logout');

  await owner(environment, 'restore', backup, '--yes');
  const statuses = [await sari.ask('GET', '/api/orders'), await budi.ask('GET', '/api/orders')].map(
    ({ status }) => status,
  );
  await shop.app.close();
  await shop.database.destroy();
  const [empty, opened] = [{ DATA_DIR: join(folder, 'new-machine') }, { DATA_DIR: join(folder, 'opened-before') }];
  await owner(opened, 'menu', 'export');
  const sessions = [];
  for (const elsewhere of [empty, opened]) {
    await owner(elsewhere, 'restore', backup, '--yes');
    const file = new SqliteFile(join(elsewhere.DATA_DIR, 'kedai.sqlite'), { readonly: true });
    sessions.push(file.prepare('select count(*) from sessions').pluck().get());
    file.close();
  }

  expect(statuses).toEqual([401, 200]);
  expect(sessions).toEqual([2, 2]);
});

/** A shop of its own, open in this process, and the backup of it that is still to be made. */
async function shopToBackUp(name: string) {
  const dataDir = join(folder, name);
  const environment = { DATA_DIR: dataDir };
  await owner(environment, 'menu', 'export');
  const home: Home = { kind: 'SQLite', settings: { dataDir }, open: () => openSqlite(dataDir) };
  const shop = await openShop(home);
  onTestFinished(async () => {
    await shop.app.close();
    await shop.database.destroy();
  });
  return { shop, environment, backup: join(folder, `${name}.backup`) };
}

test('C3: a cart of before a restore is never taken for one of after it', async () => {
  const { shop, environment, backup } = await shopToBackUp('carts-taken-back');
  const [sari, budi, tini] = [await shop.newCustomer(), await shop.newCustomer(), await shop.newCustomer()];
  const put = async ({ ask }: typeof sari, qty: number, expected: string) => {
    const body = { items: [{ _id: 'kopi-tubruk', qty }] };
    const answer = await ask('PUT', '/api/carts', { body, headers: { 'if-match': expected } });
    return { status: answer.status, etag: String(answer.headers.etag), qty: answer.body.items[0].qty };
  };
  const revision = async ({ ask }: typeof sari) => String((await ask('GET', '/api/carts')).headers.etag);
  for (const customer of [sari, tini]) await put(customer, 1, '"0"');
  await owner(environment, 'backup', backup);
  expect(await put(sari, 2, '"1"')).toMatchObject({ status: 200, etag: '"2"' });
  expect(await put(budi, 2, '"0"')).toMatchObject({ status: 200, etag: '"1"' });
  const devices = [sari, budi].map((customer) => ({ customer, given: ['"1"', '"2"'] }));

  for (const round of [1, 2]) {
    expect((await owner(environment, 'restore', backup, '--yes')).code).toBe(0);
    for (const { customer, given } of devices) {
      let current = await revision(customer);
      for (const qty of [3, 4]) {
        given.push(current);
        const written = await put(customer, qty, current);
        const refused = { ...written, status: 412 };

        expect(written.status).toBe(200);
        for (const late of given) expect([round, late, await put(customer, 9, late)]).toEqual([round, late, refused]);
        current = written.etag;
      }
      // A phone knows a restored shop by a revision that is lower than any before (fault F44).
      expect(Number(current.slice(1, -1))).toBeLessThan(0);
    }
  }
  expect(await put(tini, 2, '"1"')).toMatchObject({ status: 200, etag: '"2"' });
});

test('C3: a machine that knew no carts gives out none of the revisions that a lost one may have given', async () => {
  const { shop, environment, backup } = await shopToBackUp('lost-machine');
  const [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  await sari.ask('PUT', '/api/carts', { body: { items: [] } });
  await owner(environment, 'backup', backup);

  await owner({ DATA_DIR: join(folder, 'in-its-place') }, 'restore', backup);

  const file = new SqliteFile(join(folder, 'in-its-place', 'kedai.sqlite'), { readonly: true });
  const carts = file.prepare('select customer_id, revision < 0 as fresh from carts').all();
  file.close();
  expect(carts).toHaveLength(2);
  expect(carts).toEqual(expect.arrayContaining([sari, budi].map(({ id }) => ({ customer_id: id, fresh: 1 }))));
});

test('O3a: an order that was cancelled after a backup stays cancelled when that is restored', async () => {
  const { shop, environment, backup } = await shopToBackUp('cancelled-since');
  const sari = await shop.newCustomer();
  await owner(environment, 'backup', backup);
  const budi = await shop.newCustomer();
  const headers = { 'idempotency-key': 'late' };
  for (const { ask } of [sari, budi]) expect((await ask('DELETE', '/api/orders', { headers })).status).toBe(204);

  await owner(environment, 'restore', backup, '--yes');
  const [{ _id, price }] = (await shop.ask('GET', '/api/products')).body.data;
  const [paymentMethod] = (await shop.ask('GET', '/api/banks')).body.data;
  const body = anOrderOf(_id, price, 1, { paymentMethod });
  const late = await sari.ask('POST', '/api/orders', { headers, body });

  expect([late.status, late.body.error?.code]).toEqual([410, 'order_voided']);
  // Whom the backup does not know has nothing to cancel, and a key of nobody would be a stray row.
  expect((await owner(environment, 'doctor', '--json')).data().sound).toBe(true);
});

test('what is no backup is refused and changes nothing', async () => {
  const environment = { DATA_DIR: join(folder, 'untouched') };
  await owner(environment, 'orders');
  const before = (await owner(environment, 'menu', 'export')).out;

  for (const path of [await file('text.sqlite', 'text '.repeat(2_000)), join(folder, 'missing'), folder]) {
    expect((await owner(environment, 'restore', path, '--yes')).code).toBe(1);
  }
  expect((await owner(environment, 'menu', 'export')).out).toBe(before);
});

test.each([
  ['a workbook', Buffer.from('PK\x03\x04rest', 'latin1'), 'CSV UTF-8'],
  ['another alphabet', Buffer.from('name,price\ncaf\xe9,1', 'latin1'), 'UTF-8'],
  ['an empty file', Buffer.from(''), 'name'],
  ['only titles', Buffer.from('name,price,category\n'), 'no products'],
  ['an unknown title', Buffer.from('name,price,prise\nx,1,2'), 'prise'],
  ['broken JSON', Buffer.from('{"products": ['), 'JSON'],
  ['a foreign JSON', Buffer.from('{"items": []}'), 'items'],
  ['an open quotation mark', Buffer.from('name,price,category\n"Kopi,1,Kopi\nTeh,2,Teh'), 'quotation mark'],
  ['a character that rings', Buffer.from('name,price,category\nKopi\x07,1,Kopi'), 'row 2, name'],
  ['a JSON product without a price', Buffer.from('[{"_id":"a","name":"A","category":"Kopi"}]'), 'products[0], price'],
  [
    'one name twice',
    Buffer.from('nama,harga,kategori\nKopi,1,Kopi\nKopi,2,Kopi'),
    'row 3, name: "Kopi" stands in row 2 too',
  ],
  [
    'new products without a category',
    Buffer.from('nama,harga\nKopi,1'),
    'no title "category", which a new product like "Kopi"',
  ],
  [
    'one category in two ways',
    Buffer.from('nama,harga,kategori\nTubruk,1,Kopi\nLatte,2,kopi'),
    'categories: "kopi" is "Kopi" in other letters',
  ],
  [
    'one tag in two ways',
    Buffer.from('nama,harga,kategori,tag\nTubruk,1,Kopi,Crème\nLatte,2,Kopi,creme'),
    'tags: "creme" is "Crème" in other letters',
  ],
  ['a title above the titles', Buffer.from('Menu kami\n\nnama,harga,kategori\nKopi,1,Kopi'), 'title "menu kami"'],
  ['a price with cents', Buffer.from('nama;harga;kategori\nKopi;12,5;Kopi'), 'row 2, price: "12,5" is not a price'],
  [
    'what a spreadsheet made of "- manis, dingin"',
    Buffer.from('nama,harga,kategori,deskripsi\nKopi,1,Kopi,#NAME?'),
    'row 2, description: "#NAME?" is a text that the spreadsheet took for a formula',
  ],
  [
    'a JSON category twice',
    Buffer.from(
      '{"products":[{"name":"A","price":1,"category":"Kopi"}],"categories":[{"name":"Kopi"},{"name":"Kopi"}]}',
    ),
    'categories: "Kopi" stands there twice.',
  ],
  ['a JSON list of something else', Buffer.from('{"products":[],"banks":{}}'), 'banks'],
  [
    'a JSON price with half a rupiah',
    Buffer.from('[{"_id":"a","name":"A","price":24.5,"category":"Kopi"}]'),
    'products[0], price: does not fit: a price is in whole rupiah',
  ],
  [
    'a JSON price in words',
    Buffer.from('[{"_id":"a","name":"A","price":"dua belas","category":"Kopi"}]'),
    'products[0], price: does not fit: a price is in whole rupiah',
  ],
  [
    'a JSON tag of spaces',
    Buffer.from('[{"_id":"a","name":"A","price":1,"category":"Kopi","tags":["Panas"," "]}]'),
    'products[0], tags: does not fit: a tag has no name',
  ],
  [
    'a JSON category of spaces',
    Buffer.from('[{"_id":"a","name":"A","price":1,"category":" "}]'),
    'products[0], category: does not fit: every product needs one',
  ],
  [
    'a JSON category that is not listed, below another fault',
    Buffer.from('{"products":[{},{"_id":"a","name":"A","price":1,"category":"Teh"}],"categories":[{"name":"Kopi"}]}'),
    'products[1], category: "Teh" is not among the categories',
  ],
])('as a menu, %s is refused in words', async (what, content, word) => {
  const refused = await owner({ DATA_DIR: join(folder, 'refusing') }, 'menu', 'import', await file('refused', content));

  expect([what, refused.code]).toEqual([what, 1]);
  expect(refused.err).toContain(word);
});

test.each([
  ['a CSV in UTF-8', '\uFEFFnama,harga,kategori\nKopi,1,Kopi', 'utf8'],
  ['a CSV in UTF-16', '\uFEFFnama,harga,kategori\nKopi,1,Kopi', 'utf16le'],
  ['a JSON', '\uFEFF[{"_id":"kopi","name":"Kopi","price":1,"category":"Kopi"}]', 'utf8'],
] as const)('%s is read without the mark that Windows puts before a text', (_, text, encoding) => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };

  const { menu, faults } = readMenuFile(Buffer.from(text, encoding), none);

  expect([menu.products, faults]).toMatchObject([[{ _id: 'kopi', name: 'Kopi', price: 1 }], []]);
});

test.for([
  ['\n', '\n'],
  ['\r\n', '\r\n'],
  ['\r', '\r'],
  ['\r\n', '\n'],
  ['\n', '\r\n'],
])('a CSV is read whose rows end with %j, also when the last but one ends with %j', ([usual, odd]) => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const rows = ['nama,harga,kategori,deskripsi', 'Kopi,1,Minum,"dua\r\nbaris"', 'Teh,2,Minum,panas', 'Susu,3,Minum,""'];
  const text = `${rows.slice(0, 3).join(usual)}${odd}${rows[3]}${usual}`;

  const { menu, faults } = readMenuFile(Buffer.from(text), none);

  expect(faults).toEqual([]);
  expect(menu.products).toMatchObject([
    { name: 'Kopi', description: 'dua\r\nbaris' },
    { name: 'Teh', description: 'panas' },
    { name: 'Susu', description: '' },
  ]);
});

test.for([
  ['sep=;\r\n', ';'],
  ['"SEP=|"\n', '|'],
  ['\uFEFFsep=\t\r\n', '\t'],
] as const)('a CSV that tells a spreadsheet by %j what divides it is read by that', ([said, sign]) => {
  const current = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const rows = [
    ['nama', 'harga', 'kategori'],
    ['Kopi, susu', '9.000', 'Kopi'],
    ['Teh', 'delapan', 'Teh'],
  ];

  const { menu, faults } = readMenuFile(Buffer.from(said + rows.map((cells) => cells.join(sign)).join('\n')), current);

  expect(menu.products).toMatchObject([{ name: 'Kopi, susu', price: 9_000, category: 'Kopi' }, { name: 'Teh' }]);
  expect(faults).toMatchObject([{ where: 'row 3', field: 'price' }]);
});

test.for([';', ',', '\t'])('a CSV with new prices needs no more than two columns, divided by %j', (sign) => {
  const sold = {
    _id: 'teh',
    name: 'Teh',
    price: 8_000,
    category: 'Teh',
    description: '',
    image_url: '',
    stars: 0,
    tags: [],
  };
  const current = { products: [sold], categories: [{ name: 'Teh' }], tags: [], banks: [], mini_markets: [] };

  const { menu, faults } = readMenuFile(Buffer.from(`nama${sign}harga\nTeh${sign}9.000\n`), current);

  expect([menu.products, faults]).toEqual([[{ ...sold, price: 9_000 }], []]);
});

test('a field that a JSON’s product does not have is named, not read past', () => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const file = {
    products: [{ id: 'kopi-1', name: 'Kopi', price: 1, category: 'Kopi', avaliable: false }],
    banks: [{ _id: 'bank-tepi', name: 'Bank Tepi', image: 'tepi.svg' }],
  };

  const { faults } = readMenuFile(Buffer.from(JSON.stringify(file)), none);

  expect(faults).toMatchObject([
    { where: 'products[0]', field: 'id', message: expect.stringMatching(/^is no field; there are _id, name, /) },
    { where: 'products[0]', field: 'avaliable' },
    { where: 'banks[0]', field: 'image', message: 'is no field; there are _id, name, image_url.' },
  ]);
});

test('a JSON that leaves no way to pay is refused', () => {
  const products = [{ name: 'Kopi', price: 1, category: 'Kopi' }];
  const bank = { _id: 'bank-tepi', name: 'Bank Tepi', image_url: '' };
  const current = { products: [], categories: [], tags: [], banks: [bank], mini_markets: [] };
  const faultsOf = (more: object) => readMenuFile(Buffer.from(JSON.stringify({ products, ...more })), current).faults;

  expect(faultsOf({ banks: [] })).toMatchObject([{ where: 'banks' }]);
  expect(faultsOf({ banks: [], mini_markets: [] })).toMatchObject([{ where: 'banks' }]);
  expect(faultsOf({ mini_markets: [] })).toEqual([]);
  expect(faultsOf({ banks: [], mini_markets: [bank] })).toEqual([]);
});

test('a price may be written as people write it, and a doubtful one is none', () => {
  const sure = [
    '24000',
    '24.000',
    '24,000',
    'Rp24.000',
    'Rp. 24.000',
    'rp 24000',
    '24.000,00',
    '24,000.00',
    'Rp24.000,-',
  ];
  const doubtful = [
    '',
    '-',
    ',-',
    '24,5',
    '24.00',
    '2.4000',
    '24.000,5',
    '24.000.00',
    'Rp',
    '-24000',
    '24k',
    '24.000-',
  ];

  expect(sure.map(priceFrom)).toEqual(sure.map(() => 24_000));
  expect(doubtful.map(priceFrom)).toEqual(doubtful.map(() => undefined));
});

test('a JSON with a price as it is written on a board, and with a tag twice, says what it means', async () => {
  const environment = { DATA_DIR: join(folder, 'board') };
  const menu = '[{"_id":"a","name":"A","price":"24.000","category":"Kopi","tags":["Panas","Panas"]}]';
  await owner(environment, 'menu', 'export');

  const imported = await owner(environment, 'menu', 'import', await file('board.json', menu));

  expect([imported.code, imported.err]).toEqual([0, '']);
  expect(JSON.parse((await owner(environment, 'menu', 'export')).out).products).toMatchObject([
    { _id: 'a', price: 24_000, tags: [{ name: 'Panas' }] },
  ]);
});

test('a JSON that is a plain list of products gets their ids from their names, as a CSV does', () => {
  const none = { products: [], categories: [], tags: [], banks: [], mini_markets: [] };
  const list = [
    { name: 'Kopi Susu – Gula Aren!', price: 24_000, category: 'Kopi' },
    { _id: '', name: 'Teh', price: 8_000, category: 'Teh' },
    { name: '!', price: 1, category: 'Kopi' },
    { price: 1, category: 'Kopi' },
    'Teh Tarik',
  ];

  const { menu, faults } = readMenuFile(Buffer.from(JSON.stringify(list)), none);

  expect(menu.products.map(({ _id }) => _id)).toEqual(['kopi-susu-gula-aren', 'teh']);
  expect(faults).toMatchObject([
    { where: 'products[2]', field: '_id', message: 'is missing.' },
    { where: 'products[3]', field: '_id', message: 'is missing.' },
    { where: 'products[3]', field: 'name', message: 'is missing.' },
    { where: 'products[4]' },
  ]);
});

test('a menu is not written as JSON into what a spreadsheet would take for its own', async () => {
  const path = join(folder, 'menu.XLSX');

  const { code, err } = await owner({ DATA_DIR: join(folder, 'workbook') }, 'menu', 'export', path);

  expect([code, err]).toEqual([1, `${path} would be no workbook; a spreadsheet opens a file that ends with .csv.`]);
  expect(readdirSync(folder)).not.toContain('menu.XLSX');
});

test('what is missing or is no file is said without the words of an operating system', async () => {
  const environment = { DATA_DIR: join(folder, 'plain-words') };
  await writeFile(join(folder, 'empty.png'), '');
  const menu = await file('empty-picture.csv', 'nama,harga,kategori,gambar\nKopi,1,Kopi,empty.png');
  const faults = [
    [['menu', 'import'], 'FILE is missing.'],
    [['menu', 'available'], 'NAME and yes|no is missing.'],
    [['menu', 'available', 'kopi'], 'yes|no is missing.'],
    [['order'], 'NUMBER is missing.'],
    [['menu', 'import', join(folder, 'nowhere.csv')], 'There is no '],
    [['menu', 'import', folder], ' is a folder, not a file.'],
    [['menu', 'export', join(folder, 'nowhere', 'menu.csv')], 'There is no '],
    [['menu', 'import', menu, '--images', folder], '"empty.png" is empty.'],
    [['menu', 'import', menu, '--images', join(folder, 'nowhere')], ' is not a folder.'],
  ] as const;

  for (const [words, sentence] of faults) {
    const { err } = await owner(environment, ...words);
    expect(err).toContain(sentence);
    expect(err.replaceAll(folder, '')).not.toMatch(/E[A-Z]{4,}|operation|directory/);
  }
});

/** Gives up root's rights until the test ends and `afterwards` has run, because nothing can be locked for root. */
async function asNobodySpecial(afterwards: () => Promise<void>) {
  const isRoot = process.geteuid?.() === 0;
  onTestFinished(async () => {
    if (isRoot) process.seteuid?.(0);
    await afterwards();
  });
  if (isRoot) process.seteuid?.('nobody');
}

test('a shop that this user may not look at is not said to be gone', async () => {
  const dataDir = await mkdtemp(join(folder, 'somebody-elses-'));
  const data = await openSqlite(dataDir);
  await data.destroy();
  await chmod(folder, 0o755);
  await chmod(dataDir, 0o000);
  await asNobodySpecial(() => chmod(dataDir, 0o700));
  const refused = {
    code: 1,
    err: `${join(dataDir, 'kedai.sqlite')} or its folder belongs to somebody else: this user may not open it.`,
  };

  for (const words of [['orders'], ['customers'], ['backup', join(folder, 'copy-of-it.sqlite')]])
    expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([words, refused]);
  const { code, out } = await owner({ DATA_DIR: dataDir }, 'doctor');

  expect(code).toBe(1);
  expect(out).toContain(`FAULT    data        ${refused.err}`);
});

const isRoot = had(process.geteuid?.() === 0, 'not root: what root makes in the folder of another user was not tried.');

test.runIf(isRoot)('a shop that root makes in the folder of another user is that user’s', async () => {
  const nobody = 65_534;
  const [first, second] = [join(folder, 'root-imports'), join(folder, 'root-restores')];
  for (const dataDir of [first, second]) {
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, nobody, nobody);
  }
  const copy = join(folder, 'of-root.sqlite');

  await owner({ DATA_DIR: first }, 'menu', 'export', join(folder, 'of-root.json'));
  await owner({ DATA_DIR: first }, 'backup', copy);
  expect(await owner({ DATA_DIR: second }, 'restore', copy)).toMatchObject({ code: 0 });

  for (const dataDir of [first, second]) expect((await stat(join(dataDir, 'kedai.sqlite'))).uid).toBe(nobody);
});

test.runIf(isRoot)('a picture that root brings to the shop of another user is shown by it', async () => {
  const dataDir = join(folder, 'root-brings-pictures');
  const photos = join(folder, 'photos-of-root');
  for (const one of [dataDir, photos]) await mkdir(one, { mode: 0o700 });
  await chown(dataDir, 65_534, 65_534);
  await writeFile(join(photos, 'kopi.svg'), '<svg viewBox="0 0 1 1"/>');
  await writeFile(join(photos, 'menu.csv'), 'name,price,category,image\nKopi,1000,Kopi,kopi.svg\n');
  // On many machines root's files are readable by root only.
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));

  expect(
    await owner({ DATA_DIR: dataDir }, 'menu', 'import', join(photos, 'menu.csv'), '--images', photos),
  ).toMatchObject({
    code: 0,
  });
  await chmod(folder, 0o755);
  await asNobodySpecial(async () => {});

  const [picture = ''] = await readdir(join(dataDir, 'images', 'products'));
  expect(await readFile(join(dataDir, 'images', 'products', picture), 'utf8')).toContain('<svg');
});

test('data that this user may only read are no shop to open, but one to look into and to back up', async () => {
  const dataDir = await mkdtemp(join(folder, 'only-read-'));
  const data = await openSqlite(dataDir);
  await prepareDatabase(data, { menu: async () => fixtureMenu });
  await data.destroy();
  await chmod(folder, 0o755);
  await chmod(dataDir, 0o777);
  await chmod(join(dataDir, 'kedai.sqlite'), 0o444);
  await asNobodySpecial(() => chmod(dataDir, 0o700));
  const database = await openSqlite(dataDir);

  const prepared = prepareDatabase(database, { menu: async () => fixtureMenu });

  await expect(prepared).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
  await database.destroy();
  expect(await owner({ DATA_DIR: dataDir }, 'doctor')).toMatchObject({
    code: 1,
    out: expect.stringContaining('kedai.sqlite may only be read by this user: no order can be stored.'),
  });
  for (const words of [['orders'], ['customers'], ['menu', 'export'], ['backup', join(dataDir, 'copy.sqlite')]])
    expect([words, await owner({ DATA_DIR: dataDir }, ...words)]).toMatchObject([words, { code: 0, err: '' }]);
  const [{ name } = { name: '' }] = fixtureMenu.products;
  expect(await owner({ DATA_DIR: dataDir }, 'menu', 'available', name, 'no')).toMatchObject({
    code: 1,
    out: '',
    err: 'The data cannot be written: its disk, its folder or its file is closed to this user.',
  });
});

test.each([
  [{ code: 'SQLITE_FULL' }, 'There is no space left on the disk.'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'There is no space left on the disk.'],
  [{ code: 'ENOSPC', path: 'usb/menu.csv' }, 'There is no space left for usb/menu.csv.'],
  [
    { code: 'EACCES', syscall: 'stat', path: 'usb' },
    'usb or its folder belongs to somebody else: this user may not open it.',
  ],
  [
    { code: 'SQLITE_READONLY_DIRECTORY' },
    'The data cannot be written: its disk, its folder or its file is closed to this user.',
  ],
  [{ code: 'SQLITE_BUSY' }, 'Another program keeps the data locked; try again later.'],
  [{ code: '55P03' }, 'Another program keeps the data locked; try again later.'],
  [{ code: 'SQLITE_CORRUPT' }, 'It could not be done: words of a machine.'],
  [{ code: '53300' }, 'It could not be done: words of a machine.'],
  [{}, undefined],
])('what keeps a command from going on is a sentence: %j', (facts, sentence) => {
  expect(troubleInWords(Object.assign(new Error('words of a machine'), facts))).toBe(sentence);
});

test('a file for which there is no room is not begun, and what was there before stays', async () => {
  const place = await mkdtemp(join(folder, 'room-'));
  const before = join(place, 'before.csv');
  await writeFile(before, 'an evening of work');
  const program = `import { writeWhole } from ${JSON.stringify(new URL('../../server/commands/into-place.ts', import.meta.url))};
    for (const path of process.argv.slice(1)) await writeWhole(path, 'x'.repeat(100_000)).catch(({ code }) => console.log(code));`;

  // Limits files to eight blocks, so that a write fails as on a full disk.
  const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)('sh', [...limited, before, join(place, 'new.csv')]);

  expect(stdout).toBe('EFBIG\nEFBIG\n');
  expect([await readdir(place), await readFile(before, 'utf8')]).toEqual([['before.csv'], 'an evening of work']);
});

test('a picture that could not be kept leaves nothing of itself', async () => {
  const place = await mkdtemp(join(folder, 'images-'));
  // A folder stands in the file's place, so that keeping it fails at the end, as on a full disk.
  await mkdir(join(place, 'products', 'kopi.webp'), { recursive: true });

  const kept = keepPicture(place, 'products', [{ name: 'kopi.webp', bytes: Buffer.from('a picture') }]);

  await expect(kept).rejects.toThrow();
  expect(await readdir(join(place, 'products'))).toEqual(['kopi.webp']);
});

test.runIf(hasStrace)('a picture and its name are on the disk before a menu names it', async () => {
  const place = await mkdtemp(join(folder, 'images-'));

  const calls = await traced([process.pid], join(folder, 'trace'), () =>
    keepPicture(place, 'products', [{ name: 'kopi.webp', bytes: Buffer.from('a picture') }]),
  );

  const synced = calls.map(({ line }) => /<([^>]+)>\)/.exec(line)?.[1]).filter((path) => path?.startsWith(place));
  expect(synced).toEqual([expect.stringMatching(/products\/\.kopi\.webp\.\d+$/), join(place, 'products')]);
});

test('an import says how far its pictures are', async () => {
  const photos = await mkdtemp(join(folder, 'slow-'));
  for (const name of ['kopi.jpg', 'teh.jpg']) await writeFile(join(photos, name), await photo(200, 200));
  const rows = [
    'nama,harga,kategori,gambar',
    'Kopi,9000,Kopi,kopi.jpg',
    'Teh,9000,Teh,teh.jpg',
    'Teh Es,9000,Teh,teh.jpg',
  ];
  const path = await file('slow.csv', [...rows, 'Air,0,Teh,'].join('\n'));
  const said: string[] = [];

  await runCommand(
    ['menu', 'import', path, '--images', photos],
    { DATA_DIR: join(folder, 'slow') },
    { say: (text) => void said.push(text), warn: () => {}, ring: () => {}, progress: (text) => void said.push(text) },
  );

  expect(said.slice(0, -2)).toEqual(['Picture 1 of 2 …', 'Picture 2 of 2 …', '']);
});

test.for([
  [true, ['\rPicture 1 of 2 …\x1b[K', '\r\x1b[K']],
  [false, []],
] as const)('how far a command is stands on a line of a terminal (%s) and nowhere else', ([isTTY, lines]) => {
  const stderr = Object.assign(Object.create(process.stderr), { isTTY });
  const written: string[] = [];
  vi.spyOn(stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr);
  onTestFinished(() => void vi.restoreAllMocks());

  for (const text of ['Picture 1 of 2 …', '']) processTerminal.progress?.(text);

  expect(written).toEqual(lines);
});

test('a photo as iPhones take it is called what it is', async () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)]);

  await expect(makePicture('products', 'IMG_0001.HEIC', heic)).rejects.toThrow('is HEIC, as iPhones take photos: save');
});

test('a photograph smaller than the storefront shows it stays as it is, in one size', async () => {
  const small = await makePicture('products', 'Kecil Sekali.jpg', await photo(300, 200));

  expect(small.name).toMatch(/^kecil-sekali-[0-9a-f]{8}\.webp$/);
  expect(small.files.map(({ name }) => name)).toContain(small.name);
  for (const { bytes } of small.files) expect((await sharp(bytes).metadata()).height).toBe(200);
});

test('an SVG keeps its drawing and loses what acts, loads or links', () => {
  const svg = `<?xml version="1.0"?><svg viewBox="0 0 9 9" onload="alert(1)"><script>alert(2)</script><style>.a{fill:red}</style>
    <style>@import url(https://evil.example);</style><a href="javascript:alert(3)"><path d="M1 1"/></a>
    <path class="a" d="M0 0h9" onclick="x()" style="fill:url(https://evil.example)" fill="url(#g)"/>
    <path fill="url('#g')" stroke="url( #g )" mask="url('https://evil.example')" filter="url( &quot; //evil.example)"
      clip-path="IMAGE-SET('//evil.example' 1x)" style="mask:image('//evil.example')"/>
    <image href="https://evil.example/x.png"/><use xlink:href="#g"/><use href="https://evil.example#g"/>
    <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject><text>a &amp; b &lt;i&gt;</text></svg>`;

  const clean = sanitisedSvg(Buffer.from(svg)).toString();

  expect(clean).toContain('<path class="a" d="M0 0h9" fill="url(#g)">');
  expect(clean).toContain(`<path fill="url('#g')" stroke="url( #g )">`);
  expect(clean).toContain('<style>.a{fill:red}</style>');
  expect(clean).toContain('<use href="#g">');
  expect(clean).toContain('a &amp; b &lt;i&gt;');
  expect(clean).not.toMatch(/script|alert|evil|onload|onclick|foreign|image|import/i);
  expect(sanitisedSvg(Buffer.from(clean)).toString()).toBe(clean);
  for (const bad of ['<svg><path></svg>', '<html/>', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', '<svg', '']) {
    expect(() => sanitisedSvg(Buffer.from(bad))).toThrow();
  }
});

test.each([
  'fill:ur<!-- -->l(http://evil.example)',
  'fill:ur<![CDATA[l(http://evil.example)]]>',
  '<![CDATA[fill:ur]]><![CDATA[l(http://evil.example)]]>',
  'fill:ur<a/>l(http://evil.example)',
  'fill:ur<g>x</g>l(http://evil.example)',
  'fill:ur<?x?>l(http://evil.example)',
  'fill:u&#114;l(http://evil.example)',
  'fill:UR<!-- -->L(http://evil.example)',
  'fill:u\\<!-- -->72l(http://evil.example)',
  'mask:image-set("http://evil.example" 1x)',
  'mask:-webkit-image-set("http://evil.example" 1x)',
  'mask:image("http://evil.example")',
  'mask:src("http://evil.example")',
  '}@<!-- -->import "http://evil.example";*{',
  '}@<!-- -->font-face{font-family:"http://evil.example"}*{',
])('an SVG whose style would load from elsewhere loses that style: %s', (style) => {
  const svg = `<svg><style>*{${style}}</style><style>.a{fill:<!-- why -->red}</style></svg>`;

  const clean = sanitisedSvg(Buffer.from(svg)).toString();

  expect(clean).toBe('<svg xmlns="http://www.w3.org/2000/svg"><style></style><style>.a{fill:red}</style></svg>');
});
