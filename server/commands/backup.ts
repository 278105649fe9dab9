/** `backup`: the whole shop, orders and pictures, as one SQLite file. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { renameAtomically } from '../atomic-file.ts';
import type { Config } from '../config.ts';
import { createPrivate, sqliteFileOf } from '../database/data-folder.ts';
import { type Command, CommandError, databaseLocked, exists, fileError, noShopError } from './command.ts';
import { storedPictures } from './picture-files.ts';
import {
  busyTimeoutMs,
  contentsOf,
  isEmpty,
  isShopItself,
  requireFile,
  requireSound,
  resolvedPath,
} from './sqlite-file.ts';

/** Signals that end a command: Ctrl+C, a supervisor or timer, a terminal that is closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The error of a command that is for SQLite only. */
export const onPostgres = (what: string, instead: string) =>
  new CommandError(`Data kedai ini ada di PostgreSQL, yang ${what} dengan alatnya sendiri: ${instead}`);

export const backup: Command = {
  usage: 'backup FILE [--yes]',
  summary: 'Menulis pesanan, pelanggan, menu, dan gambar ke FILE, juga saat kedai buka; --yes menimpa FILE.',
  async run({ args, flags, config, terminal }) {
    if (config.databaseUrl) throw onPostgres('dicadangkan', 'pg_dump --format=custom --file=FILE "$DATABASE_URL".');
    const target = resolve(args[0] ?? '');
    requireFile(target);
    if (existsSync(target) && !flags.has('yes'))
      throw new CommandError(`${target} sudah ada; tambahkan --yes untuk menimpanya.`);
    if (!existsSync(dirname(target))) throw new CommandError(`Tidak ada folder ${dirname(target)}.`);
    const contents = await copyShop(config, target, terminal.warn);
    return {
      data: { file: target, ...contents },
      text: `${contents.orders} pesanan, ${contents.customers} pelanggan, ${contents.products} produk, dan ${contents.pictures} gambar tersimpan di ${target}.`,
    };
  },
};

/**
 * Copies one consistent moment of the shop to `target`: checked, and synced to the disk before it gets that name. `live` is
 * a connection to the shop; one of its own is opened where none is given. Resolves with how much it holds.
 */
export async function copyShop(
  config: Config,
  target: string,
  warn: (text: string) => void,
  live?: SqliteFile.Database,
) {
  const { dataDir } = config;
  const source = sqliteFileOf(dataDir);
  if (!exists(source)) throw noShopError(config);
  if (isShopItself(target, dataDir)) throw new CommandError('Itu data kedai sendiri; pilih berkas lain.');
  const place = resolvedPath(target);
  // A restore, whose connection this is, has a draft of its own.
  if (!live) for (const folder of new Set([dirname(place), resolve(dataDir)])) removeAbandoned(folder, warn);
  return inDraft(place, async (draft) => {
    const from = live ?? new SqliteFile(source, { fileMustExist: true, timeout: busyTimeoutMs });
    if (isEmpty(from)) throw noShopError(config);
    await copyInOneStep(from, draft);
    if (!live) from.close();
    const copy = new SqliteFile(draft);
    // Without a write-ahead log, so that everything is in the one file that is carried away.
    copy.pragma('journal_mode = DELETE');
    // It is there already where the shop's own file is a copy of a backup.
    copy.exec('drop table if exists backup_pictures');
    copy.exec('create table backup_pictures (kind text not null, name text not null, bytes blob not null)');
    const add = copy.prepare('insert into backup_pictures values (?, ?, ?)');
    for await (const { kind, name, bytes } of storedPictures(join(dataDir, 'images'), warn)) add.run(kind, name, bytes);
    requireSound(copy, 'Salinannya');
    const contents = contentsOf(copy);
    copy.close();
    return contents;
  });
}

/**
 * Has `write` make a file beside `place`, which gets that name once it is finished and synced to the disk. Whatever ends
 * the command half-way, no copy of the customers' data is left behind.
 */
export async function inDraft<Result>(place: string, write: (draft: string) => Promise<Result>): Promise<Result> {
  const draft = `${place}.${randomUUID().slice(0, 8)}.kedai-draft`;
  const tidyUp = () => {
    for (const left of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(left, { force: true });
  };
  const endTidily = (signal: NodeJS.Signals) => {
    tidyUp();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of endings) process.once(signal, endTidily);
  try {
    try {
      // Not readable by other users, not even while it is being written.
      createPrivate(draft);
    } catch (error) {
      throw fileError(place, error);
    }
    const result = await write(draft);
    await renameAtomically(draft, place);
    return result;
  } finally {
    for (const signal of endings) process.off(signal, endTidily);
    tidyUp();
  }
}

/** In ms; a younger draft may be written by another machine or container. */
const abandonedAfter = 3_600_000;

/**
 * Removes what ended processes left in `folder` of a backup, its log included: unfinished copies of the customers. Warns of what this user may
 * not remove, since that must not prevent a backup.
 */
function removeAbandoned(folder: string, warn: (text: string) => void) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/\.kedai-draft(-journal|-wal|-shm)?$/.test(name)) continue;
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts || Date.now() - facts.mtimeMs < abandonedAfter) continue;
    try {
      rmSync(path, { force: true });
      warn(`${path} dihapus: sisa cadangan yang terputus.`);
    } catch {
      warn(`${path} adalah sisa cadangan yang terputus dan berisi data pelanggan: hapuslah.`);
    }
  }
}

/** Copies all pages in one step under one read lock: in several steps it would start again at every order that comes in between. */
async function copyInOneStep(from: SqliteFile.Database, path: string) {
  const giveUpAt = performance.now() + busyTimeoutMs;
  await from.backup(path, {
    progress() {
      if (performance.now() > giveUpAt) throw new CommandError(databaseLocked);
      return 0x7fffffff;
    },
  });
}
