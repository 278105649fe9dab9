/** `restore`: makes a backup (`backup.ts`) the shop again. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { chownToFolderOwner, closeToOthers, createPrivate, makeFolder, sqliteFileOf } from '../database/data-folder.ts';
import { openSqlite } from '../database/open.ts';
import { migrationNames, prepareDatabase } from '../database/prepare.ts';
import type { PictureKind } from '../menu/pictures.ts';
import { copyShop, onPostgres } from './backup.ts';
import type { Command } from './command.ts';
import { CommandError, exists } from './command-error.ts';
import { canBeShown, keepPicture } from './picture-files.ts';
import {
  busyTimeoutMs,
  contentsOf,
  hasTable,
  isEmpty,
  isShopItself,
  requireFile,
  requireSound,
} from './sqlite-file.ts';

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
    const target = sqliteFileOf(config.dataDir);
    if (isShopItself(source, config.dataDir)) throw new CommandError('That is the shop itself; choose a backup.');
    await makeFolder(resolve(config.dataDir));
    closeToOthers(config.dataDir);
    const pictures = picturesOf(source, terminal.warn);
    const there = exists(target) ? whatIsThere(target) : undefined;
    if (there && !options.yes) {
      throw new CommandError(
        `${resolve(config.dataDir)} holds a shop with ${there.orders} orders and ${there.customers} customers; add --yes to replace it (it is kept beside the new one).`,
      );
    }
    const kept =
      there && join(resolve(config.dataDir), `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);

    const replaced = await replaceShop(target, source, async () => {
      if (kept) await copyShop(config, kept, terminal.warn);
      // Written before the menu that names them.
      for (const { kind, name, bytes } of pictures)
        await keepPicture(join(config.dataDir, 'images'), kind, [{ name, bytes }]);
    });
    const contents = { ...replaced, pictures: pictures.length };
    const database = await openSqlite(config.dataDir);
    try {
      await prepareDatabase(database);
    } finally {
      await database.destroy();
    }
    terminal.say(
      asJson
        ? JSON.stringify({ file: source, keptAs: kept, ...contents })
        : [
            `The shop has ${contents.orders} orders, ${contents.customers} customers and ${contents.products} products again.`,
            ...(kept ? [`What was there before is in ${kept}.`] : []),
          ].join('\n'),
    );
  },
};

/** The pictures in a backup. Throws for what is no sound backup. */
function picturesOf(source: string, warn: (text: string) => void) {
  if (!exists(source)) throw new CommandError(`There is no file ${source}.`);
  requireFile(source);
  try {
    const file = new SqliteFile(source, { readonly: true, fileMustExist: true });
    try {
      requireSound(file, source);
      if (!hasTable(file, 'orders') || !hasTable(file, 'kysely_migration')) {
        throw new CommandError(`${source} is a database, but not of this shop.`);
      }
      const names = file.prepare('select name from kysely_migration').pluck().all() as string[];
      if (!names.every((name) => migrationNames.includes(name))) {
        throw new CommandError('The backup was made by a newer version of the shop; update this one first.');
      }
      const pictures = hasTable(file, 'backup_pictures')
        ? (file.prepare('select kind, name, bytes from backup_pictures').all() as {
            kind: PictureKind;
            name: string;
            bytes: Buffer;
          }[])
        : [];
      return pictures.filter(({ kind, name }) => canBeShown(kind, name, warn));
    } finally {
      file.close();
    }
  } catch (error) {
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) {
      throw new CommandError(`${source} is not a backup, or it is damaged.`);
    }
    throw error;
  }
}

/** How much the shop at `path` holds; `undefined` where there is an empty file only. */
function whatIsThere(path: string) {
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
 * Makes the backup at `source` the shop, through SQLite's own locks and never by exchanging the file: an open shop goes on
 * with the restored data. From before `first` to the end nobody else writes: an order is in what `first` kept, or it waits and
 * comes to the restored shop. Resolves with how much that holds.
 */
async function replaceShop(target: string, source: string, first: () => Promise<void>) {
  if (!existsSync(target) && createPrivate(target)) chownToFolderOwner(target);
  const shop = new SqliteFile(target, { timeout: busyTimeoutMs });
  try {
    shop.pragma('journal_mode = WAL');
    shop.pragma('synchronous = FULL');
    shop.pragma('foreign_keys = OFF');
    shop.exec('begin immediate');
    await first();
    replaceTables(shop, source);
    const contents = contentsOf(shop);
    shop.exec('commit');
    return contents;
  } finally {
    shop.close();
  }
}

/** Gives `shop`, within its transaction, the tables of the backup at `source` for its own. */
function replaceTables(shop: SqliteFile.Database, source: string) {
  const madeBy = (schema: string, type: string) =>
    shop
      .prepare(
        `select name, sql from ${schema}.sqlite_master
         where type = ? and sql is not null and name <> 'backup_pictures' and name not like 'sqlite\\_%' escape '\\'`,
      )
      .all(type) as { name: string; sql: string }[];
  const version = hasTable(shop, 'menu_version') ? shop.prepare('select version from menu_version').pluck().get() : 0;
  const bringBack = whatStays(shop);
  shop.prepare('attach ? as backup').run(source);
  for (const { name } of madeBy('main', 'table')) shop.exec(`drop table main."${name}"`);
  for (const { name, sql } of madeBy('backup', 'table')) {
    shop.exec(sql);
    shop.exec(`insert into main."${name}" select * from backup."${name}"`);
  }
  for (const { sql } of madeBy('backup', 'index')) shop.exec(sql);
  shop.exec('delete from main.sqlite_sequence; insert into main.sqlite_sequence select * from backup.sqlite_sequence');
  bringBack();
  // An open shop notices a new menu by its version, so the restored one must not have the version it holds in memory.
  shop.prepare('update menu_version set version = max(version, ?) + 1').run(version);
}

/**
 * Notes what a restore does not undo, and answers what brings it back afterwards: a session that has ended and an order that was
 * cancelled stay so, and a revision that was given to one cart is never given to another.
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
  return () => {
    shop.exec(`delete from main.sessions where customer_id in (select customer from customers_before)
        and token_hash not in (select token_hash from sessions_before);
      insert or ignore into main.idempotency_keys (${columns})
        select ${columns} from cancelled_before where customer_id in (select id from main.customers);`);
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
