import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../../server/commands/run-command.ts';
import { openSqlite, openSqliteFile } from '../../../server/database/open.ts';
import { makePicture } from '../../../server/menu/make-picture.ts';
import { type Home, migrateUpTo } from '../../support/databases.ts';
import { anOrderOf, tap } from '../order-fixture.ts';
import { newcomer, start } from '../running-shop.ts';
import { openShop } from '../shop.ts';
import { folder } from '../test-folder.ts';
import { file, owner, photo, prepareShop, smallPicture } from './owner.ts';

test('F44: a shop that is open is not restored, and keeps every order; closed, it is kept beside the restored one', async () => {
  const dataDir = join(folder, 'open-meanwhile');
  const environment = await prepareShop(dataDir);
  const backup = join(folder, 'meanwhile.backup');
  const shop = await start({ dataDir });
  const sari = await newcomer(shop, 'sari-open');
  expect((await owner(environment, 'backup', backup)).code).toBe(0);
  await fetch(`${shop.url}/api/carts`, { method: 'PUT', headers: sari, body: '{"items":[]}' });

  const refused = await owner(environment, 'restore', backup, '--yes');

  expect([refused.code, refused.err]).toEqual([
    1,
    `Kedai di ${dataDir} sedang buka, atau perintah lain memakai datanya: tutup dulu, lalu pulihkan lagi.`,
  ]);
  expect((await fetch(`${shop.url}/api/carts`, { headers: sari })).headers.get('etag')).toBe('"1"');
  await shop.stop();
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');
  expect([restored.code, restored.err]).toEqual([0, '']);
  const revisions = [join(dataDir, 'kedai.sqlite'), restored.data().keptAs].map((path) => {
    const file = new SqliteFile(path, { readonly: true });
    const revision = file.prepare('select revision from carts').pluck().get() as number;
    file.close();
    return revision;
  });
  // Below all before it, so that phones recognise a restored shop (fault F44).
  expect(revisions).toEqual([expect.any(Number), 1]);
  expect(revisions[0]).toBeLessThan(0);
  expect((await owner(environment, 'doctor', '--json')).data().sound).toBe(true);
});

test('no process opens the shop during a restore, and nothing of the former file is left beside the new one', async () => {
  const dataDir = join(folder, 'held');
  const environment = await prepareShop(dataDir);
  const path = join(dataDir, 'kedai.sqlite');
  const backup = join(folder, 'held.backup');
  await mkdir(join(dataDir, 'images', 'products'), { recursive: true });
  await owner(environment, 'backup', backup);
  // Copying what is replaced warns of it, while the restore is under way.
  await writeFile(join(dataDir, 'images', 'products', 'Café.jpg'), await smallPicture());
  const codes: unknown[] = [];
  const open = () => {
    const other = new SqliteFile(path, { timeout: 0 });
    try {
      other.pragma('journal_mode = WAL');
    } catch (error) {
      codes.push((error as { code?: unknown }).code);
    } finally {
      other.close();
    }
  };

  const code = await runCommand(['restore', backup, '--yes'], environment, { say: () => {}, warn: open });

  expect([code, codes]).toEqual([0, ['SQLITE_BUSY']]);
  expect((await readdir(dataDir)).map((name) => name.replace(/before-restore-.*?Z/, 'before'))).toEqual([
    'before.sqlite',
    'images',
    'kedai.sqlite',
  ]);
});

test('a shop that starts during a restore waits, and opens the restored file', async () => {
  const dataDir = join(folder, 'started-meanwhile');
  await prepareShop(dataDir);
  const [path, other] = [join(dataDir, 'kedai.sqlite'), join(dataDir, 'other.sqlite')];
  await copyFile(path, other);
  const restored = new SqliteFile(other);
  restored.exec("insert into tags values ('restored', 99)");
  restored.close();
  const holding = spawn(process.execPath, [
    '-e',
    `const file = new (require('better-sqlite3'))(${JSON.stringify(path)});
     file.pragma('journal_mode = DELETE');
     file.exec('begin exclusive');
     console.log('held');
     setTimeout(() => {
       require('node:fs').renameSync(${JSON.stringify(other)}, ${JSON.stringify(path)});
       file.close();
     }, 500);`,
  ]);
  await once(holding.stdout, 'data');

  const database = await openSqlite(dataDir);

  expect(await database.selectFrom('tags').where('position', '=', 99).select('name').execute()).toEqual([
    { name: 'restored' },
  ]);
  await database.destroy();
});

test('a shop whose database file is a backup, copied by hand, can be backed up and restored', async () => {
  const dataDir = join(folder, 'by-hand');
  const environment = await prepareShop(dataDir);
  const backup = join(folder, 'by-hand.backup');
  const images = join(dataDir, 'images', 'products');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'kopi.jpg'), await smallPicture());
  await owner(environment, 'backup', backup);
  await copyFile(backup, join(dataDir, 'kedai.sqlite'));

  const made = await owner(environment, 'backup', backup, '--yes', '--json');
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect([made.err, made.data().pictures]).toEqual(['', 1]);
  expect([restored.err, restored.data().pictures]).toEqual(['', 1]);
});

/** A shop of its own, which is closed for each command. */
async function shopToBackUp(name: string) {
  const dataDir = join(folder, name);
  const environment = await prepareShop(dataDir);
  const home: Home = { kind: 'SQLite', settings: { dataDir }, open: () => openSqlite(dataDir) };
  let shop = await openShop(home);
  const close = async () => {
    await shop.app.close();
    await shop.database.destroy();
  };
  onTestFinished(close);
  return {
    get shop() {
      return shop;
    },
    environment,
    backup: join(folder, `${name}.backup`),
    /** Runs a command as the owner, with the shop closed. */
    async closedFor(...words: string[]) {
      await close();
      const done = await owner(environment, ...words);
      shop = await openShop(home);
      return done;
    },
    /** Asks as somebody who is signed in by a token. */
    as: (one: { token: string }) => shop.known(one).ask,
    /** The statuses of what each of these asks for. */
    statusesOf: (path: string, ...all: { token: string }[]) =>
      Promise.all(all.map(async (one) => (await shop.known(one).ask('GET', path)).status)),
    /** The body of an order of one piece, paid at a bank. */
    async orderBody() {
      const [{ _id, price }] = (await shop.ask('GET', '/api/products')).body.data;
      const [paymentMethod] = (await shop.ask('GET', '/api/banks')).body.data;
      return anOrderOf(_id, price, 1, { paymentMethod });
    },
  };
}

test('B21: a session that ended after a backup stays ended when that is restored, and so does one that began later', async () => {
  const kept = await shopToBackUp('logged-out');
  const { environment, backup } = kept;
  const [sari, budi] = [await kept.shop.newCustomer(), await kept.shop.newCustomer()];
  await owner(environment, 'backup', backup);
  await sari.ask('POST', '/api/auth/logout');

  const restored = await kept.closedFor('restore', backup, '--yes', '--json');

  expect(await kept.statusesOf('/api/orders', sari, budi)).toEqual([401, 200]);
  expect(restored.data().signInAgain).toEqual({ staff: [], customers: [`${sari.id}@example.com`] });
});

test('B21: a session that a new password has ended stays ended when a backup of before is restored', async () => {
  const kept = await shopToBackUp('new-password');
  const { environment, backup } = kept;
  const [sari, budi] = [await kept.shop.newCustomer(), await kept.shop.newCustomer()];
  await owner(environment, 'backup', backup);
  const { password } = (await owner(environment, 'password', `${sari.id}@example.com`, '--json')).data();

  await kept.closedFor('restore', backup, '--yes');

  expect(await kept.statusesOf('/api/orders', sari, budi)).toEqual([401, 200]);
  const body = { email: `${sari.id}@example.com`, password };
  expect((await kept.shop.ask('POST', '/api/auth/login', { body })).status).toBe(200);
});

test('B58: who was removed after a backup stays removed when that is restored', async () => {
  const kept = await shopToBackUp('removed-since');
  const { shop, environment, backup } = kept;
  const [budi, tini, joko] = [await shop.newStaff('Budi'), await shop.newStaff('Tini'), await shop.newStaff('Joko')];
  await owner(environment, 'backup', backup);
  await owner(environment, 'staff', 'remove', 'Budi');
  await owner(environment, 'staff', 'add', 'Tini', '--owner');
  await joko.ask('DELETE', '/api/staff/session');

  const restored = await kept.closedFor('restore', backup, '--yes');

  expect([restored.err, restored.out.split('\n').at(-1)]).toEqual(['', 'Staf yang harus masuk lagi: Joko.']);
  expect(await kept.statusesOf('/api/counter/board', budi, tini, joko)).toEqual([401, 200, 401]);
  expect((await owner(environment, 'staff', 'list', '--json')).data()).toMatchObject([
    { name: 'Joko' },
    { name: 'Tini', owner: true },
  ]);
});

test('W14, W16: staff have the roles of the backup in a shop of other people, and the till is no customer', async () => {
  const { shop, environment, backup } = await shopToBackUp('other-staff');
  const rina = await shop.newOwner('Rina');
  const [{ _id, name, price }] = (await shop.ask('GET', '/api/products')).body.data;
  const body = { order_items: [{ name, price, qty: 1, product: _id }], subTotal: price };
  const headers = { 'idempotency-key': 'guest' };
  expect((await rina.ask('POST', '/api/counter/orders', { body, headers })).status).toBe(201);
  await owner(environment, 'backup', backup);
  const elsewhere = await shopToBackUp('other-staff-before');
  await elsewhere.shop.newStaff('Budi');

  const restored = await elsewhere.closedFor('restore', backup, '--yes', '--json');

  expect(restored.data()).toMatchObject({ orders: 1, customers: 0 });
  expect((await owner(elsewhere.environment, 'staff', 'list', '--json')).data()).toMatchObject([
    { name: 'Rina', owner: true },
  ]);
});

test('B58: a backup brings no session that the shop did not have, and it is said who must sign in again', async () => {
  const kept = await shopToBackUp('hostile-sessions');
  const { environment } = kept;
  const [sari, mallory] = [await kept.shop.newCustomer(), await kept.shop.newCustomer()];
  const [ani, budi] = [await kept.shop.newStaff('Ani'), await kept.shop.newStaff('Budi')];
  await owner(environment, 'backup', kept.backup);
  const file = new SqliteFile(kept.backup);
  // Both are tokens that the attacker knows: one of a session that exists, one invented.
  const invented = 'x'.repeat(43);
  file.prepare('update sessions set customer_id = ? where customer_id = ?').run(sari.id, mallory.id);
  file.prepare("update customers set email = email || char(10) || 'Kedai' where id = ?").run(mallory.id);
  file
    .prepare("update staff_sessions set token_hash = ? where staff_id = (select id from staff where name = 'Ani')")
    .run(hash('sha256', invented));
  file.exec(`insert into push_subscriptions select 'd', 'https://evil.example', 'p', 'a', customer_id, token_hash, 1
    from sessions limit 1`);
  file.close();

  const restored = await kept.closedFor('restore', kept.backup, '--yes');

  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(await kept.statusesOf('/api/orders', sari, mallory)).toEqual([200, 401]);
  expect(await kept.statusesOf('/api/counter/board', budi, ani, { token: invented })).toEqual([200, 401, 401]);
  expect(await kept.shop.database.selectFrom('push_subscriptions').selectAll().execute()).toEqual([]);
  expect(restored.out.split('\n').slice(2)).toEqual([
    'Staf yang harus masuk lagi: Ani.',
    `Pelanggan yang harus masuk lagi: ${[sari, mallory]
      .map(({ id }) => `${id}@example.com${id === mallory.id ? ' Kedai' : ''}`)
      .sort()
      .join(', ')}.`,
  ]);
});

test('B21, C3: on a new machine everybody signs in again, and no cart revision is one that the lost one may have given', async () => {
  const { shop, environment, backup } = await shopToBackUp('lost-machine');
  const [sari, budi] = [await shop.newCustomer(), await shop.newCustomer()];
  await shop.newStaff('Ani');
  await sari.ask('PUT', '/api/carts', { body: { items: [] } });
  await owner(environment, 'backup', backup);

  for (const [at, isOpened] of [false, true].entries()) {
    const elsewhere = { DATA_DIR: join(folder, `new-machine-${at}`) };
    if (isOpened) await prepareShop(elsewhere.DATA_DIR);
    const restored = await owner(elsewhere, 'restore', backup, '--yes', '--json');

    const emails = [sari, budi].map(({ id }) => `${id}@example.com`).sort();
    expect(restored.data().signInAgain).toEqual({ staff: ['Ani'], customers: emails });
    const file = new SqliteFile(join(elsewhere.DATA_DIR, 'kedai.sqlite'), { readonly: true });
    const left = ['sessions', 'staff_sessions', 'staff_invitations'].map((table) =>
      file.prepare(`select count(*) from ${table}`).pluck().get(),
    );
    const carts = file.prepare('select customer_id, revision < 0 as fresh from carts order by customer_id').all();
    file.close();
    expect(left).toEqual([0, 0, 0]);
    expect(carts).toEqual([sari.id, budi.id].sort().map((id) => ({ customer_id: id, fresh: 1 })));
  }
});

test('C3: a cart revision from before a restore never matches one from after it', async () => {
  const kept = await shopToBackUp('carts-taken-back');
  const { shop, environment, backup, as } = kept;
  const [sari, budi, tini] = [await shop.newCustomer(), await shop.newCustomer(), await shop.newCustomer()];
  const put = async (customer: typeof sari, qty: number, expected: string) => {
    const body = { items: [{ _id: 'tubruk', qty }] };
    const answer = await as(customer)('PUT', '/api/carts', { body, headers: { 'if-match': expected } });
    return { status: answer.status, etag: String(answer.headers.etag), qty: answer.body.items[0].qty };
  };
  const revision = async (customer: typeof sari) => String((await as(customer)('GET', '/api/carts')).headers.etag);
  for (const customer of [sari, tini]) await put(customer, 1, '"0"');
  await owner(environment, 'backup', backup);
  expect(await put(sari, 2, '"1"')).toMatchObject({ status: 200, etag: '"2"' });
  expect(await put(budi, 2, '"0"')).toMatchObject({ status: 200, etag: '"1"' });
  const devices = [sari, budi].map((customer) => ({ customer, given: ['"1"', '"2"'] }));

  for (const round of [1, 2]) {
    expect((await kept.closedFor('restore', backup, '--yes')).code).toBe(0);
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

test('W2: payments are restored, and what was seen of an order since the backup is not later than the restored one', async () => {
  const kept = await shopToBackUp('paid-orders');
  const { shop, environment, backup, as } = kept;
  const [sari, budi] = [await shop.newCustomer(), await shop.newStaff()];
  const body = await kept.orderBody();
  const { order_number: number } = (await sari.ask('POST', '/api/orders', { body })).body;
  const change = (from: string, to: string, more = {}) =>
    budi.ask('PATCH', `/api/counter/orders/${number}`, {
      body: { from, to, ...more },
      headers: { 'idempotency-key': `${from} to ${to}`.replaceAll(' ', '-') },
    });
  await change('waiting_payment', 'ready');
  await change('ready', 'paid', { paid_with: 'kasir' });
  await owner(environment, 'backup', backup);
  for (const to of ['processing', 'waiting_payment']) await change(to === 'processing' ? 'ready' : 'processing', to);
  const listed = async () => (await as(sari)('GET', '/api/orders')).body.data[0];
  const { revision } = await listed();

  await kept.closedFor('restore', backup, '--yes');

  const restored = await listed();
  expect(restored).toMatchObject({ status: 'ready', paid: true, paid_with: { _id: 'kasir', name: 'Tunai' } });
  expect(restored.revision).toBeGreaterThan(revision);
});

test('W18, W13, W19: after a restore cancelled orders stay cancelled, with their payment, and no number is called out twice', async () => {
  const kept = await shopToBackUp('called-out');
  const { shop, environment, backup, as } = kept;
  const [sari, budi] = [await shop.newCustomer(), await shop.newOwner()];
  const body = await kept.orderBody();
  const order = async () => (await as(sari)('POST', '/api/orders', { body })).body;
  const [withdrawn, repaid, waiting] = [await order(), await order(), await order()];
  const { after, through, until } = (await budi.ask('GET', '/api/counter/closings')).body.open;
  await budi.ask('POST', '/api/counter/closings', { body: { after, through, until, counted: 0 } });
  await owner(environment, 'backup', backup);
  const from = { from: 'waiting_payment' };
  await sari.ask('PATCH', `/api/orders/${withdrawn.order_number}`, { body: from });
  await tap(budi, repaid.order_number, { ...from, to: 'paid', paid_with: 'kasir' });
  await tap(budi, repaid.order_number, { from: 'paid', to: 'cancelled', reason: 'Stok habis' });
  await tap(budi, repaid.order_number, { from: 'cancelled', to: 'cancelled', kind: 'refund' });
  await tap(budi, waiting.order_number, { ...from, to: 'ready' });
  expect((await order()).queue_number).toBe(4);
  const menuVersion = () => kept.shop.database.selectFrom('menu_version').select('version').executeTakeFirstOrThrow();
  const { version } = await menuVersion();

  await kept.closedFor('restore', backup, '--yes');

  const listed = (await as(sari)('GET', '/api/orders')).body.data;
  expect(listed.map(({ status, reason }: { status: string; reason?: string }) => [status, reason])).toEqual([
    ['waiting_payment', undefined],
    ['cancelled', 'Stok habis'],
    ['cancelled', 'Dibatalkan pelanggan'],
  ]);
  expect((await as(budi)('GET', '/api/counter/finished')).body.data).toMatchObject([
    { order_number: repaid.order_number, paid_with: 'kasir', refunded: true },
    { order_number: withdrawn.order_number },
  ]);
  const { open } = (await as(budi)('GET', '/api/counter/closings')).body;
  expect([open.paid, open.refunded]).toMatchObject([[{ _id: 'kasir', orders: 1 }], [{ _id: 'kasir', orders: 1 }]]);
  expect((await order()).queue_number).toBe(5);
  const { id } = await kept.shop.database
    .selectFrom('orders')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(id).toBe(5);
  // By which phones and pages notice another menu.
  expect((await menuVersion()).version).toBeGreaterThan(version);
});

test('O3a: an order that was cancelled after a backup stays cancelled when that is restored', async () => {
  const kept = await shopToBackUp('cancelled-since');
  const { environment, backup, as } = kept;
  const sari = await kept.shop.newCustomer();
  await owner(environment, 'backup', backup);
  const budi = await kept.shop.newCustomer();
  const headers = { 'idempotency-key': 'late' };
  for (const { ask } of [sari, budi]) expect((await ask('DELETE', '/api/orders', { headers })).status).toBe(204);

  await kept.closedFor('restore', backup, '--yes');
  const late = await as(sari)('POST', '/api/orders', { headers, body: await kept.orderBody() });

  expect([late.status, late.body.error?.code]).toEqual([410, 'order_voided']);
  // Whom the backup does not know has nothing to cancel, and a key without a customer would be a stray row.
  expect((await owner(environment, 'doctor', '--json')).data().sound).toBe(true);
});

test('a restore keeps its own draft where the disk has another time', async () => {
  const environment = await prepareShop(join(folder, 'other-time'));
  const backup = join(folder, 'other-time.backup');
  expect((await owner(environment, 'backup', backup)).code).toBe(0);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000);
  onTestFinished(() => void vi.restoreAllMocks());

  expect(await owner(environment, 'restore', backup, '--yes')).toMatchObject({ code: 0, err: '' });
});

test('a file that is no backup is refused and changes nothing', async () => {
  const environment = await prepareShop(join(folder, 'untouched'));
  const before = (await owner(environment, 'menu', 'export')).out;

  for (const path of [await file('text.sqlite', 'text '.repeat(2_000)), join(folder, 'missing'), folder]) {
    expect((await owner(environment, 'restore', path, '--yes')).code).toBe(1);
  }
  // As an interrupted copy leaves it.
  const empty = await file('empty.sqlite', '');
  expect((await owner(environment, 'restore', empty, '--yes')).err).toBe(`${empty} kosong, bukan cadangan.`);
  expect((await owner(environment, 'menu', 'export')).out).toBe(before);
});

/** A backup that an attacker has changed. */
async function changedBackup(name: string, change: (file: SqliteFile.Database) => void) {
  const unchanged = join(folder, 'unchanged.backup');
  if (!existsSync(unchanged)) {
    await prepareShop(join(folder, 'attacked'));
    expect(await owner({ DATA_DIR: join(folder, 'attacked') }, 'backup', unchanged)).toMatchObject({ code: 0 });
  }
  const path = join(folder, `${name}.backup`);
  await copyFile(unchanged, path);
  const file = new SqliteFile(path);
  file.unsafeMode();
  file.pragma('foreign_keys = OFF');
  change(file);
  file.close();
  return path;
}

/** The SQL of an order, with columns that an attacker has changed. */
function orderRow(changed: Record<string, string>) {
  const row = {
    order_number: "'KT-1'",
    customer_id: "'sari'",
    status: "'paid'",
    created_at: "'2026-11-28T03:00:00.000Z'",
    delivery_courier: "'pickup'",
    delivery_fee: '0',
    delivery_address: `'{"fullName":"Sari","phoneNumber":"081234567890","fullStreet":"Ambil di toko"}'`,
    total_qty: '1',
    sub_total: '1000',
    total_shopping: '1000',
    order_items: `'[{"name":"Kopi","price":1000,"qty":1,"product":"kopi"}]'`,
    payment_method: `'{"_id":"bca","name":"BCA"}'`,
    ...changed,
  };
  return `insert into customers (id, email, email_key, full_name, phone_number, password_hash, created_at)
      values ('sari', 'sari@example.com', 'sari@example.com', 'Sari', '081234567890', 'none', '2026-11-28');
    insert into orders (${Object.keys(row)}) values (${Object.values(row)})`;
}

const rowsUnfit = (table: string) => `ada baris yang tidak cocok di tabel "${table}"`;

/** Statements that change a backup, `ELSEWHERE` for the path of another file, and what is said of it. */
const hostile = {
  'a virtual table under the name of one of ours': [
    'drop table order_announcements; create virtual table order_announcements using fts5(a)',
    'tabel "order_announcements" tidak ada',
  ],
  'a view under the name of one of ours': [
    "drop table tags; create view tags as select 'a' as name, 1 as position",
    'tabel "tags" tidak ada',
  ],
  'a column more': ['alter table customers add column evil text', 'kolom tabel "customers" berbeda'],
  'a computed column in the place of one of ours': [
    'alter table tags drop column position; alter table tags add column position integer as (abs(-1))',
    'kolom tabel "tags" berbeda',
  ],
  'a table less': ['drop table carts', 'tabel "carts" tidak ada'],
  'rows of another kind': ["insert into tags values (x'00', 1)", rowsUnfit('tags')],
  'a row twice': [
    "drop table tags; create table tags (name text, position integer); insert into tags values ('a', 1), ('a', 2)",
    rowsUnfit('tags'),
  ],
  'a row of no customer': [
    "insert into carts (customer_id, items, revision, updated_at) values ('no-customer', '[]', 1, '2026-11-28')",
    rowsUnfit('carts'),
  ],
  'a member of staff whose name only looks like another': [
    "insert into staff (name, created_at) values ('Ani', '2026-11-28'), ('Ani ', '2026-11-28')",
    'name di baris 2 tabel "staff" tidak mungkin disimpan oleh kedai',
  ],
  ...Object.fromEntries(
    [
      ['order_items', "'{{{'"],
      ['order_items', `'[{"name":"Kopi"}]'`],
      ['delivery_address', "'[]'"],
      ['created_at', "'soon'"],
      // The counter would not take a board with one of them.
      ['queue_number', '-3'],
      ['revision', '-1'],
      ['prints', '-1'],
    ].map(([column = '', value = '']) => [
      `an order whose ${column} is ${value}`,
      [orderRow({ [column]: value }), `${column} di baris 1 tabel "orders" tidak mungkin`],
    ]),
  ),
  'a product without a name': ["update products set name = ' '", 'name di baris 1 tabel "products" tidak mungkin'],
  'a number that no order can follow': [
    "update sqlite_sequence set seq = 9223372036854775807 where name = 'orders'; insert into sqlite_sequence values ('orders', 9223372036854775807)",
    rowsUnfit('sqlite_sequence'),
  ],
  'a number that JavaScript cannot follow': [
    "insert into sqlite_sequence values ('addresses', 9007199254740991)",
    rowsUnfit('sqlite_sequence'),
  ],
  'an order that none can follow': [orderRow({ id: '9223372036854775807' }), rowsUnfit('orders')],
  'a version that cannot grow': ['update menu_version set version = 9007199254740992', rowsUnfit('menu_version')],
  'a revision that cannot shrink': ['update menu_version set version = -9007199254740992', rowsUnfit('menu_version')],
};

test.for(Object.entries(hostile))('B50: a backup with %s changes nothing', async ([what, [sql = '', refused = '']]) => {
  const elsewhere = join(folder, 'elsewhere.written');
  const backup = await changedBackup(what.replace(/\W+/g, '-'), (file) =>
    file.exec(sql.replace('ELSEWHERE', elsewhere)),
  );
  // One shop for all of them, because none may change it.
  const target = { DATA_DIR: join(folder, 'unharmed') };
  if (!existsSync(target.DATA_DIR)) await prepareShop(target.DATA_DIR);
  const before = await readdir(target.DATA_DIR, { recursive: true });
  const menu = (await owner(target, 'menu', 'export')).out;

  const answer = await owner(target, 'restore', backup, '--yes');

  expect([answer.code, answer.out]).toEqual([1, '']);
  expect(answer.err).toContain(refused);
  expect(answer.err.split('\n')).toHaveLength(1);
  expect(await readdir(target.DATA_DIR, { recursive: true })).toEqual(before);
  expect((await owner(target, 'menu', 'export')).out).toBe(menu);
  expect(existsSync(elsewhere)).toBe(false);
});

test('B50: a hostile backup makes no data folder', async () => {
  const backup = await changedBackup('no-folder', (file) => file.exec('drop table carts'));
  const dataDir = join(folder, 'never-made');

  expect((await owner({ DATA_DIR: dataDir }, 'restore', backup)).code).toBe(1);

  expect(existsSync(dataDir)).toBe(false);
});

test('B50: of a backup only our own tables are restored, whatever else is in it', async () => {
  const elsewhere = join(folder, 'elsewhere.attached');
  const backup = await changedBackup('foreign', (file) =>
    file.exec(`create table "x"" select 1; ATTACH '${elsewhere}' AS evil; CREATE TABLE evil.t (a); --" (a);
      create trigger evil after insert on orders begin update customers set email = 'x'; end;
      create view evil_view as select * from customers;
      create virtual table evil_table using fts5(a);
      create index evil_index on orders (abs(total_qty))`),
  );
  const dataDir = join(folder, 'without-foreign');

  const { code, err } = await owner({ DATA_DIR: dataDir }, 'restore', backup);

  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^Bukan bagian kedai, dan tidak dipulihkan: .*evil, evil_view, /),
  ]);
  const file = new SqliteFile(join(dataDir, 'kedai.sqlite'), { readonly: true });
  const names = file.prepare("select name from sqlite_master where name like '%evil%' or name like '%select%'");
  expect(names.pluck().all()).toEqual([]);
  expect(existsSync(elsewhere)).toBe(false);
});

test('B50: pictures in a backup lose what a camera wrote, drawings stay files, and what is none is left out', async () => {
  const add = "insert into backup_pictures values ('products', ?, ?)";
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script><path d="M0 0"/></svg>';
  const plain = Object.fromEntries(
    await Promise.all(
      (['jpeg', 'png', 'webp', 'avif'] as const).map(async (type) => [`a.${type}`, await smallPicture(type)]),
    ),
  );
  const camera = await photo(64, 48);
  const made = (await makePicture('products', 'klepon.jpg', camera)).files[0] ?? expect.fail('no picture');
  const backup = await changedBackup('pictures', (file) => {
    const pictures = { ...plain, 'camera.jpg': camera, 'script.svg': svg, [made.name]: made.bytes };
    for (const [name, bytes] of Object.entries(pictures))
      file.prepare(add).run(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    file.prepare(add).run('drawing.jpg', Buffer.from(svg));
    file.prepare(add).run('page.webp', Buffer.from('GIF89a<script>alert(1)</script>'));
    file.prepare(add).run('page.svg', Buffer.from('<html><script>alert(1)</script></html>'));
    file.prepare(add).run('number.webp', 1);
    file.prepare(add).run('../../outside.webp', plain['a.webp']);
  });
  const dataDir = join(folder, 'with-clean-pictures');

  const restored = await owner({ DATA_DIR: dataDir }, 'restore', backup);

  expect(restored.code).toBe(0);
  expect(restored.err.split('\n').map((line) => line.split(' dilewati: ')[0])).toEqual(
    ['drawing.jpg', 'page.webp', 'page.svg', 'number.webp', '../../outside.webp'].map((name) => `products/${name}`),
  );
  const stored = (name: string) => readFile(join(dataDir, 'images', 'products', name));
  expect(await readdir(join(dataDir, 'images', 'products'))).toHaveLength(7);
  // It is shown as an image, and served with a sandbox policy (fault B15).
  expect(String(await stored('script.svg'))).toBe(svg);
  expect((await sharp(await stored('camera.jpg')).metadata()).exif).toBeUndefined();
  // What an import has made passes unchanged, so that its name stays true.
  expect(await stored(made.name)).toEqual(made.bytes);
  for (const [name, bytes] of Object.entries(plain)) expect([name, await stored(name)]).toEqual([name, bytes]);
});

test('a backup of the first version of the tables is restored and brought up to date', async () => {
  const backup = join(folder, 'first-version.backup');
  const first = await openSqliteFile(backup);
  await migrateUpTo('2026-11-21', first);
  await first.destroy();
  const environment = { DATA_DIR: join(folder, 'from-first-version') };

  expect(await owner(environment, 'restore', backup)).toMatchObject({ code: 0, err: '' });

  expect(await owner(environment, 'orders')).toMatchObject({ code: 0 });
  expect((await owner(environment, 'doctor')).out).toContain('Sesuai dengan versi ini.');
});

test('a shop that is updated and not started yet is backed up and restored', async () => {
  const environment = await prepareShop(join(folder, 'before-update'));
  const path = join(environment.DATA_DIR, 'kedai.sqlite');
  await rm(path);
  const former = await openSqliteFile(path);
  // It has a table that the newest version has not.
  await migrateUpTo('2026-11-28-own-devices', former);
  await former.destroy();
  const backup = join(folder, 'before-update.backup');

  expect(await owner(environment, 'backup', backup)).toMatchObject({ code: 0, err: '' });

  expect(await owner({ DATA_DIR: join(folder, 'after-update') }, 'restore', backup)).toMatchObject({
    code: 0,
    err: '',
  });
});

test('a restored shop has its orders, and goes on with their numbers, also of those that are gone', async () => {
  const backup = await changedBackup('numbers', (file) => {
    file.exec(orderRow({}));
    file.exec("update sqlite_sequence set seq = 70 where name = 'orders'");
    file.exec("insert into sqlite_sequence values ('addresses', 7)");
  });
  const dataDir = join(folder, 'numbered');

  expect(await owner({ DATA_DIR: dataDir }, 'restore', backup)).toMatchObject({ code: 0, err: '' });

  const file = new SqliteFile(join(dataDir, 'kedai.sqlite'), { readonly: true });
  expect(file.prepare('select name, seq from sqlite_sequence order by name').raw().all()).toEqual([
    ['addresses', 7],
    ['orders', 70],
  ]);
  expect(file.prepare('select order_number from orders').pluck().all()).toEqual(['KT-1']);
  file.close();
});
