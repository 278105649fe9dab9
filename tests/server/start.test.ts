import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { shop as facts } from '#core/shop';
import packageFile from '../../package.json' with { type: 'json' };
import { openDatabase } from '../../server/database/open.ts';
import { type Home, onSqliteAndLongOnPostgres } from '../support/databases.ts';
import { DidNotOpen, type StartOptions, startMs } from '../support/start-shop.ts';
import { orderBodyFor, wholeAddress } from './order-fixture.ts';
import { newcomer, start } from './running-shop.ts';
import { tlsFiles } from './test-certificate.ts';
import { folder } from './test-folder.ts';

/** The output of a shop that does not open. */
const refusalOf = async (options: StartOptions) => {
  const fault = await start(options).catch((error: unknown) => error);
  if (!(fault instanceof DidNotOpen)) throw new Error('The shop opened.');
  return fault;
};

let taken: Server;
beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(() => void taken.close());

test('a shop that cannot open says why in one sentence, without a stack, and ends with 1', async () => {
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const databaseUrl = 'postgres://kedai:rahasia@127.0.0.1:1,[::1]:1/kedai';
  const faults = [
    [{ dataDir: join(folder, 'data'), port }, /^Port \d+ sudah dipakai; pilih yang lain dengan PORT\.$/],
    [{ databaseUrl }, /^PostgreSQL di DATABASE_URL tidak bisa dihubungi: .*ECONNREFUSED/],
    [{ env: { ...tlsFiles, TLS_KEY: tlsFiles.TLS_CERT } }, /^TLS_KEY .* bukan kunci pribadi/],
    [{ dataDir: join(folder, 'data'), env: { HOST: '192.0.2.1' } }, /^HOST 192\.0\.2\.1 bukan alamat mesin ini\.$/],
  ] as const;

  const refusals = await Promise.all(faults.map(([options]) => refusalOf(options)));

  for (const [at, [, sentence]] of faults.entries()) {
    const { code, stderr } = refusals[at] ?? {};
    expect(stderr?.trim()).toMatch(sentence);
    expect(stderr?.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('rahasia');
    expect(code).toBe(1);
  }
});

test('data that cannot be opened is refused in one sentence', async () => {
  const file = join(folder, 'a-file');
  const foreign = join(folder, 'foreign');
  await writeFile(file, 'no folder');
  await mkdir(foreign, { mode: 0o700 });
  await writeFile(join(foreign, 'kedai.sqlite'), 'no database '.repeat(1_000));

  for (const [dataDir, sentence] of [
    [join(file, 'data'), /^Folder data .* tidak bisa ditulisi \(ENOTDIR\)/],
    ['/proc/kedai', /^Folder data \/proc\/kedai tidak bisa ditulisi/],
    [foreign, /bukan basis data kedai ini/],
  ] as const)
    await expect(openDatabase({ dataDir, databaseUrl: undefined })).rejects.toThrow(sentence);
});

test('a shop whose facts cannot be read says so in one sentence, as do its commands that need them, and ends with 1', async () => {
  const root = join(import.meta.dirname, '..', '..');
  const copy = join(folder, 'copy');
  for (const part of ['server', 'core', 'package.json'])
    await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const ours = await readFile(join(root, 'shop.config.json'), 'utf8');
  await writeFile(join(copy, 'shop.config.json'), ours.replace('"dineIn": true,', '"dineIn": true'));
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(copy, 'data') };
  const says = async (...words: string[]) => {
    const child = spawn(process.execPath, words, { cwd: copy, env });
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const [status] = await once(child, 'exit');
    return { status, words: (await out) + (await err) };
  };

  const [started, looked] = await Promise.all([says('server/main.mjs'), says('server/cli.ts', 'doctor')]);

  expect(started.words).toMatch(
    /^shop\.config\.json tidak bisa dibaca: Expected ',' or '}' .* \(line \d+ column 3\)\.\n$/,
  );
  expect(looked.words).toContain(started.words.trim());
  expect(looked.words).not.toContain('    at ');
  expect([started.status, looked.status]).toEqual([1, 1]);
});

onSqliteAndLongOnPostgres('a shop that is started', (newHome) => {
  test('prints its address, its data folder and how to stop it, and is closed at once, also with silent connections', async () => {
    const { settings } = await newHome();
    const shop = await start(settings);
    const silent = connect(Number(new URL(shop.url).port), '127.0.0.1').resume();
    await once(silent, 'connect');

    expect(shop.output()).toMatch(
      settings.databaseUrl
        ? /^Kedai buka di http:\/\/127\.0\.0\.1:\d+\nData ada di PostgreSQL .*\nCtrl\+C menutupnya\.\n/
        : /^Kedai buka di http:\/\/127\.0\.0\.1:\d+\nData ada di \/.*kedai\.sqlite\nCtrl\+C menutupnya\.\n/,
    );
    await expect.poll(() => shop.output()).toContain('masih memuat teks contoh');
    // Sent later, so when it is answered, the shop has accepted both connections.
    await (await fetch(`${shop.url}/api/health`)).text();
    const hungUp = once(silent, 'close');
    // 1 would mean that it gave up waiting.
    expect(await shop.stop()).toBe(0);
    await hungUp;
  });

  test('F8, F9: three at once for the first time prepare its data once', async () => {
    const { settings } = await newHome('empty');

    const shops = await Promise.all([start(settings), start(settings), start(settings)]);

    for (const { url } of shops) {
      expect((await (await fetch(`${url}/api/regions/provinces`)).json()).count).toBe(38);
    }
    const lists = await Promise.all(shops.map(async ({ url }) => (await fetch(`${url}/api/products`)).text()));
    expect(new Set(lists).size).toBe(1);
  });

  test('F9: killed during its very first start opens at the next one', async () => {
    const home = await newHome('empty');
    const { settings } = home;

    for (const reached of stagesOfFirstStart(home)) await killAt(reached, settings);
    const shop = await start(settings);

    expect((await (await fetch(`${shop.url}/api/regions/regences?code=31`)).json()).count).toBe(6);
  });

  test('keeps accounts, carts, addresses and orders when it is closed and opened again, also those it has just accepted', async () => {
    const { settings } = await newHome();
    const CACHE_DIRECTORY = await mkdtemp(join(folder, 'compiled-code-'));
    // At any time, one of these two zones has another date than the shop.
    const before = await start({ ...settings, env: { TZ: 'Etc/GMT+12', CACHE_DIRECTORY } });
    const headers = await newcomer(before, 'budi');
    const [body, orders] = [await orderBodyFor(before), `${before.url}/api/orders`];
    const placed = await (await fetch(orders, { method: 'POST', headers, body })).json();
    const address = { method: 'POST', headers, body: JSON.stringify(wholeAddress) };
    await fetch(`${before.url}/api/delivery-address`, address);
    const items = [{ _id: placed.order_items[0].product, qty: 3 }];
    await fetch(`${before.url}/api/carts`, { method: 'PUT', headers, body: JSON.stringify({ items }) });
    const placing = Array.from({ length: 5 }, (_, i) =>
      fetch(orders, { method: 'POST', headers: { ...headers, 'idempotency-key': `t${i}` }, body }).then(
        (answer) => answer.status,
        () => 'refused',
      ),
    );
    const stopping = Promise.any(placing).then(() => before.stop());
    const accepted = (await Promise.all(placing)).filter((status) => status === 201);
    expect(await stopping).toBe(0);
    const compiled = await readdir(CACHE_DIRECTORY, { recursive: true });

    const after = await start({ ...settings, env: { TZ: 'Etc/GMT-14', CACHE_DIRECTORY } });

    const { data: listed } = await (await fetch(`${after.url}/api/orders`, { headers })).json();
    expect([listed.length, listed.at(-1)]).toEqual([accepted.length + 1, placed]);
    expect(await (await fetch(`${after.url}/api/delivery-address`, { headers })).json()).toEqual([
      { ...wholeAddress, _id: expect.any(String) },
    ]);
    expect((await (await fetch(`${after.url}/api/carts`, { headers })).json()).items).toMatchObject([{ qty: 3 }]);
    const last = await (await fetch(`${after.url}/api/orders`, { method: 'POST', headers, body })).json();
    for (const { order_number, created_at } of [placed, last]) {
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: facts.timeZone, dateStyle: 'short' }).format(
        Date.parse(created_at),
      );
      expect(order_number).toContain(`-${day.slice(2).replaceAll('-', '')}-`);
    }
    expect(compiled.length).toBeGreaterThan(100);
    await after.stop();
    expect(await readdir(CACHE_DIRECTORY, { recursive: true })).toEqual(compiled);
  });
});

test("a shop opened by npm start receives npm's signals, and treats a repeated one as one", async () => {
  const command = packageFile.scripts.start.split(' && ').at(-1);
  // As npm runs it, but in a process group of its own, so that nothing outlives the test.
  const shell = spawn('sh', ['-c', `true && ${command}`], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'by-npm') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(shell, 'exit');
  onTestFinished(() => {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has ended already.
    }
  });
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: startMs }).toContain('Ctrl+C');
  const customer = connect(Number(/:(\d+)/.exec(said)?.[1]), '127.0.0.1').setEncoding('utf8');
  const body = '{"email":"sari@example.com","password":"kopi124"}';
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Expect: 100-continue'];
  customer.write([...head, `Content-Length: ${body.length}`, '', ''].join('\r\n'));
  const [accepted] = await once(customer, 'data');

  // Two different signals, because the kernel merges two equal ones.
  shell.kill('SIGTERM');
  shell.kill('SIGINT');
  customer.write(body);

  const [answer] = await once(customer, 'data');
  expect([accepted, answer]).toEqual([expect.stringContaining(' 100 '), expect.stringContaining(' 401 ')]);
  expect(await ended).toEqual([0, null]);
});

/** Moments of a first start as seen from outside: by the size of its file, or by the statement that PostgreSQL executes. */
function stagesOfFirstStart(home: Home): (() => Promise<boolean>)[] {
  if (home.kind === 'SQLite') {
    return [0, 1, 4_000_000].map((bytes) => async () => {
      const files = await readdir(home.settings.dataDir);
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(home.settings.dataDir, file))).size));
      return files.length > 0 && sizes.reduce((sum, size) => sum + size, 0) >= bytes;
    });
  }
  return ['create table', 'insert into regions', 'insert into "products"'].map((statement) => async () => {
    const watcher = await home.open();
    const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(watcher);
    await watcher.destroy();
    return rows.some(({ query }) => query.includes(statement));
  });
}

/** Starts a shop and kills it once `reached` is true, or once it has opened. */
async function killAt(reached: () => Promise<boolean>, { dataDir, databaseUrl }: Home['settings']) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.mjs')], {
    env: { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let opened = false;
  child.stdout.once('data', () => {
    opened = true;
  });
  while (!opened && !(await reached().catch(() => false)));
  child.kill('SIGKILL');
  await ended;
}
