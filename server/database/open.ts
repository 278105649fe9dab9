/** One database, two homes: a SQLite file under `DATA_DIR`, or PostgreSQL when there is a `DATABASE_URL`. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type SqliteFile from 'better-sqlite3';
import { Kysely, PostgresAdapter, type Transaction } from 'kysely';
import { StartupError } from '../startup-error.ts';
import { chownToFolderOwner, closeToOthers, createPrivate, makeFolder, sqliteFileOf } from './data-folder.ts';
import { openPostgres } from './open-postgres.ts';
import { urlsOf } from './postgres-hosts.ts';
import { SharedSqliteDialect, SqliteHandle } from './sqlite-dialect.ts';
import { isDiskFull } from './storage-error.ts';
import type { Tables } from './tables.ts';

/** A pool, or a transaction where one will do. */
export type Database = Kysely<Tables>;
/** A transaction, where nothing else will do. */
export type DatabaseTransaction = Transaction<Tables>;

/** Whether a database or a transaction is on PostgreSQL, else it is on SQLite. */
export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>) =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Where the data is, for people; never with a password. */
export const describeDatabase = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => {
  if (!databaseUrl) return sqliteFileOf(dataDir);
  const urls = urlsOf(databaseUrl).map((url) => new URL(url));
  const hosts = urls.map(({ hostname, port }) => `${hostname || 'mesin ini'}${port && `:${port}`}`);
  return `PostgreSQL di ${hosts.join(' atau ')}, basis data ${urls[0]?.pathname.slice(1)}`;
};

/** Opens what the configuration names, creating the folder and the file. Throws a `StartupError` when that cannot be. */
export const openDatabase = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);

/**
 * The SQLite file of `dataDir`, which is made where there is none. `busyTimeoutMs` as for `openSqliteFile`. Throws a
 * `StartupError` where it cannot be opened.
 */
export async function openSqlite(dataDir: string, options: { busyTimeoutMs?: number } = {}): Promise<Database> {
  const folder = resolve(dataDir);
  const path = sqliteFileOf(dataDir);
  try {
    await makeFolder(folder);
    closeToOthers(folder);
    // SQLite gives its logs the rights of its file.
    if (!existsSync(path) && createPrivate(path)) chownToFolderOwner(path);
    return await openSqliteFile(path, options);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code, message } = error as { code?: string; message: string };
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
      throw new StartupError(`Berkas ${path} bukan basis data kedai ini, atau rusak.`);
    }
    if (code === 'SQLITE_BUSY')
      throw new StartupError(`${path} sedang dipakai pemulihan atau program lain; nyalakan lagi sesudah itu selesai.`);
    if (isDiskFull(error)) throw new StartupError(`Disk dengan folder data ${folder} penuh.`);
    throw new StartupError(
      `Folder data ${folder} tidak bisa ditulisi (${code ?? message}); pilih yang lain dengan DATA_DIR.`,
    );
  }
}

/**
 * A SQLite file: write-ahead log, and every commit on the disk before it is acknowledged. `busyTimeoutMs` is how long a
 * transaction waits for another process that is writing.
 */
export async function openSqliteFile(path: string, { busyTimeoutMs = 5_000 } = {}): Promise<Database> {
  const { default: Sqlite } = await import('better-sqlite3');
  const file = openCurrent(() => new Sqlite(path, { timeout: 10_000 }), path);
  // When two processes start at once on a new file, both switch it to its write-ahead log; the later one waits here.
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  const reader = new Sqlite(path);
  reader.pragma('query_only = ON');
  for (const one of [file, reader]) {
    one.pragma('busy_timeout = 50');
    // A file that was copied here by hand may bring triggers and views, which then call nothing that has an effect.
    one.pragma('trusted_schema = OFF');
    // In KiB: what is asked for again and again; the rest the kernel keeps, once for all processes.
    one.pragma('cache_size = -1000');
  }
  const [writer, reading] = [new SqliteHandle(file), new SqliteHandle(reader)];
  return new Kysely<Tables>({ dialect: new SharedSqliteDialect({ writer, reader: reading, busyTimeoutMs }) });
}

/** A restore that holds the file is waited for, and puts another one in its place: that one is opened. */
function openCurrent(open: () => SqliteFile.Database, path: string): SqliteFile.Database {
  const file = open();
  const { ino } = statSync(path);
  file.pragma('schema_version');
  if (statSync(path).ino === ino) return file;
  file.close();
  return openCurrent(open, path);
}
