import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { makePicture } from '../../../server/commands/make-picture.ts';
import { openSqlite } from '../../../server/database/open.ts';
import { apart, orderWhile } from '../../support/concurrent-orders.ts';
import type { Home } from '../../support/databases.ts';
import { anOrderOf } from '../order-fixture.ts';
import { start } from '../running-shop.ts';
import { openShop } from '../shop.ts';
import { folder } from '../test-folder.ts';
import { file, owner, photo, smallPicture } from './owner.ts';

test('an order accepted during a restore is in the restored shop or in the copy of the former one', async () => {
  const dataDir = join(folder, 'open-meanwhile');
  const environment = { DATA_DIR: dataDir };
  const backup = join(folder, 'meanwhile.backup');
  const shop = await start({ dataDir, env: apart });
  const images = join(dataDir, 'images', 'products');
  await mkdir(images, { recursive: true });
  const picture = await smallPicture();
  for (let i = 0; i < 200; i++) await writeFile(join(images, `foto-${i}.jpg`), picture);
  const copies: string[] = [];

  const acknowledged = await orderWhile({ settings: { dataDir }, open: () => openSqlite(dataDir) }, shop, async () => {
    expect((await owner(environment, 'backup', backup)).code).toBe(0);
    for (let round = 0; round < 2; round++) {
      await rm(images, { recursive: true });
      const restored = await owner(environment, 'restore', backup, '--yes', '--json');
      expect(restored.err).toBe('');
      copies.push(restored.data().keptAs);
    }
  });

  const shops = [join(dataDir, 'kedai.sqlite'), backup, ...copies];
  const inThem = (column: string) =>
    shops.map((path) => {
      const file = new SqliteFile(path, { readonly: true });
      const found = file.prepare(`select ${column} from orders`).pluck().all();
      file.close();
      return new Set(found);
    });
  const found = inThem('order_number').reduce((all, one) => all.union(one));
  expect(acknowledged.filter((number) => !found.has(number))).toEqual([]);
  // Compared by their keys, because a restored shop may use a number again that only the copy has.
  const [restored, backedUp, before] = inThem('client_ref');
  const undone = before?.difference(backedUp ?? new Set()) ?? new Set();
  expect(restored?.intersection(undone)).toEqual(new Set());
  expect((await owner(environment, 'doctor', '--json')).data().sound).toBe(true);
  await shop.stop();
});

test('a shop whose database file is a backup, copied by hand, can be backed up and restored', async () => {
  const dataDir = join(folder, 'by-hand');
  const environment = { DATA_DIR: dataDir };
  const backup = join(folder, 'by-hand.backup');
  const images = join(dataDir, 'images', 'products');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'kopi.jpg'), await smallPicture());
  await owner(environment, 'menu', 'export');
  await owner(environment, 'backup', backup);
  await copyFile(backup, join(dataDir, 'kedai.sqlite'));

  const made = await owner(environment, 'backup', backup, '--yes', '--json');
  const restored = await owner(environment, 'restore', backup, '--yes', '--json');

  expect([made.err, made.data().pictures]).toEqual(['', 1]);
  expect([restored.err, restored.data().pictures]).toEqual(['', 1]);
});

test('B21: a session that ended after a backup stays ended when that is restored, except on a new machine', async () => {
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

test('C3: a cart revision from before a restore never matches one from after it', async () => {
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

test('C3: a new machine gives out no cart revision that the lost one may have given', async () => {
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
  // Whom the backup does not know has nothing to cancel, and a key without a customer would be a stray row.
  expect((await owner(environment, 'doctor', '--json')).data().sound).toBe(true);
});

test('a file that is no backup is refused and changes nothing', async () => {
  const environment = { DATA_DIR: join(folder, 'untouched') };
  await owner(environment, 'orders');
  const before = (await owner(environment, 'menu', 'export')).out;

  for (const path of [await file('text.sqlite', 'text '.repeat(2_000)), join(folder, 'missing'), folder]) {
    expect((await owner(environment, 'restore', path, '--yes')).code).toBe(1);
  }
  expect((await owner(environment, 'menu', 'export')).out).toBe(before);
});

/** A backup that an attacker has changed. */
async function changedBackup(name: string, change: (file: SqliteFile.Database) => void) {
  const unchanged = join(folder, 'unchanged.backup');
  if (!existsSync(unchanged)) {
    expect(await owner({ DATA_DIR: join(folder, 'attacked') }, 'menu', 'export')).toMatchObject({ code: 0 });
    expect(await owner({ DATA_DIR: join(folder, 'attacked') }, 'backup', unchanged)).toMatchObject({ code: 0 });
  }
  const path = join(folder, `${name}.backup`);
  await copyFile(unchanged, path);
  const file = new SqliteFile(path);
  file.unsafeMode();
  change(file);
  file.close();
  return path;
}

const nameOfSql = (elsewhere: string) => `x" select 1; ATTACH '${elsewhere}' AS evil; CREATE TABLE evil.t (a); --`;

test.each<[what: string, sql: (elsewhere: string) => string, refused: RegExp]>([
  [
    'a table whose name is SQL',
    (elsewhere) => `create table "${nameOfSql(elsewhere).replaceAll('"', '""')}" (a)`,
    /contains the table "x\\" select 1; ATTACH /,
  ],
  ['another table', () => 'create table notes (a)', /contains the table "notes"/],
  [
    'a trigger',
    () => "create trigger evil after insert on orders begin update customers set email = 'x'; end",
    /contains the trigger "evil"/,
  ],
  ['a view', () => 'create view evil as select * from customers', /contains the view "evil"/],
  ['a virtual table', () => 'create virtual table evil using fts5(a)', /contains the table "evil/],
  ['another index', () => 'create index evil on orders (abs(total_qty))', /contains the index "evil"/],
  [
    'a virtual table under the name of one of ours',
    () => 'drop table order_announcements; create virtual table order_announcements using fts5(a)',
    /contains the table "order_announcements/,
  ],
  [
    'a view under the name of one of ours',
    () => "drop table tags; create view tags as select 'a' as name, 1 as position",
    /contains the view "tags"/,
  ],
  ['a column more', () => 'alter table customers add column evil text', /its table "customers" has other columns/],
  [
    'a computed column in the place of one of ours',
    () => 'alter table tags drop column position; alter table tags add column position integer as (abs(-1))',
    /its table "tags" has other columns/,
  ],
  ['a table less', () => 'drop table carts', /it lacks the table "carts"/],
  ['rows of another kind', () => "insert into tags values (x'00', 1)", /its table "tags" has rows that do not fit/],
  [
    'a row twice',
    () =>
      "drop table tags; create table tags (name text, position integer); insert into tags values ('a', 1), ('a', 2)",
    /its table "tags" has rows that do not fit/,
  ],
  [
    'a number that no order can follow',
    () =>
      "update sqlite_sequence set seq = 9223372036854775807 where name = 'orders'; insert into sqlite_sequence values ('orders', 9223372036854775807)",
    /its table "sqlite_sequence" has rows that do not fit/,
  ],
])('B50: a backup with %s is refused before anything is changed', async (what, sql, refused) => {
  const elsewhere = join(folder, `${what}.written`);
  const backup = await changedBackup(what, (file) => file.exec(sql(elsewhere)));
  // One shop for all of them, because none may change it.
  const target = { DATA_DIR: join(folder, 'unharmed') };
  await owner(target, 'menu', 'export');
  const before = await readdir(target.DATA_DIR, { recursive: true });
  const menu = (await owner(target, 'menu', 'export')).out;

  const answer = await owner(target, 'restore', backup, '--yes');

  expect([answer.code, answer.out]).toEqual([1, '']);
  expect(answer.err).toMatch(refused);
  expect(answer.err.split('\n')).toHaveLength(1);
  expect(await readdir(target.DATA_DIR, { recursive: true })).toEqual(before);
  expect((await owner(target, 'menu', 'export')).out).toBe(menu);
  expect(existsSync(elsewhere)).toBe(false);
});

test('B50: a hostile backup makes no data folder', async () => {
  const backup = await changedBackup('no-folder', (file) => file.exec('create view evil as select 1'));
  const dataDir = join(folder, 'never-made');

  expect((await owner({ DATA_DIR: dataDir }, 'restore', backup)).code).toBe(1);

  expect(existsSync(dataDir)).toBe(false);
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
  });
  const dataDir = join(folder, 'with-clean-pictures');

  const restored = await owner({ DATA_DIR: dataDir }, 'restore', backup);

  expect(restored.code).toBe(0);
  expect(restored.err.split('\n').map((line) => line.split(' is left out: ')[0])).toEqual(
    ['drawing.jpg', 'page.webp', 'page.svg', 'number.webp'].map((name) => `products/${name}`),
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

test('B50: a backup with something that the owner has added is made, with a warning', async () => {
  const environment = { DATA_DIR: join(folder, 'with-notes') };
  await owner(environment, 'menu', 'export');
  const file = new SqliteFile(join(environment.DATA_DIR, 'kedai.sqlite'));
  file.exec('create table notes (a)');
  file.close();
  const backup = join(folder, 'notes.backup');

  const made = await owner(environment, 'backup', backup);

  expect(made.code).toBe(0);
  expect(made.err).toBe(`The table notes is no part of the shop: remove it, or ${backup} will not be restored.`);
  expect((await owner(environment, 'doctor')).out).toContain('The table notes is no part of the shop');
});

test('a backup of the first version of the tables is restored and brought up to date', async () => {
  const backup = await changedBackup('first-version', (file) =>
    file.exec(`drop table order_announcements; drop table known_devices; alter table customers drop column registration_key;
      alter table addresses drop column edited_at;
      drop table push_keys; drop table push_subscriptions; drop table push_messages; drop table jobs;
      drop table staff_invitations; drop table staff_sessions; drop table order_events; drop table staff;
      drop index orders_by_moment; drop index orders_unfinished;
      ${['reason', 'changed_at', 'struck', 'prints', 'revision'].map((column) => `alter table orders drop column ${column};`).join(' ')}
      delete from kysely_migration where name not like '%the-shop-opens'`),
  );
  const environment = { DATA_DIR: join(folder, 'from-first-version') };

  expect(await owner(environment, 'restore', backup)).toMatchObject({ code: 0, err: '' });

  expect(await owner(environment, 'orders')).toMatchObject({ code: 0 });
  expect((await owner(environment, 'doctor')).out).toContain('They are those of this version.');
});

test('a restored shop goes on with the numbers of its orders, also of those that are gone', async () => {
  const backup = await changedBackup('numbers', (file) =>
    file.exec("insert into sqlite_sequence values ('orders', 70); insert into sqlite_sequence values ('addresses', 7)"),
  );
  const dataDir = join(folder, 'numbered');

  expect((await owner({ DATA_DIR: dataDir }, 'restore', backup)).err).toBe('');

  const file = new SqliteFile(join(dataDir, 'kedai.sqlite'), { readonly: true });
  expect(file.prepare('select name, seq from sqlite_sequence order by name').raw().all()).toEqual([
    ['addresses', 7],
    ['orders', 70],
  ]);
  file.close();
});
