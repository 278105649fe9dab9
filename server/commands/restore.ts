/** `restore`: makes a backup (`backup.ts`) the shop again. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import SqliteFile from 'better-sqlite3';
import type { Config } from '../config.ts';
import { chownToFolderOwner, closeToOthers, createPrivate, makeFolder, sqliteFileOf } from '../database/data-folder.ts';
import { openSqlite } from '../database/open.ts';
import { quoted } from '../database/own-schema.ts';
import { prepareDatabase } from '../database/prepare.ts';
import { copyShop, onPostgres } from './backup.ts';
import { type BackupFile, openBackup } from './backup-file.ts';
import type { Command } from './command.ts';
import { CommandError, exists } from './command-error.ts';
import { storePicture } from './picture-files.ts';
import { busyTimeoutMs, contentsOf, hasTable, isEmpty, isShopItself } from './sqlite-file.ts';

export const restore: Command = {
  usage: 'restore FILE [--yes]',
  summary: 'Makes a backup the shop again; what is there now is kept beside it. Needs --yes when there is something.',
  minArgs: 1,
  maxArgs: 1,
  options: { yes: { type: 'boolean' } },
  async run({ args, options, config, terminal, asJson }) {
    if (config.databaseUrl) {
      // In a single transaction: otherwise an open shop would sell from half-restored tables, and an interruption would leave them so.
      const instead = 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE.';
      throw onPostgres('is restored', instead);
    }
    const source = resolve(args[0] ?? '');
    if (isShopItself(source, config.dataDir)) throw new CommandError('That is the shop itself; choose a backup.');
    const { copy, ...contents } = await replaceFrom(source, { config, warn: terminal.warn, mayReplace: !!options.yes });
    const database = await openSqlite(config.dataDir);
    try {
      await prepareDatabase(database);
    } finally {
      await database.destroy();
    }
    terminal.say(
      asJson
        ? JSON.stringify({ file: source, keptAs: copy, ...contents })
        : [
            `The shop has ${contents.orders} orders, ${contents.customers} customers and ${contents.products} products again.`,
            ...(copy ? [`What was there before is in ${copy}.`] : []),
          ].join('\n'),
    );
  },
};

/**
 * Makes the backup at `source` the shop. Resolves with how much that holds, and the path of the copy of the former one. Throws a
 * `CommandError` for a shop that may not be replaced.
 */
async function replaceFrom(
  source: string,
  { config, warn, mayReplace }: { config: Config; warn: (text: string) => void; mayReplace: boolean },
) {
  const folder = resolve(config.dataDir);
  const target = sqliteFileOf(folder);
  const backup = await openBackup(source, warn);
  try {
    const former = exists(target) ? contentsOfShop(target) : undefined;
    if (former && !mayReplace) {
      throw new CommandError(
        `${folder} holds a shop with ${former.orders} orders and ${former.customers} customers; add --yes to replace it (it is kept beside the new one).`,
      );
    }
    const copy = former && join(folder, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
    await makeFolder(folder);
    closeToOthers(folder);
    const contents = await replaceShop(target, backup, async () => {
      if (copy) await copyShop(config, copy, warn);
      // Written before the menu that names them.
      for (const { kind, name, bytes } of backup.pictures)
        await storePicture(join(folder, 'images'), kind, [{ name, bytes }]);
    });
    return { ...contents, pictures: backup.pictures.length, copy };
  } finally {
    backup.close();
  }
}

/** How much the shop at `path` holds; `undefined` where there is an empty file only. */
function contentsOfShop(path: string) {
  try {
    const file = new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    try {
      return isEmpty(file) ? undefined : contentsOf(file);
    } finally {
      file.close();
    }
  } catch (error) {
    throw new CommandError(
      `What is in ${path} now cannot be read (${(error as Error).message}); move it away, then restore again.`,
    );
  }
}

/**
 * Puts the backup's tables in the place of the shop's, through SQLite's own locks and never by exchanging the file: an open shop goes on
 * with the restored data. From before `beforeCommit` to the end no other process writes: an order is in the copy made by that, or waits and
 * gets into the restored shop. Resolves with how much that holds.
 */
async function replaceShop(target: string, backup: BackupFile, beforeCommit: () => Promise<void>) {
  if (!existsSync(target) && createPrivate(target)) chownToFolderOwner(target);
  const shop = new SqliteFile(target, { timeout: busyTimeoutMs });
  try {
    shop.pragma('journal_mode = WAL');
    shop.pragma('synchronous = FULL');
    shop.pragma('foreign_keys = OFF');
    shop.exec('begin immediate');
    replaceTables(shop, backup);
    const contents = contentsOf(shop);
    // Last, so that a backup whose rows do not fit leaves nothing behind. Until the commit others see, and copy, the former shop.
    await beforeCommit();
    shop.exec('commit');
    return contents;
  } finally {
    shop.close();
  }
}

/** Gives `shop`, within its transaction, the tables of the backup for its own. */
function replaceTables(shop: SqliteFile.Database, backup: BackupFile) {
  const tables = shop
    .prepare(
      `select name from sqlite_master
       where type = 'table' and name <> 'backup_pictures' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .pluck()
    .all() as string[];
  const version = hasTable(shop, 'menu_version') ? shop.prepare('select version from menu_version').pluck().get() : 0;
  const bringBack = whatStays(shop);
  for (const table of tables) shop.exec(`drop table main.${quoted(table)}`);
  backup.copyTo(shop);
  bringBack();
  // An open shop notices a new menu by its version, so the restored one must not have the version it holds in memory.
  shop.prepare('update menu_version set version = max(version, ?) + 1').run(version);
}

/**
 * Notes what a restore does not undo, and answers what brings it back afterwards: a session that has ended, a member of staff who was
 * removed and an order that was cancelled stay so, and a revision that was given to one cart is never given to another.
 */
function whatStays(shop: SqliteFile.Database) {
  const columns = 'customer_id, key, fingerprint, status, response, voided, created_at';
  shop.exec(`create temp table customers_before (customer, revision);
    create temp table sessions_before (token_hash);
    create temp table cancelled_before (${columns});`);
  if (hasTable(shop, 'customers')) {
    shop.exec(`insert into customers_before
        select id, coalesce(revision, 0) from customers left join carts on customer_id = id;
      insert into sessions_before select token_hash from sessions;
      insert into cancelled_before select ${columns} from idempotency_keys where voided = 1;`);
  }
  shop.exec(
    'create temp table staff_before (id, name, removed_at); create temp table staff_sessions_before (token_hash);',
  );
  if (hasTable(shop, 'staff')) {
    shop.exec(`insert into staff_before select id, name, removed_at from staff;
      insert into staff_sessions_before select token_hash from staff_sessions;`);
  }
  return () => {
    shop.exec(`delete from main.sessions where customer_id in (select customer from customers_before)
        and token_hash not in (select token_hash from sessions_before);
      insert or ignore into main.idempotency_keys (${columns})
        select ${columns} from cancelled_before where customer_id in (select id from main.customers);`);
    if (hasTable(shop, 'staff')) {
      // An invitation may have been accepted since.
      shop.exec(`delete from main.staff_invitations;
        delete from main.staff_sessions where staff_id in (select id from staff_before)
          and token_hash not in (select token_hash from staff_sessions_before);
        update main.staff set removed_at = (select removed_at from staff_before where staff_before.id = staff.id)
          where removed_at is null and (id, name) in (select id, name from staff_before where removed_at is not null);`);
    }
    const now = new Date();
    shop
      .prepare(
        `insert into main.carts (customer_id, items, revision, updated_at)
         select id, '[]', 0, ? from main.customers where id not in (select customer_id from main.carts)
           and id not in (select customer from customers_before where revision = 0)`,
      )
      .run(now.toISOString());
    // Below every one so far, because by that a phone knows a restored shop (fault F44), and below those of an earlier restore.
    shop
      .prepare(
        `update main.carts set revision = ?
         where (customer_id, revision) not in (select customer, revision from customers_before)`,
      )
      .run(-now.getTime());
  };
}
