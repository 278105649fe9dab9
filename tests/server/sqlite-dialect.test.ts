import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Database, type DatabaseTransaction, openSqlite } from '../../server/database/open.ts';
import { SqliteHandle } from '../../server/database/sqlite-dialect.ts';
import { storageErrorOf } from '../../server/database/storage-error.ts';
import { heldTransaction } from './held-transaction.ts';
import { folder } from './test-folder.ts';

let home: string;
let database: Database;
beforeEach(async () => {
  home = await mkdtemp(join(folder, 'sqlite-'));
  await cp(inject('sqliteTemplate'), home, { recursive: true });
  database = await openSqlite(home);
});
afterEach(() => database.destroy());

const note = (transaction: DatabaseTransaction, name: string) =>
  transaction.insertInto('seeds').values({ name, version: '1' }).execute();
const store = (name: string) => database.transaction().execute((transaction) => note(transaction, name));
const namesIn = (from: Pick<Database, 'selectFrom'>) =>
  from.selectFrom('seeds').select('name').orderBy('name').execute();
const noted = async () => (await namesIn(database)).map(({ name }) => name).filter((name) => name.length === 1);
const snapshot = <Read>(read: (transaction: DatabaseTransaction) => Promise<Read>) =>
  database.transaction().setAccessMode('read only').execute(read);

/** From now on this statement fails, until the disk is mended. */
function brokenAt(statement: string) {
  const broken = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  const { run } = SqliteHandle.prototype;
  const spy = vi.spyOn(SqliteHandle.prototype, 'run').mockImplementation(function (this: SqliteHandle, ...words) {
    if (words[0] === statement) throw broken;
    return run.apply(this, words);
  });
  onTestFinished(() => spy.mockRestore());
  return { broken, mend: () => spy.mockRestore() };
}

test('a transaction that fails does not affect those beside it, and stores nothing', async () => {
  const failing = database.transaction().execute(async (transaction) => {
    await note(transaction, 'b');
    throw new Error('changed my mind');
  });

  const outcomes = await Promise.allSettled([store('a'), failing, store('c'), store('a')]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(await noted()).toEqual(['a', 'c']);
});

test('a transaction for which the disk has no room is not acknowledged, and the next one is stored', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 1)}`.execute(database);
  const large = database.transaction().execute((transaction) =>
    transaction
      .insertInto('seeds')
      .values({ name: 'b', version: 'x'.repeat(100_000) })
      .execute(),
  );

  const outcomes = await Promise.allSettled([store('a'), large, store('c')]);

  expect(outcomes.map((outcome) => outcome.status === 'rejected' && storageErrorOf(outcome.reason))).toEqual([
    false,
    'unavailable',
    false,
  ]);
  expect(await noted()).toEqual(['a', 'c']);
});

test('a transaction whose commit fails is not acknowledged and stores nothing, and the next one is stored', async () => {
  const { broken, mend } = brokenAt('commit');

  await expect(store('a')).rejects.toBe(broken);
  mend();
  await store('b');

  expect(await noted()).toEqual(['b']);
});

test('a transaction queued behind one that waits for a lock gives up together with it', async () => {
  const [elsewhere, impatient] = [await openSqlite(home), await openSqlite(home, { busyTimeoutMs: 100 })];
  const writing = await heldTransaction(elsewhere, (transaction) => note(transaction, 'a'));

  const [first, second] = ['b', 'c'].map((name) =>
    impatient
      .transaction()
      .execute((transaction) => note(transaction, name))
      .catch(storageErrorOf),
  );
  const refused = [await first];
  await new Promise((goOn) => setImmediate(goOn));
  const written = writing.finish();
  refused.push(await second);
  await written;

  expect([refused, await noted()]).toEqual([['busy', 'busy'], ['a']]);
  await Promise.all([elsewhere.destroy(), impatient.destroy()]);
});

test('transactions that have begun are on the disk before the database is closed', async () => {
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const storing = database.transaction().execute(async (transaction) => {
    await note(transaction, 'a');
    wrote();
  });
  await written;
  await database.destroy();
  await storing;

  database = await openSqlite(home);
  expect(await noted()).toEqual(['a']);
});

test('a write outside of transactions waits for those before it, and is on the disk when it resolves', async () => {
  const storing = store('a');
  await database.insertInto('seeds').values({ name: 'b', version: '1' }).execute();

  expect(await noted()).toEqual(['a', 'b']);
  await storing;
});

test('a write outside of transactions waits for another process that writes', async () => {
  const elsewhere = await openSqlite(home);
  const writing = await heldTransaction(elsewhere, (transaction) => note(transaction, 'a'));

  const own = database.insertInto('seeds').values({ name: 'b', version: '1' }).execute();
  await new Promise((goOn) => setImmediate(goOn));
  await writing.finish();
  await own;

  expect(await noted()).toEqual(['a', 'b']);
  await elsewhere.destroy();
});

test('a read sees only what is on the disk, never an open transaction', async () => {
  const storing = await heldTransaction(database, (transaction) => note(transaction, 'a'));

  const before = await noted();
  await storing.finish();

  expect([before, await noted()]).toEqual([[], ['a']]);
});

test('a snapshot does not change, and reads beside it see the newest data', async () => {
  let behind: Promise<string[]> | undefined;

  const inside = await snapshot(async (transaction) => {
    const first = await namesIn(transaction);
    await store('a');
    behind = noted();
    return [first, await namesIn(transaction)];
  });

  expect(inside[1]).toEqual(inside[0]);
  expect(await behind).toEqual(['a']);
});

test('a snapshot that SQLite ended itself, as when the disk fails, does not block the next one', async () => {
  const failing = snapshot(async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw new Error('disk I/O error');
  });

  await expect(failing).rejects.toThrow('disk I/O error');
  expect(await snapshot(namesIn)).not.toEqual([]);
});

test('a snapshot that could not begin does not block the next one', async () => {
  const { broken, mend } = brokenAt('begin');

  await expect(snapshot(namesIn)).rejects.toBe(broken);
  mend();
  expect(await snapshot(namesIn)).not.toEqual([]);
});
