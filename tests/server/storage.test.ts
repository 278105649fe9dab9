import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../server/database/open.ts';
import { openPostgres } from '../../server/database/open-postgres.ts';
import { prepareDatabase } from '../../server/database/prepare.ts';
import { storageErrorOf } from '../../server/database/storage-error.ts';
import { menuCache } from '../../server/menu/menu-cache.ts';
import { isOwnersMenu } from '../../server/menu/menu-snapshot.ts';
import { storeOwnersMenu } from '../../server/menu/menu-store.ts';
import { lockWaits, migrateUpTo, onEveryDatabase } from '../support/databases.ts';
import { losable } from '../support/lost-database.ts';
import { fixtureMenu } from './fixture-menu.ts';
import { heldTransaction } from './held-transaction.ts';
import { anOrder, anOrderInStore, order, place, wholeAddress } from './order-fixture.ts';
import { shopWithCustomer } from './shop.ts';

const menu = async () => fixtureMenu;
const onTheMenu = (database: Database) =>
  database.selectFrom('products').select('id').where('removed_at', 'is', null).execute();

/** Into the tables of any version. */
const insertCustomer = (database: Database) =>
  sql`insert into customers (id, email, email_key, full_name, phone_number, password_hash, created_at)
    values ('c', 'a@b.id', 'a@b.id', 'Sari', '081234567890', 'none', '2026-11-20T00:00:00.000Z')`.execute(database);

/** An order of that customer's, into the tables of a version since they have `changed_at`. */
const insertOrder = (database: Database, order_number: string, status: string, more: Record<string, unknown> = {}) => {
  const row = { order_number, customer_id: 'c', status, created_at: '2026-11-20T01', delivery_courier: 'pickup' };
  const sums = { delivery_fee: 0, delivery_address: '{}', total_qty: 1, sub_total: 9, total_shopping: 9 };
  return database
    .insertInto('orders')
    .values({ ...row, ...sums, order_items: '[]', payment_method: '{}', ...more })
    .execute();
};

onEveryDatabase('the data', (newHome, kind) => {
  test('is prepared once: a second start changes nothing', async () => {
    const database = await (await newHome()).open();
    const version = () => database.selectFrom('menu_version').select('version').executeTakeFirstOrThrow();
    const before = await version();

    await prepareDatabase(database, { menu });

    expect(await version()).toEqual(before);
  });

  test('has the bundled menu updated with new versions, until the owner imports one', async () => {
    const database = await (await newHome()).open();
    const changed = { ...fixtureMenu, products: fixtureMenu.products.slice(1) };

    await prepareDatabase(database, { menu: async () => changed });
    expect(await onTheMenu(database)).toHaveLength(5);
    await database.updateTable('seeds').set({ version: 'owner' }).where('name', '=', 'menu').execute();
    await prepareDatabase(database, { menu });

    expect(await onTheMenu(database)).toHaveLength(5);
  });

  test('keeps a menu that is imported while a new version starts', async () => {
    const home = await newHome();
    const [database, starting] = [await home.open(), await home.open()];
    const bundled = { ...fixtureMenu, products: fixtureMenu.products.slice(1) };
    const owners = { ...fixtureMenu, products: fixtureMenu.products.slice(2) };
    let start: Promise<unknown> = Promise.resolve();

    await database.transaction().execute(async (transaction) => {
      await storeOwnersMenu(transaction, owners);
      start = prepareDatabase(starting, { menu: async () => bundled });
      // On SQLite the start waits before it reads anything.
      if (kind === 'PostgreSQL') await expect.poll(() => lockWaits(database)).toBe(1);
    });
    await start;

    expect(await database.transaction().execute(isOwnersMenu)).toBe(true);
    expect(await onTheMenu(database)).toHaveLength(owners.products.length);
  });

  test('F9: is untouched by a first start that fails half-way', async () => {
    const home = await newHome('empty');
    const database = await home.open();

    const failed = prepareDatabase(database, { menu: () => Promise.reject(new Error('power cut')) });

    await expect(failed).rejects.toThrow('power cut');
    await prepareDatabase(database, { menu });
    expect(await onTheMenu(database)).toHaveLength(6);
    const count = database.selectFrom('regions').select((row) => row.fn.countAll<number>().as('all'));
    expect(await count.executeTakeFirstOrThrow()).toEqual({ all: 38 + 514 + 7_285 + 83_762 });
  });

  test('of the first version is migrated to this one with everything in it', async () => {
    const home = await newHome('empty');
    const database = await home.open();
    await migrateUpTo('2026-11-21', database);
    await insertCustomer(database);
    await sql`insert into orders values (7000, 'KT-261120-7M4Q', 'c', 'paid', '2026-11-20T00:00:00.000Z', 'pickup', 0, '{}', 1, 1, 1, '[]', '{}', null)`.execute(
      database,
    );

    await prepareDatabase(database, { menu });

    expect(await database.selectFrom('customers').select('full_name').execute()).toEqual([{ full_name: 'Sari' }]);
    expect(await database.selectFrom('orders').selectAll().execute()).toMatchObject([
      { status: 'paid', reason: null, changed_at: null, struck: '[]', prints: 0, revision: 0, paid_with: null },
    ]);
    expect(await database.selectFrom('jobs').selectAll().execute()).toEqual([]);
    const { sari } = await shopWithCustomer(home);
    await place(sari, anOrderInStore('pickup', 'Ambil di toko'));
  });

  test('of an earlier version loses the digests of its networks, which could be reversed', async () => {
    const home = await newHome('empty');
    const before = await home.open();
    await migrateUpTo('2026-11-28-own-devices', before);
    await insertCustomer(before);
    await sql`insert into known_networks values ('digest-of-a-network', 'c', 1)`.execute(before);
    await before.destroy();

    const database = await home.open();
    await prepareDatabase(database, { menu });
    await database.destroy();

    const { databaseUrl, dataDir } = home.settings;
    if (!databaseUrl) expect(await readFile(join(dataDir, 'kedai.sqlite'), 'latin1')).not.toContain('digest-of-a');
    const tables = (await (await home.open()).introspection.getTables()).map(({ name }) => name);
    expect(tables.filter((name) => name.startsWith('known_'))).toEqual(['known_devices']);
  });

  test('W2: of the version before payments had a time says of each order whether and when it was paid', async () => {
    const home = await newHome('empty');
    const database = await home.open();
    await migrateUpTo('2026-11-28-what-is-paid', database);
    await insertCustomer(database);
    const changed = { changed_at: '2026-11-20T05' };
    const event = (number: string, at: string, from: string | null, to: string, key: string | null = null) =>
      sql`insert into order_events (order_number, at, from_status, to_status, key)
        values (${number}, ${at}, ${from}, ${to}, ${key})`.execute(database);
    await insertOrder(database, 'waiting', 'waiting_payment', changed);
    await insertOrder(database, 'stepped', 'ready', changed);
    await event('stepped', '2026-11-20T01', null, 'waiting_payment');
    await event('stepped', '2026-11-20T02', 'waiting_payment', 'paid');
    await event('stepped', '2026-11-20T03', 'paid', 'paid', 'print');
    await event('stepped', '2026-11-20T03', 'paid', 'paid');
    await event('stepped', '2026-11-20T04', 'processing', 'paid');
    await insertOrder(database, 'skipped', 'completed', changed);
    await insertOrder(database, 'by-hand', 'paid');
    await insertOrder(database, 'cancelled', 'cancelled', changed);
    await event('cancelled', '2026-11-20T02', 'waiting_payment', 'paid');
    await insertOrder(database, 'free', 'waiting_payment', { sub_total: 0, total_shopping: 0 });

    await prepareDatabase(database, { menu });

    const orders = await database.selectFrom('orders').select(['order_number', 'paid_at']).orderBy('id').execute();
    expect(orders.map(({ order_number, paid_at }) => [order_number, paid_at])).toEqual([
      ['waiting', null],
      ['stepped', '2026-11-20T02'],
      ['skipped', '2026-11-20T05'],
      ['by-hand', '2026-11-20T01'],
      ['cancelled', null],
      ['free', '2026-11-20T01'],
    ]);
    const events = await database.selectFrom('order_events').select('kind').orderBy('id').execute();
    expect(events.map(({ kind }) => kind)).toEqual(['status', 'status', 'print', 'line', 'status', 'status']);
  });

  test('W13: of the version before closings covered events says of each one what was paid back before it', async () => {
    const database = await (await newHome('empty')).open();
    await migrateUpTo('2026-11-30-closings-by-events', database);
    await insertCustomer(database);
    const event = (number: string, at: string, kind: string) =>
      sql`insert into order_events (order_number, at, kind, from_status, to_status)
        values (${number}, ${at}, ${kind}, 'cancelled', 'cancelled')`.execute(database);
    await sql`insert into staff (id, name, created_at) values (1, 'Rina', '2026-11-20T01')`.execute(database);
    await insertOrder(database, 'repaid', 'cancelled', { refunded_at: '2026-11-20T02', refunded_with: 'in cash' });
    await insertOrder(database, 'undone', 'cancelled');
    await event('repaid', '2026-11-20T02', 'refunded');
    await event('undone', '2026-11-20T03', 'refunded');
    await event('repaid', '2026-11-20T04', 'print');
    await event('undone', '2026-11-20T05', 'unrefunded');
    await event('undone', '2026-11-20T06', 'print');
    for (const [after, start, end] of [
      [0, '2026-11-20T00', '2026-11-20T01'],
      [1, '2026-11-20T03', '2026-11-20T04'],
    ] as const)
      await sql`insert into closings (after, starts_at, ends_at, staff_id, paid, refunded, expected, counted)
        values (${after}, ${start}, ${end}, 1, '[]', '[]', 0, 0)`.execute(database);

    await prepareDatabase(database, { menu });

    const events = await database.selectFrom('order_events').selectAll().orderBy('id').execute();
    expect(events.map(({ refunded_at, refunded_with }) => [refunded_at, refunded_with])).toEqual([
      [null, null],
      [null, null],
      ['2026-11-20T02', 'in cash'],
      ['2026-11-20T03', null],
      [null, null],
    ]);
    expect(await database.selectFrom('closings').select(['since', 'through']).orderBy('id').execute()).toEqual([
      { since: 0, through: 0 },
      { since: 1, through: 2 },
    ]);
  });

  test('of a newer version is refused in one sentence', async () => {
    const database = await (await newHome()).open();
    await sql`insert into kysely_migration (name, timestamp) values ('2099-01-01-later', '2099-01-01T00:00:00.000Z')`.execute(
      database,
    );

    await expect(prepareDatabase(database, { menu })).rejects.toThrow(/^Data ditulis oleh versi kedai yang lebih baru/);
  });

  test('F6: never holds an order without its lines, also after an error between key and order', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());
    await sql`alter table orders rename column order_items to hidden`.execute(shop.database);

    const failed = await order(sari, anOrder(), 'k');
    await sql`alter table orders rename column hidden to order_items`.execute(shop.database);

    expect(failed.status).toBe(500);
    expect(await shop.database.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
    expect((await order(sari, anOrder(), 'k')).status).toBe(201);
  });

  test('that cannot be reached is a 503 for calls that need it, while the menu is still served', async () => {
    const { home, lose } = await losable(await newHome());
    const { shop, sari } = await shopWithCustomer(home, { menuCheckMs: 0 });
    await shop.ask('GET', '/api/products');
    await lose();

    const menu = await shop.ask('GET', '/api/products');
    const answers = [await sari.ask('GET', '/api/orders'), await order(sari, anOrder(), 'k')];

    expect(menu.status).toBe(200);
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([503, 'storage_unavailable']);
  });

  test('that cannot be reached leaves the shop healthy, but not ready', async () => {
    const { home, lose } = await losable(await newHome());
    const { shop } = await shopWithCustomer(home);
    const before = [await shop.ask('GET', '/api/health'), await shop.ask('GET', '/api/ready')];
    await lose();

    const [health, ready] = [await shop.ask('GET', '/api/health'), await shop.ask('GET', '/api/ready')];

    expect(before.map(({ body }) => body)).toEqual([{ status: 'ok' }, { status: 'ready' }]);
    expect([health.status, ready.status, ready.body.error.code]).toEqual([200, 503, 'storage_unavailable']);
  });

  if (kind === 'PostgreSQL')
    test('whose connection ends between two statements is a 503', async () => {
      const home = await newHome();
      const [database, elsewhere] = [await home.open(), await home.open()];

      const failure = await database
        .transaction()
        .execute(async (transaction) => {
          const me = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
          await sql`select pg_terminate_backend(${me.rows[0]?.pid})`.execute(elsewhere);
          const next = () => sql`select 1`.execute(transaction).then(() => 'answered', storageErrorOf);
          await expect.poll(next).not.toBe('answered');
          await sql`select 1`.execute(transaction);
        })
        .catch((error: Error) => error);

      expect(String(failure)).toMatch(/not queryable/);
      expect(storageErrorOf(failure)).toBe('unavailable');
    });

  if (kind === 'PostgreSQL')
    test('that does not answer does not delay the menu', async () => {
      const home = await newHome();
      const elsewhere = await home.open();
      const known = menuCache(await home.open({ busyTimeoutMs: 60_000 }), { checkMs: 0 });
      const { version } = await known.current();

      await elsewhere.transaction().execute(async (transaction) => {
        await sql`lock table menu_version in access exclusive mode`.execute(transaction);
        expect((await known.current()).version).toBe(version);
      });
    });

  if (kind === 'PostgreSQL')
    test('that does not answer for too long is asked over another connection', async () => {
      // What is asked afterwards has as long to be answered.
      const database = await openPostgres((await newHome()).settings.databaseUrl ?? '', { responseTimeoutMs: 1_000 });
      onTestFinished(() => database.destroy());

      const failure = await sql`select pg_sleep(3)`.execute(database).catch((error: Error) => error);

      expect(storageErrorOf(failure)).toBe('unavailable');
      await sql`select 1`.execute(database);
    });

  if (kind === 'PostgreSQL')
    test('that another start is preparing is waited for, however long that takes', async () => {
      const home = await newHome();
      const [first, elsewhere] = [await home.open(), await home.open()];
      const second = await openPostgres(home.settings.databaseUrl ?? '', { responseTimeoutMs: 1_000 });
      onTestFinished(() => second.destroy());
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const { promise: answer, resolve: goOn } = Promise.withResolvers<typeof fixtureMenu>();
      const preparing = prepareDatabase(first, {
        menu() {
          ask();
          return answer;
        },
      });
      await asked;

      const waited = prepareDatabase(second, { menu }).then(() => 'prepared', storageErrorOf);
      await expect.poll(() => lockWaits(elsewhere)).toBe(1);
      // A later statement on such a connection times out, because no answer arrives meanwhile.
      const later = await sql`select pg_sleep(60)`.execute(second).catch(storageErrorOf);
      goOn(fixtureMenu);

      await preparing;
      expect(later).toBe('unavailable');
      expect(await waited).toBe('prepared');
    });

  if (kind === 'SQLite')
    test('F10: that has a full disk is a 503, stores nothing, still allows reading, and recovers by itself', async () => {
      const { shop, sari } = await shopWithCustomer(await newHome());
      const long = anOrder({ delivery_address: { ...wholeAddress, fullStreet: 'x'.repeat(500) } });
      const pages = async (count: number) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(shop.database);
      await pages(1);

      const answers = [];
      for (let i = 0; i < 12; i++) answers.push(await order(sari, long, `k${i}`));
      const full = answers.filter(({ status }) => status === 503);
      const reading = [
        await shop.ask('GET', '/api/products'),
        await sari.ask('GET', '/api/orders'),
        await shop.ask('GET', '/api/ready'),
      ];
      await pages(1_000_000);
      const again = await order(sari, long, 'k11');

      expect(full.length).toBeGreaterThan(0);
      expect(full[0]?.body.error.code).toBe('storage_unavailable');
      expect(full[0]?.headers['retry-after']).toBe('30');
      expect(reading.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(reading[1]?.body.count).toBe(answers.filter(({ status }) => status === 201).length);
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
    });

  test('cannot hold an order whose total differs from its parts', async () => {
    const { shop, sari } = await shopWithCustomer(await newHome());
    await place(sari);

    await expect(shop.database.updateTable('orders').set({ total_shopping: 1 }).execute()).rejects.toThrow(/check/i);
  });
});

onEveryDatabase('two servers on the same data', (newHome) => {
  test('F8: do not fail when the other writes between a read and a write', async () => {
    const home = await newHome();
    const [one, other] = [await home.open(), await home.open()];
    const seeds = (database: Pick<typeof one, 'selectFrom'>) => database.selectFrom('seeds').selectAll().execute();
    const remember = (database: Pick<typeof one, 'insertInto'>, name: string) =>
      database.insertInto('seeds').values({ name, version: '1' }).execute();
    let theOther: Promise<unknown> = Promise.resolve();

    await one.transaction().execute(async (transaction) => {
      await seeds(transaction);
      theOther = other.transaction().execute((overThere) => remember(overThere, 'other'));
      await new Promise((goOn) => setImmediate(goOn));
      await remember(transaction, 'one');
    });
    await theOther;

    expect((await seeds(one)).map(({ name }) => name)).toEqual(expect.arrayContaining(['one', 'other']));
  });

  test('F8: wait for the write of the other, and serve the menu meanwhile', async () => {
    const { home, shop, sari } = await shopWithCustomer(await newHome(), { menuCheckMs: 60_000 });
    const elsewhere = await home.open();
    await shop.ask('GET', '/api/products');
    const writing = await heldTransaction(elsewhere, (transaction) =>
      transaction.updateTable('customers').set({ full_name: 'Sari' }).execute(),
    );

    const placing = sari.ask('PUT', '/api/carts', { body: { items: [{ _id: 'tubruk', qty: 1 }] } });
    const served = await shop.ask('GET', '/api/products');
    await writing.finish();

    expect(served.status).toBe(200);
    expect((await placing).status).toBe(200);
  });
});

test('a PostgreSQL that cannot be found or reached is a 503; a missing file is not', () => {
  const codes = ['EAI_AGAIN', 'ENETUNREACH', 'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED'];
  const failureOf = (error: object) => storageErrorOf(Object.assign(new Error('failed'), error));

  expect(codes.map((code) => failureOf({ code }))).toEqual(codes.map(() => 'unavailable'));
  expect(failureOf({ code: 'ENOENT', syscall: 'connect' })).toBe('unavailable');
  expect(failureOf({ code: 'ENOENT', syscall: 'open' })).toBeUndefined();
});
