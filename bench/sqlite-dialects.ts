/**
 * `node bench/sqlite-dialects.ts [--rounds 5]`: orders of 16 phones at once with our group commit and with Kysely's own SQLite driver, in turns
 * with the same rows through bare better-sqlite3; on this disk, and as if each sync took 6 ms more (a memory card). Takes two minutes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SelectQueryNode,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { buildApp } from '../server/app.ts';
import { sqliteFileOf } from '../server/database/data-folder.ts';
import { openSqlite } from '../server/database/open.ts';
import { prepareDatabase } from '../server/database/prepare.ts';
import { GroupCommitSqliteDialect } from '../server/database/sqlite-dialect.ts';
import type { Tables } from '../server/database/tables.ts';
import { orderBodyFor } from '../tests/server/order-fixture.ts';
import { newCustomers } from '../tests/support/concurrent-orders.ts';
import { load, median, requestOf } from './load.ts';

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    serve: { type: 'string' },
    sync: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const syncMs = Number(values.sync);
const ms = 2_000;
const phones = 16;

/** The shop's file as the server opens it, whose commits take `syncMs` longer. */
function fileOf(dataDir: string) {
  const file = new SqliteFile(sqliteFileOf(dataDir));
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  file.pragma('busy_timeout = 50');
  file.pragma('cache_size = -1000');
  const prepare = file.prepare.bind(file);
  file.prepare = ((sql: string) => {
    const statement = prepare(sql);
    if (sql !== 'commit' || syncMs === 0) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...parameters: unknown[]) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, syncMs);
      return run(...(parameters as []));
    };
    return statement;
  }) as typeof file.prepare;
  return file;
}

/** Kysely's driver, once for what writes and once for what only reads; transactions take the write lock as they begin. */
class TwoHandles implements Driver {
  readonly #writer: SqliteDriver;
  readonly #reader: SqliteDriver;

  constructor(writer: SqliteFile.Database, reader: SqliteFile.Database) {
    this.#writer = new SqliteDriver({ database: writer });
    this.#reader = new SqliteDriver({ database: reader });
  }

  async init() {
    await this.#writer.init();
    await this.#reader.init();
  }

  async acquireConnection() {
    return new EitherHandle(this.#writer, this.#reader);
  }

  beginTransaction = (connection: EitherHandle) => connection.begin();
  commitTransaction = (connection: EitherHandle) => connection.end('commit');
  rollbackTransaction = (connection: EitherHandle) => connection.end('rollback');
  async releaseConnection() {}

  async destroy() {
    await this.#writer.destroy();
    await this.#reader.destroy();
  }
}

class EitherHandle implements DatabaseConnection {
  readonly #writer: SqliteDriver;
  readonly #reader: SqliteDriver;
  #transaction: DatabaseConnection | undefined;

  constructor(writer: SqliteDriver, reader: SqliteDriver) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async begin() {
    this.#transaction = await this.#writer.acquireConnection();
    await this.#transaction.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async end(how: 'commit' | 'rollback') {
    const connection = this.#transaction as DatabaseConnection;
    this.#transaction = undefined;
    try {
      await connection.executeQuery(CompiledQuery.raw(how));
    } finally {
      await this.#writer.releaseConnection();
    }
  }

  async executeQuery<Row>(query: CompiledQuery) {
    if (this.#transaction) return this.#transaction.executeQuery<Row>(query);
    const driver = SelectQueryNode.is(query.query) ? this.#reader : this.#writer;
    const connection = await driver.acquireConnection();
    try {
      return await connection.executeQuery<Row>(query);
    } finally {
      await driver.releaseConnection();
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed.');
  }
}

class TwoHandlesDialect extends SqliteDialect {
  readonly #files: [SqliteFile.Database, SqliteFile.Database];

  constructor(writer: SqliteFile.Database, reader: SqliteFile.Database) {
    super({ database: writer });
    this.#files = [writer, reader];
  }

  override createDriver = () => new TwoHandles(...this.#files) as Driver;
}

/** A shop in this process, on the dialect of this name. */
async function serve(name: string, dataDir: string) {
  const [writer, reader] = [fileOf(dataDir), new SqliteFile(sqliteFileOf(dataDir))];
  const dialect =
    name === 'group commit'
      ? new GroupCommitSqliteDialect({ writer, reader, busyTimeoutMs: 5_000 })
      : new TwoHandlesDialect(writer, reader);
  const app = await buildApp({ database: new Kysely<Tables>({ dialect }) });
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
}

/** Orders a second through bare better-sqlite3, in this process. */
function bare(dataDir: string) {
  const file = fileOf(dataDir);
  const order = file.prepare('select * from orders order by id desc limit 1').get() as Record<string, unknown>;
  const key = file.prepare('select * from idempotency_keys limit 1').get() as Record<string, unknown>;
  const insert = (table: string, row: Record<string, unknown>) =>
    file.prepare(`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((name) => `@${name}`)})`);
  const { id: _, ...orderRow } = order;
  const [insertOrder, insertKey] = [insert('orders', orderRow), insert('idempotency_keys', key)];
  const [begin, commit] = [file.prepare('begin immediate'), file.prepare('commit')];
  let count = 0;
  for (const started = performance.now(); performance.now() - started < ms; count++) {
    const reference = crypto.randomUUID();
    begin.run();
    insertKey.run({ ...key, key: reference });
    insertOrder.run({ ...orderRow, order_number: reference, client_ref: reference });
    commit.run();
  }
  process.send?.(count / (ms / 1_000));
}

async function measure(sync: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kedai-bench-'));
  const place = { settings: { dataDir }, open: () => openSqlite(dataDir) };
  const database = await openSqlite(dataDir);
  await prepareDatabase(database);
  await database.destroy();
  const tokens = await newCustomers(place, 3_000);
  const begin = async (what: string) => {
    const child = fork(import.meta.filename, ['--serve', what, '--sync', `${sync}`, dataDir]);
    const [answer] = await once(child, 'message');
    return { child, answer };
  };
  const names = ['group commit', "Kysely's own"] as const;
  const shops = new Map<string, Awaited<ReturnType<typeof begin>>>();
  for (const name of names) shops.set(name, await begin(name));
  const body = await orderBodyFor({ url: shops.get(names[0])?.answer });
  let at = 0;
  const next = () => {
    const token = tokens[at % tokens.length];
    return requestOf('POST', '/api/orders', { authorization: `Bearer ${token}`, 'idempotency-key': `k${at++}` }, body);
  };
  const figures = new Map(
    names.map((name) => [
      name,
      { ratio: [] as number[], perSecond: [] as number[], p50: [] as number[], p99: [] as number[] },
    ]),
  );
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const name of names) {
      const done = await load(shops.get(name)?.answer, { connections: phones, ms, next });
      const { child, answer: limit } = await begin('bare');
      child.disconnect();
      // The first round warms up.
      if (round === 0) continue;
      const figure = figures.get(name);
      const perSecond = (done.statuses['201'] ?? 0) / (ms / 1_000);
      figure?.perSecond.push(perSecond);
      figure?.ratio.push(perSecond / limit);
      figure?.p50.push(done.p50);
      figure?.p99.push(done.p99);
    }
  }
  for (const { child } of shops.values()) child.kill();
  await rm(dataDir, { recursive: true, force: true });
  return Object.fromEntries(
    [...figures].map(([name, figure]) => [
      name,
      Object.fromEntries(Object.entries(figure).map(([what, all]) => [what, Math.round(median(all) * 100) / 100])),
    ]),
  );
}

if (values.serve === 'bare') bare(positionals[0] ?? '');
else if (values.serve) await serve(values.serve, positionals[0] ?? '');
else {
  const results = { 'on this disk': await measure(0), 'a sync 6 ms longer': await measure(6) };
  process.stdout.write(`${JSON.stringify({ date: new Date().toISOString(), ...results }, null, 2)}\n`);
}
