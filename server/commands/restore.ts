/** `restore`: makes a backup (`backup.ts`) the shop again. */
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import SqliteFile from 'better-sqlite3';
import type { Config } from '../config.ts';
import { chownToFolderOwner, closeToOthers, createPrivate, makeFolder, sqliteFileOf } from '../database/data-folder.ts';
import { openSqliteFile } from '../database/open.ts';
import { prepareDatabase } from '../database/prepare.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import { storePicture } from '../menu/store-picture.ts';
import { copyShop, inDraft, onPostgres } from './backup.ts';
import { type BackupFile, openBackup } from './backup-file.ts';
import { captureRevocations } from './capture-revocations.ts';
import { type Command, CommandError } from './command.ts';
import { contentsOf, isEmpty, isShopItself, resolvedPath } from './sqlite-file.ts';
import { firstOf, visible } from './terminal.ts';

export const restore: Command = {
  usage: 'restore FILE [--yes]',
  summary:
    'Menjadikan cadangan kedai kembali; kedai harus berhenti dulu, dan data sekarang disimpan di sampingnya. Perlu --yes bila sudah ada data.',
  async run({ args, flags, config, terminal }) {
    if (config.databaseUrl) {
      // In a single transaction: otherwise an open shop would sell from half-restored tables, and an interruption would leave them so.
      const instead = 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE.';
      throw onPostgres('dipulihkan', instead);
    }
    const source = resolve(args[0] ?? '');
    if (isShopItself(source, config.dataDir)) throw new CommandError('Itu data kedai sendiri; pilih cadangan.');
    const { copy, ...contents } = await replaceFrom(source, {
      config,
      warn: terminal.warn,
      mayReplace: flags.has('yes'),
    });
    return {
      data: { file: source, keptAs: copy, ...contents },
      text: [
        `Kedai kembali dengan ${contents.orders} pesanan, ${contents.customers} pelanggan, dan ${contents.products} produk.`,
        ...(copy ? [`Data sebelumnya disimpan di ${copy}.`] : []),
        ...mustSignIn('Staf', contents.signInAgain.staff),
        ...mustSignIn('Pelanggan', contents.signInAgain.customers),
      ].join('\n'),
    };
  },
};

const mustSignIn = (who: string, names: readonly string[]) =>
  names.length === 0 ? [] : [`${who} yang harus masuk lagi: ${firstOf(names.map(visible), 20)}.`];

/**
 * Makes the backup at `source` the shop. Resolves with how much that holds, who must sign in again, and the path of the
 * copy of the former one. Throws a `CommandError` for a shop that is open, or may not be replaced.
 */
async function replaceFrom(
  source: string,
  { config, warn, mayReplace }: { config: Config; warn: (text: string) => void; mayReplace: boolean },
) {
  const folder = resolve(config.dataDir);
  const backup = await openBackup(source, warn);
  try {
    await makeFolder(folder);
    closeToOthers(folder);
    const target = resolvedPath(sqliteFileOf(folder));
    const isNew = createPrivate(target);
    if (isNew) chownToFolderOwner(target);
    let shop: SqliteFile.Database | undefined;
    try {
      const held = heldShop(target);
      shop = held;
      const former = isEmpty(held) ? undefined : contentsOf(held);
      if (former && !mayReplace)
        throw new CommandError(
          `Di ${folder} sudah ada kedai dengan ${former.orders} pesanan dan ${former.customers} pelanggan; tambahkan --yes untuk menggantinya (yang lama tetap disimpan di sampingnya).`,
        );
      const copy = former && join(folder, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
      return await inDraft(target, async (draft) => {
        chownToFolderOwner(draft);
        await writeShop(draft, backup);
        held.prepare('attach ? as restored').run(draft);
        const signInAgain = captureRevocations(held, Date.now());
        held.exec('detach restored');

        if (copy) await copyShop(config, copy, warn, held);
        // Written before the menu that names them.
        for (const { kind, name, bytes } of backup.pictures)
          await storePicture(join(folder, 'images'), kind, [{ name, bytes }]);
        // SQLite would take what a killed process left of the former file for a part of the new one.
        for (const log of ['-journal', '-wal', '-shm']) rmSync(`${target}${log}`, { force: true });
        const file = new SqliteFile(draft, { readonly: true });
        const contents = contentsOf(file);
        file.close();
        return { ...contents, pictures: backup.pictures.length, signInAgain, copy };
      });
    } catch (error) {
      if (isNew) rmSync(target, { force: true });
      throw error;
    } finally {
      shop?.close();
    }
  } finally {
    backup.close();
  }
}

/**
 * The shop's file, which no other process has open, nor can open until this connection is closed: in a write-ahead log the
 * change of the journal fails while another connection is open. Throws a `CommandError` where one is.
 */
function heldShop(path: string): SqliteFile.Database {
  const isOpen = new CommandError(
    `Kedai di ${dirname(path)} sedang buka, atau perintah lain memakai datanya: tutup dulu, lalu pulihkan lagi.`,
  );
  const file = new SqliteFile(path, { timeout: 2_000 });
  try {
    file.pragma('trusted_schema = OFF');
    file.pragma('main.journal_mode = DELETE');
    file.pragma('main.locking_mode = EXCLUSIVE');
    file.exec('begin exclusive; commit');
    // Another process may have opened it between the two.
    if (file.pragma('main.journal_mode', { simple: true }) !== 'delete') throw isOpen;
    return file;
  } catch (error) {
    file.close();
    if (storageErrorOf(error) === 'busy') throw isOpen;
    const { code, message } = error as { code?: string; message: string };
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code)))
      throw new CommandError(`Isi ${path} sekarang tidak bisa dibaca (${message}); pindahkan, lalu pulihkan lagi.`);
    throw error;
  }
}

/** Writes the backup's rows into an empty file, and brings that to what this version of the shop needs. */
async function writeShop(path: string, backup: BackupFile) {
  const file = new SqliteFile(path);
  try {
    // It is not visible before it is finished and synced.
    file.pragma('journal_mode = OFF');
    file.pragma('synchronous = OFF');
    file.pragma('foreign_keys = OFF');
    file.exec('begin');
    backup.copyTo(file);
    file.exec('commit');
  } finally {
    file.close();
  }
  const database = await openSqliteFile(path);
  try {
    await prepareDatabase(database);
  } finally {
    await database.destroy();
  }
}
