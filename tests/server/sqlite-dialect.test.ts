import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sqliteFileOf } from '../../server/database/data-folder.ts';
import { GroupCommitWriter, SqliteHandle } from '../../server/database/group-commit.ts';
import { type Database, type DatabaseTransaction, openSqlite } from '../../server/database/open.ts';
import { prepareDatabase } from '../../server/database/prepare.ts';
import { storageErrorOf } from '../../server/database/storage-error.ts';
import { fixtureMenu } from './fixture-menu.ts';

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kedai-group-'));
  database = await openSqlite(folder);
  await prepareDatabase(database, { menu: async () => fixtureMenu });
});
afterEach(async () => {
  await database.destroy();
  await rm(folder, { recursive: true, force: true });
});

const note = (transaction: DatabaseTransaction, name: string) =>
  transaction.insertInto('seeds').values({ name, version: '1' }).execute();
const store = (name: string) => database.transaction().execute((transaction) => note(transaction, name));
const noted = async () => {
  const rows = await database.selectFrom('seeds').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name).filter((name) => name.length === 1);
};
/** How many pages were written to the log since it was emptied. */
const writtenPages = async () => ((await stat(`${sqliteFileOf(folder)}-wal`)).size - 32) / (24 + 4_096);

test('concurrent transactions share one commit, and each resolves when that is on the disk', async () => {
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
  let resolved = 0;

  const storing = [...'abcdefgh'].map((name) => store(name).then(() => resolved++));
  const seenMeanwhile = await noted();
  await Promise.all(storing);

  expect(seenMeanwhile).toEqual([]);
  expect([resolved, await noted()]).toEqual([8, [...'abcdefgh']]);
  // Separate commits would have written the same two pages eight times.
  expect(await writtenPages()).toBeLessThan(5);
});

test('a transaction that fails in a group commit does not affect the others, and stores nothing', async () => {
  const failing = database.transaction().execute(async (transaction) => {
    await note(transaction, 'b');
    throw new Error('changed my mind');
  });

  const outcomes = await Promise.allSettled([store('a'), failing, store('c'), store('a')]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(await noted()).toEqual(['a', 'c']);
});

test('a disk that fills up during a group commit acknowledges none of it, and the next one is stored', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 1)}`.execute(database);
  const large = (name: string) =>
    database.transaction().execute((transaction) =>
      transaction
        .insertInto('seeds')
        .values({ name, version: 'x'.repeat(100_000) })
        .execute(),
    );

  const outcomes = await Promise.allSettled([store('a'), large('b'), store('c')]);
  const there = await noted();
  await sql`pragma max_page_count = 1000000`.execute(database);
  await store('d');

  for (const [at, name] of ['a', 'b', 'c'].entries()) {
    expect([name, there.includes(name)]).toEqual([name, outcomes[at]?.status === 'fulfilled']);
  }
  expect(outcomes[1]?.status).toBe('rejected');
  // All transactions of the group fail for the same reason, also those for which there was room.
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(reasons.map(storageErrorOf)).toEqual(reasons.map(() => 'unavailable'));
  expect(await noted()).toContain('d');
});

test('a transaction that cannot be rolled back alone is rolled back with its group, and the next one is stored', async () => {
  const broken = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  const file = new SqliteFile(sqliteFileOf(folder));
  const writer = new GroupCommitWriter(file, 1_000);
  const prepare = file.prepare.bind(file);
  vi.spyOn(file, 'prepare').mockImplementation((statement) => {
    if (statement === 'rollback to one') throw broken;
    return prepare(statement);
  });
  const insert = (name: string) =>
    writer.run({ sql: "insert into seeds (name, version) values (?, '1')", parameters: [name] });

  await writer.begin();
  insert('a');
  const first = writer.commit().catch((error) => error);
  await writer.begin();
  insert('b');
  writer.rollback();
  const outcome = await first;
  // Once more, while no caller awaits the group: that must not end the process.
  await writer.begin();
  insert('b');
  writer.rollback();
  await writer.begin();
  insert('c');
  await writer.commit();
  file.close();

  expect([outcome, await noted()]).toEqual([broken, ['c']]);
});

test('a transaction queued behind one that waits for a lock gives up together with it', async () => {
  const [elsewhere, impatient] = [await openSqlite(folder), await openSqlite(folder, { busyTimeoutMs: 100 })];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const writing = elsewhere.transaction().execute(async (transaction) => {
    await note(transaction, 'a');
    wrote();
    await released;
  });
  await written;

  const [first, second] = ['b', 'c'].map((name) =>
    impatient
      .transaction()
      .execute((transaction) => note(transaction, name))
      .catch(storageErrorOf),
  );
  const refused = [await first];
  await new Promise((goOn) => setImmediate(goOn));
  release();
  refused.push(await second);
  await writing;

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

  database = await openSqlite(folder);
  expect(await noted()).toEqual(['a']);
});

test('a write outside of transactions is on the disk when it resolves, and so is everything before it', async () => {
  const storing = store('a');
  await database.insertInto('seeds').values({ name: 'b', version: '1' }).execute();

  expect(await noted()).toEqual(['a', 'b']);
  await storing;
});

test('a read sees only what is on the disk, never an uncommitted group', async () => {
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const storing = database.transaction().execute(async (transaction) => {
    await note(transaction, 'a');
    wrote();
    await looked;
  });
  await written;

  const before = await noted();
  goOn();
  await storing;

  expect([before, await noted()]).toEqual([[], ['a']]);
});

test('a snapshot does not change, and reads beside it see the newest data', async () => {
  let behind: Promise<string[]> | undefined;

  const inside = await database
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const names = async () =>
        (await transaction.selectFrom('seeds').select('name').execute()).map(({ name }) => name);
      const first = await names();
      await store('a');
      behind = noted();
      return [first, await names()];
    });

  expect(inside[1]).toEqual(inside[0]);
  expect(await behind).toEqual(['a']);
});

test('a snapshot that SQLite ended itself, as when the disk fails, does not block the next one', async () => {
  const reading = database.transaction().setAccessMode('read only');

  const failing = reading.execute(async (transaction) => {
    await sql`rollback`.execute(transaction);
    throw new Error('disk I/O error');
  });

  await expect(failing).rejects.toThrow('disk I/O error');
  await reading.execute((transaction) => transaction.selectFrom('seeds').select('name').execute());
});

test('a snapshot that could not begin does not block the next one', async () => {
  const broken = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  const reading = () =>
    database
      .transaction()
      .setAccessMode('read only')
      .execute((transaction) => transaction.selectFrom('seeds').select('name').execute());
  const run = SqliteHandle.prototype.run;
  const failing = vi.spyOn(SqliteHandle.prototype, 'run').mockImplementation(function (
    this: SqliteHandle,
    ...statement
  ) {
    if (statement[0] === 'begin') throw broken;
    return run.apply(this, statement);
  });
  onTestFinished(() => failing.mockRestore());

  await expect(reading()).rejects.toBe(broken);
  failing.mockRestore();
  expect(await reading()).not.toEqual([]);
});
