/** One database, two homes: a SQLite file under `DATA_DIR`, or PostgreSQL when there is a `DATABASE_URL`. */
import { chownSync, existsSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';
import { StartupError } from '../startup-error.ts';
import { GroupCommitSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** A pool, or a transaction where one will do. */
export type Database = Kysely<Tables>;
/** A transaction, where nothing else will do. */
export type DatabaseTransaction = Transaction<Tables>;

/** Whether a database or a transaction is on PostgreSQL, else it is on SQLite. */
export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>) =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Where the SQLite file of a data folder is, or would be. */
export const sqliteFileOf = (dataDir: string) => join(resolve(dataDir), 'kedai.sqlite');

/** Where the data is, for people; never with a password. */
export const describeDatabase = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => {
  if (!databaseUrl) return sqliteFileOf(dataDir);
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${hostname || 'this machine'}${port && `:${port}`}, database ${pathname.slice(1)}`;
};

/** Opens what the configuration names, creating the folder and the file. Throws a `StartupError` when that cannot be. */
export const openDatabase = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);

/**
 * The SQLite file of `dataDir`: write-ahead log, and every commit on the disk before it is acknowledged.
 * `busyTimeoutMs` is how long a transaction waits for another process that is writing. Throws a `StartupError` where it cannot be opened.
 */
export async function openSqlite(dataDir: string, { busyTimeoutMs = 5_000 } = {}): Promise<Database> {
  const folder = resolve(dataDir);
  const path = sqliteFileOf(dataDir);
  try {
    await makeFolder(folder);
    const { default: SqliteFile } = await import('better-sqlite3');
    const isNew = !existsSync(path);
    // When two processes start at once on a new file, both switch it to its write-ahead log; the later one waits here.
    const file = new SqliteFile(path, { timeout: 10_000 });
    if (isNew) chownToFolderOwner(path);
    file.pragma('journal_mode = WAL');
    file.pragma('synchronous = FULL');
    file.pragma('foreign_keys = ON');
    const reader = new SqliteFile(path);
    reader.pragma('query_only = ON');
    for (const one of [file, reader]) {
      one.pragma('busy_timeout = 50');
      // In KiB: what is asked for again and again; the rest the kernel keeps, once for all processes.
      one.pragma('cache_size = -1000');
    }
    return new Kysely<Tables>({ dialect: new GroupCommitSqliteDialect({ writer: file, reader, busyTimeoutMs }) });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
      throw new StartupError(`The file ${path} is not a database of this shop, or it is damaged.`);
    }
    throw new StartupError(
      `The data folder ${folder} cannot be written (${code ?? message}); choose another with DATA_DIR.`,
    );
  }
}

/** Gives a file that root created to the owner of its folder, as SQLite does with its log: otherwise the shop could only read it. */
export function chownToFolderOwner(path: string) {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  try {
    chownSync(path, uid, gid);
  } catch {
    // In a container root often may not change owners, and is the shop's own user anyway.
  }
}

/**
 * Like `mkdir` with `recursive`, which never returns where a file system, `/proc` for one, has no place for a folder. What
 * is in it says who the customers are: nobody else may look.
 */
async function makeFolder(folder: string) {
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder || existsSync(dirname(folder))) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

/**
 * A pool of `max` connections to PostgreSQL. `lockTimeoutMs` is how long a statement waits for a row that another transaction holds,
 * `responseTimeoutMs` how long for any answer (0: for ever). Throws a `StartupError` where PostgreSQL cannot be reached.
 */
export async function openPostgres(
  url: string,
  { lockTimeoutMs = 3_000, responseTimeoutMs = 20_000, max = 10 } = {},
): Promise<Database> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    lock_timeout: lockTimeoutMs,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'kedai',
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === pg.types.builtins.INT8 ? wholeNumber : pg.types.getTypeParser(type, format),
    },
  });
  // A connection that dies is replaced at its next use; without a listener it would end the process. Of one that is idle the
  // pool tells, of one at work it does itself, beside the statement that fails.
  pool.on('error', () => {});
  pool.on('connect', (connection) => {
    connection.on('error', () => {});
    // PostgreSQL itself ends sooner what takes as long (above). So a network between them has forgotten the connection; the kernel would
    // wait on it for a quarter of an hour, and with it every request.
    const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(responseTimeoutMs, () =>
      stream.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    );
  });
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await pool.end();
    throw new StartupError(`The PostgreSQL of DATABASE_URL cannot be reached: ${reasonOf(error)}.`);
  }
  urls.set(database, url);
  return database;
}

/** Where each open pool leads. */
const urls = new WeakMap<Database, string>();

/** Does what may take longer than a request waits: on PostgreSQL over a connection of its own without a response timeout. Settles as `work` does. */
export async function withoutTimeouts<Result>(database: Database, work: (database: Database) => Promise<Result>) {
  const url = urls.get(database);
  if (url === undefined) return work(database);
  const own = await openPostgres(url, { responseTimeoutMs: 0, max: 1 });
  try {
    return await work(own);
  } finally {
    await own.destroy();
  }
}

/** Our bigints are rupiah, revisions and milliseconds: all far below 2^53. */
function wholeNumber(text: string) {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('A number in the database is too large.');
  return number;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || 'no answer').split('\n')[0]?.replace(/\.$/, '') ?? 'no answer';
}

/**
 * What a failed statement means to the one who asked: `busy` passes by itself in a moment, `unavailable` when the disk
 * has space or PostgreSQL is back. Anything else is a fault of ours and `undefined`.
 */
export function storageErrorOf(error: unknown): 'busy' | 'unavailable' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall } = error as { code?: string; syscall?: string };
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'busy';
  if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code)) return 'unavailable';
  if (/^(55P03|57014|40001|40P01)$/.test(code)) return 'busy';
  if (/^(08...|53...|57P0.|25006|25P03)$/.test(code)) return 'unavailable';
  if (/^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return 'unavailable';
  // Any failure to connect, such as a missing socket while PostgreSQL starts again.
  if (syscall === 'connect') return 'unavailable';
  // Messages of the driver itself, which have no code.
  if (/^Connection terminated|timeout exceeded when trying to connect|is not queryable$/.test(error.message))
    return 'unavailable';
  return undefined;
}
