import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../server/database/open.ts';
import { orderWhile } from '../../support/concurrent-orders.ts';
import type { Home } from '../../support/databases.ts';
import { anOrderOf } from '../an-order.ts';
import { start } from '../running-shop.ts';
import { openShop } from '../shop.ts';
import { file, folder, owner } from './owner.ts';

test('an order accepted during a restore is in the restored shop or in the copy kept of the former one', async () => {
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

test('a shop whose database file is a backup, copied by hand, can be backed up and restored', async () => {
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
  // Whom the backup does not know has nothing to cancel, and a key of nobody would be a stray row.
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
