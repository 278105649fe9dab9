/** What the commands look at in a SQLite file, of the shop or of a backup. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type SqliteFile from 'better-sqlite3';
import { sqliteFileOf } from '../database/data-folder.ts';
import { tillCustomer } from '../orders/till.ts';
import { CommandError } from './command.ts';

/** How long another process that is writing is waited for, in ms. */
export const busyTimeoutMs = 30_000;

/** Throws a `CommandError` for a folder, which would be noticed only after everything was copied, and for a device, a pipe or a dangling link. */
export function requireFile(path: string) {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new CommandError(`${path} adalah folder; sebutkan berkas di dalamnya.`);
  if (there && !there.isFile()) throw new CommandError(`${path} bukan berkas.`);
  // A link that leads nowhere, as to a USB stick that is not plugged in.
  if (!there && lstatSync(path, { throwIfNoEntry: false }))
    throw new CommandError(`${path} tidak menuju ke mana-mana.`);
}

const count = (file: SqliteFile.Database, from: string) =>
  file.prepare(`select count(*) from ${from}`).pluck().get() as number;

/** How much of a shop is in a file. */
export const contentsOf = (file: SqliteFile.Database) => ({
  orders: count(file, 'orders'),
  customers: count(file, `customers where id <> '${tillCustomer.id}'`),
  products: count(file, 'products where removed_at is null'),
  pictures: hasTable(file, 'backup_pictures') ? count(file, 'backup_pictures') : 0,
});

/** Whether a table of this name is there. A view, or a virtual table, is none. */
export const hasTable = (file: SqliteFile.Database, name: string) =>
  count(file, `sqlite_master where type = 'table' and rootpage > 0 and name = '${name}'`) === 1;

/** Whether a database has no tables, as after a first start that was killed. */
export const isEmpty = (file: SqliteFile.Database) => count(file, 'sqlite_master') === 0;

/** Throws a `CommandError` that calls the file `name` when SQLite finds it damaged. */
export function requireSound(file: SqliteFile.Database, name: string) {
  const [first] = file.pragma('integrity_check') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') throw new CommandError(`${name} rusak: ${first?.integrity_check}.`);
}

/** Whether a command that writes `path` would write over the SQLite file in `dataDir` or its log, also through links. */
export function isShopItself(path: string, dataDir: string) {
  const target = resolvedPath(path);
  return ['', '-wal', '-shm'].some((part) => resolvedPath(`${sqliteFileOf(dataDir)}${part}`) === target);
}

/** The file behind every link on the way to `path`, also one that is not there yet. */
export function resolvedPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A file that does not exist yet: its folder may still be a link.
    return resolve(path) === dirname(resolve(path)) ? path : join(resolvedPath(dirname(resolve(path))), basename(path));
  }
}
