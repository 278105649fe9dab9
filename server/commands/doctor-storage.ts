/** What `doctor` finds where the data is: SQLite's file or PostgreSQL, the pictures it names, and the disk beneath. */
import { existsSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { openToOthers, sqliteFileOf } from '../database/data-folder.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { foreignToShop } from '../database/own-schema.ts';
import { isInitialised, migrationNames, writeProbe } from '../database/prepare.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import { bundledImages } from '../menu/pictures.ts';
import { abandonedDrafts } from './backup.ts';
import { CommandError, exists } from './command-error.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { isServed } from './picture-files.ts';
import { visible } from './terminal.ts';

/** The SQLite file: whether it is sound, can be written and is of this version, and whether its pictures are there. */
export async function atSqlite(config: Config): Promise<Finding[]> {
  const path = sqliteFileOf(config.dataDir);
  const notYet = [warning('data', `There is no shop in ${resolve(config.dataDir)} yet; npm start makes it.`)];
  let file: SqliteFile.Database | undefined;
  try {
    if (!exists(path)) return notYet;
    file = new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: 10_000 });
    const { size } = await stat(path);
    const [integrity] = file.pragma('integrity_check') as { integrity_check: string }[];
    const strays = (file.pragma('foreign_key_check') as unknown[]).length;
    const mode = file.pragma('journal_mode', { simple: true });
    const count = (from: string) => file?.prepare(`select count(*) from ${from}`).pluck().get() as number;
    if (count('sqlite_master') === 0) return notYet;
    const done = file.prepare('select name from kysely_migration').pluck().all() as string[];
    const images = file
      .prepare("select name, image_url from products where removed_at is null and image_url <> ''")
      .all() as { name: string; image_url: string }[];
    return [
      integrity?.integrity_check === 'ok' && strays === 0
        ? ok(
            'data',
            `${path} is sound (SQLite ${file.prepare('select sqlite_version()').pluck().get()}, ${megabytes(size)}).`,
          )
        : fault('data', `${path} is damaged (${integrity?.integrity_check}, ${strays} stray rows): restore a backup.`),
      ...writingFindings(path),
      accessFinding(config),
      mode === 'wal'
        ? ok('log', 'Commits go through a write-ahead log.')
        : warning('log', `The journal mode is ${mode}; a start sets it to wal.`),
      migrationsFinding(done),
      ...(await foreignToShop(file)).map(({ type, name }) =>
        warning('tables', `The ${type} ${visible(name)} is no part of the shop, and a backup with it is not restored.`),
      ),
      ok(
        'shop',
        `${count('products where removed_at is null')} products, ${count('orders')} orders, ${count('customers')} customers.`,
      ),
      await picturesFinding(config, images),
      ...abandonedDrafts(resolve(config.dataDir)).map((left) =>
        warning(
          'drafts',
          `${left} was left by a backup or a restore that was cut off, and holds customers: remove it.`,
        ),
      ),
    ];
  } catch (error) {
    if (error instanceof CommandError) return [fault('data', error.message)];
    return [fault('data', `${path} cannot be used: ${(error as Error).message}.`)];
  } finally {
    file?.close();
  }
}

/** Whether this user may write the file: one that root has put there it may only read. */
function writingFindings(path: string): Finding[] {
  const file = new SqliteFile(path, { fileMustExist: true, timeout: 10_000 });
  try {
    file.exec(writeProbe);
    return [];
  } catch (error) {
    if (storageErrorOf(error) === 'busy') return [];
    if ((error as { code?: unknown }).code !== 'SQLITE_READONLY') throw error;
    return [fault('data', `${path} may only be read by this user: no order can be stored.`)];
  } finally {
    file.close();
  }
}

/** Whether only the shop's own user may read the customers' data. */
function accessFinding({ dataDir }: Config): Finding {
  const open = openToOthers(dataDir);
  return open.length === 0
    ? ok('access', 'No other user of this machine may read the data.')
    : fault(
        'access',
        `Other users of this machine may read ${open.join(', ')}: start the shop, which closes them or says why not.`,
      );
}

function migrationsFinding(done: readonly string[]): Finding {
  if (!done.every((name) => migrationNames.includes(name))) {
    return fault('tables', 'The data was written by a newer version of the shop: start that version.');
  }
  const missing = migrationNames.length - done.length;
  return missing === 0
    ? ok('tables', 'They are those of this version.')
    : warning('tables', `${missing} changes are made at the next start.`);
}

async function picturesFinding(
  { dataDir }: Config,
  products: readonly { name: string; image_url: string }[],
): Promise<Finding> {
  const folders = [join(dataDir, 'images'), bundledImages];
  const missing: string[] = [];
  for (const { name, image_url } of products) {
    if (!(await isServed(folders, 'products', image_url))) missing.push(`${name} (${image_url})`);
  }
  return missing.length === 0
    ? ok('pictures', 'Every product has the picture its menu names.')
    : warning(
        'pictures',
        `${missing.length} are missing: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}.`,
      );
}

/** The same of PostgreSQL, and whether its settings keep what it acknowledges. */
export async function atPostgres(config: Config): Promise<Finding[]> {
  try {
    const database = await openPostgres(config.databaseUrl ?? '', { max: 1 });
    try {
      const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
        where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding')`.execute(
        database,
      );
      const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
      const unsafe = ['fsync', 'synchronous_commit', 'full_page_writes'].filter((name) => settings.get(name) === 'off');
      const findings = [
        ok('data', `PostgreSQL ${settings.get('server_version')} answers.`),
        unsafe.length === 0
          ? ok('log', 'Commits are on its disk before they are acknowledged.')
          : fault('log', `${unsafe.join(' and ')} off: a power cut can lose acknowledged orders.`),
        ...(settings.get('server_encoding') === 'UTF8' ? [] : [fault('encoding', 'The database must be in UTF8.')]),
      ];
      if (!(await isInitialised(database)))
        return [...findings, warning('tables', 'There is no shop yet; npm start makes it.')];
      const { rows: done } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
      const images = await database
        .selectFrom('products')
        .select(['name', 'image_url'])
        .where('removed_at', 'is', null)
        .where('image_url', '!=', '')
        .execute();
      return [...findings, migrationsFinding(done.map(({ name }) => name)), await picturesFinding(config, images)];
    } finally {
      await database.destroy();
    }
  } catch (error) {
    return [fault('data', (error as Error).message)];
  }
}

/** Free space, and how long the disk takes to have a small write for certain; beside PostgreSQL only pictures are there. */
export async function atDisk({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return [];
  try {
    const { bavail, bsize, type } = await statfs(folder);
    const free = bavail * bsize;
    // Several machines may share such a folder, on a file system that SQLite could not use.
    if (databaseUrl) return [(free < 500_000_000 ? warning : ok)('space', `${megabytes(free)} are free for pictures.`)];
    const space =
      free < 50_000_000
        ? fault('space', `Only ${megabytes(free)} are free: no order can be stored soon.`)
        : (free < 500_000_000 ? warning : ok)('space', `${megabytes(free)} are free.`);
    return [space, await syncFinding(folder, networked.get(type))];
  } catch (error) {
    const { message } = error as Error;
    if (databaseUrl) return [warning('space', `${folder} cannot be looked at: ${message}.`)];
    return [fault('disk', `${folder} cannot be written: ${message}.`)];
  }
}

/** Linux' numbers of file systems over which SQLite's locks cannot be trusted (statfs(2)). */
const networked = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
]);

async function syncFinding(folder: string, network: string | undefined): Promise<Finding> {
  if (network)
    return fault(
      'disk',
      `${folder} is on ${network}, where SQLite's locks cannot be trusted: use a disk of this machine.`,
    );
  const path = join(folder, `.doctor-${process.pid}`);
  const times: number[] = [];
  const file = await open(path, 'w', 0o600);
  try {
    for (let i = 0; i < 7; i++) {
      const started = performance.now();
      await file.write(Buffer.alloc(4_096, i), 0, 4_096, 0);
      await file.sync();
      times.push(performance.now() - started);
    }
  } finally {
    await file.close();
    await rm(path, { force: true });
  }

  const median = times.sort((one, other) => one - other)[3] ?? 0;
  return (median > 100 ? warning : ok)(
    'disk',
    `A write is on the disk after ${median.toFixed(1)} ms${median > 100 ? ': orders will be slow' : ''}.`,
  );
}

const megabytes = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(bytes >= 1e7 ? 0 : 1)} MB`;
