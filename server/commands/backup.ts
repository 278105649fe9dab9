/** `backup` and `restore`: the whole shop, orders and pictures, as one SQLite file. */
import { existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import SqliteFile from 'better-sqlite3';
import type { Config } from '../config.ts';
import { giveToWhoseFolderItIs, openSqlite, sqliteFileOf } from '../database/open.ts';
import { knownMigrations, prepareDatabase } from '../database/prepare.ts';
import { bundledMenu } from '../database/seed.ts';
import type { Command } from './command.ts';
import { intoPlace, isShopItself, whereItLeads } from './into-place.ts';
import { canBeShown, keepPicture, keptPictures, type PictureKind } from './pictures.ts';
import { CommandFault, fileFault, isThere, keptLocked, noShopThere } from './terminal.ts';

const patienceMs = 30_000;
/** Ctrl+C, a supervisor's or a timer's end, a terminal that is closed or a line to it that drops. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const onPostgres = (does: string, instead: string) =>
  new CommandFault(`This shop's data is in PostgreSQL, which ${does} by its own means: ${instead}`);

export const backup: Command = {
  usage: 'backup FILE [--yes]',
  says: 'Writes orders, customers, menu and pictures to FILE, also while the shop is open; --yes overwrites FILE.',
  least: 1,
  most: 1,
  options: { yes: { type: 'boolean' } },
  async run({ words, options, config, terminal, asJson }) {
    if (config.databaseUrl) throw onPostgres('is backed up', 'pg_dump --format=custom --file=FILE "$DATABASE_URL".');
    const target = resolve(words[0] ?? '');
    refuseNoFile(target);
    if (existsSync(target) && !options.yes) throw new CommandFault(`${target} exists; add --yes to overwrite it.`);
    if (!existsSync(dirname(target))) throw new CommandFault(`There is no folder ${dirname(target)}.`);
    const facts = await copyShop(config, target, terminal.warn);
    terminal.say(
      asJson
        ? JSON.stringify({ file: target, ...facts })
        : `${facts.orders} orders, ${facts.customers} customers, ${facts.products} products and ${facts.pictures} pictures are in ${target}.`,
    );
  },
};

/** A stick's folder instead of a file on it would be found out only when everything is copied, and a device or a pipe would be replaced. */
function refuseNoFile(path: string) {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new CommandFault(`${path} is a folder; say which file in it.`);
  if (there && !there.isFile()) throw new CommandFault(`${path} is no file.`);
  // To a stick that is not there today, for one.
  if (!there && lstatSync(path, { throwIfNoEntry: false })) throw new CommandFault(`${path} leads to nothing.`);
}

/** One consistent moment of the shop, checked, and on the disk before it has its name. */
async function copyShop(config: Config, target: string, warn: (text: string) => void) {
  const { dataDir } = config;
  const source = sqliteFileOf(dataDir);
  if (!isThere(source)) throw noShopThere(config);
  if (isShopItself(target, dataDir)) throw new CommandFault('That is the shop itself; choose another file.');
  const place = whereItLeads(target);
  for (const folder of new Set([dirname(place), resolve(dataDir)])) removeAbandoned(folder, warn);
  const draft = `${place}.${process.pid}.kedai-draft`;
  const tidyUp = () => {
    for (const left of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(left, { force: true });
  };
  // Who ends it half-way leaves no copy of the customers behind either.
  const endTidily = (signal: NodeJS.Signals) => {
    tidyUp();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of endings) process.once(signal, endTidily);
  try {
    await makePrivate(draft).catch((error) => {
      throw fileFault(target, error);
    });
    const live = new SqliteFile(source, { fileMustExist: true, timeout: patienceMs });
    if (isEmpty(live)) throw noShopThere(config);
    await copyInOneStep(live, draft);
    live.close();
    const copy = new SqliteFile(draft);
    // All of it in the one file: a copy is carried away without its log.
    copy.pragma('journal_mode = DELETE');
    copy.exec('create table backup_pictures (kind text not null, name text not null, bytes blob not null)');
    const add = copy.prepare('insert into backup_pictures values (?, ?, ?)');
    for await (const { kind, name, bytes } of keptPictures(join(dataDir, 'images'), warn)) add.run(kind, name, bytes);
    refuseDamaged(copy, 'The copy');
    const facts = factsOf(copy);
    copy.close();
    await intoPlace(draft, place);
    return facts;
  } finally {
    for (const signal of endings) process.off(signal, endTidily);
    tidyUp();
  }
}

/** What a process that is no more left in `folder` of a backup, its journal included; a copy of the customers that nobody finishes. */
export const abandonedDrafts = (folder: string) =>
  readdirSync(folder)
    .filter((name) => {
      const [, pid] = /\.(\d+)\.kedai-draft(-journal|-wal|-shm)?$/.exec(name) ?? [];
      return pid !== undefined && !isRunning(Number(pid));
    })
    .map((name) => join(folder, name));

function isRunning(pid: number) {
  // In a container a command may have the number that the one before it had.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Keeps nobody from a backup: what this user may not remove is named. */
function removeAbandoned(folder: string, warn: (text: string) => void) {
  for (const path of abandonedDrafts(folder)) {
    try {
      rmSync(path, { force: true });
      warn(`${path} is removed: a backup that was cut off had left it.`);
    } catch {
      warn(`${path} was left by a backup that was cut off, and holds customers: remove it.`);
    }
  }
}

/** All pages under one read lock: in several steps it would begin again at every order that comes in between. */
async function copyInOneStep(from: SqliteFile.Database, path: string) {
  const giveUpAt = performance.now() + patienceMs;
  await from.backup(path, {
    progress() {
      if (performance.now() > giveUpAt) throw new CommandFault(keptLocked);
      return 0x7fffffff;
    },
  });
}

/** Customers' names and numbers are going to be in it: nobody else may read it, not even while it is written. */
async function makePrivate(path: string) {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  await file.close();
}

const count = (file: SqliteFile.Database, from: string) =>
  file.prepare(`select count(*) from ${from}`).pluck().get() as number;

const factsOf = (file: SqliteFile.Database) => ({
  orders: count(file, 'orders'),
  customers: count(file, 'customers'),
  products: count(file, 'products where removed_at is null'),
  pictures: hasTable(file, 'backup_pictures') ? count(file, 'backup_pictures') : 0,
});

const hasTable = (file: SqliteFile.Database, name: string) =>
  count(file, `sqlite_master where type = 'table' and name = '${name}'`) === 1;

/** As a first start leaves it that was killed. */
const isEmpty = (file: SqliteFile.Database) => count(file, 'sqlite_master') === 0;

function refuseDamaged(file: SqliteFile.Database, name: string) {
  const [first] = file.pragma('integrity_check') as { integrity_check: string }[];
  if (first?.integrity_check !== 'ok') throw new CommandFault(`${name} is damaged: ${first?.integrity_check}.`);
}

export const restore: Command = {
  usage: 'restore FILE [--yes]',
  says: 'Makes a backup the shop again; what is there now is kept beside it. Needs --yes when there is something.',
  least: 1,
  most: 1,
  options: { yes: { type: 'boolean' } },
  async run({ words, options, config, terminal, asJson }) {
    if (config.databaseUrl) {
      // All of it or nothing: table by table an open shop would sell into a half of it, and a line that drops would leave that half.
      const instead = 'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE.';
      throw onPostgres('is restored', instead);
    }
    const source = resolve(words[0] ?? '');
    const target = sqliteFileOf(config.dataDir);
    if (isShopItself(source, config.dataDir)) throw new CommandFault('That is the shop itself; choose a backup.');
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const pictures = picturesOf(source, terminal.warn);
    const there = isThere(target) ? whatIsThere(target) : undefined;
    if (there && !options.yes) {
      throw new CommandFault(
        `${resolve(config.dataDir)} holds a shop with ${there.orders} orders and ${there.customers} customers; add --yes to replace it (it is kept beside the new one).`,
      );
    }
    const kept =
      there && join(resolve(config.dataDir), `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);

    const replaced = await replaceShop(target, source, async () => {
      if (kept) await copyShop(config, kept, terminal.warn);
      // Before the menu that names them.
      for (const { kind, name, bytes } of pictures)
        await keepPicture(join(config.dataDir, 'images'), kind, [{ name, bytes }]);
    });
    const facts = { ...replaced, pictures: pictures.length };
    const database = await openSqlite(config.dataDir);
    try {
      await prepareDatabase(database, { menu: bundledMenu });
    } finally {
      await database.destroy();
    }
    terminal.say(
      asJson
        ? JSON.stringify({ file: source, keptAs: kept, ...facts })
        : [
            `The shop has ${facts.orders} orders, ${facts.customers} customers and ${facts.products} products again.`,
            ...(kept ? [`What was there before is in ${kept}.`] : []),
          ].join('\n'),
    );
  },
};

/** The pictures in a backup. Throws for what is no sound backup. */
function picturesOf(source: string, warn: (text: string) => void) {
  if (!isThere(source)) throw new CommandFault(`There is no file ${source}.`);
  refuseNoFile(source);
  try {
    const file = new SqliteFile(source, { readonly: true, fileMustExist: true });
    try {
      refuseDamaged(file, source);
      if (!hasTable(file, 'orders') || !hasTable(file, 'kysely_migration')) {
        throw new CommandFault(`${source} is a database, but not of this shop.`);
      }
      const names = file.prepare('select name from kysely_migration').pluck().all() as string[];
      if (!names.every((name) => knownMigrations.includes(name))) {
        throw new CommandFault('The backup was made by a newer version of the shop; update this one first.');
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
      throw new CommandFault(`${source} is not a backup, or it is damaged.`);
    }
    throw error;
  }
}

/** How much the shop at `path` holds; `undefined` where there is an empty file only. */
function whatIsThere(path: string) {
  try {
    const file = new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: patienceMs });
    try {
      return isEmpty(file) ? undefined : factsOf(file);
    } finally {
      file.close();
    }
  } catch (error) {
    throw new CommandFault(
      `What is in ${path} now cannot be read (${(error as Error).message}); move it away, then restore again.`,
    );
  }
}

/**
 * Makes the backup at `source` the shop, through SQLite's own locks and never by exchanging the file: an open shop goes on
 * with the restored data. From before `first` to the end nobody else writes: an order is in what `first` kept, or it waits and
 * comes to the restored shop. Answers what that holds.
 */
async function replaceShop(target: string, source: string, first: () => Promise<void>) {
  const isNew = !existsSync(target);
  const shop = new SqliteFile(target, { timeout: patienceMs });
  try {
    if (isNew) giveToWhoseFolderItIs(target);
    shop.pragma('journal_mode = WAL');
    shop.pragma('synchronous = FULL');
    shop.pragma('foreign_keys = OFF');
    shop.exec('begin immediate');
    await first();
    replaceTables(shop, source);
    const facts = factsOf(shop);
    shop.exec('commit');
    return facts;
  } finally {
    shop.close();
  }
}

/** Gives `shop`, within its transaction, the tables of the backup at `source` for its own. A session that has ended since stays so. */
function replaceTables(shop: SqliteFile.Database, source: string) {
  const madeBy = (schema: string, type: string) =>
    shop
      .prepare(
        `select name, sql from ${schema}.sqlite_master
         where type = ? and sql is not null and name <> 'backup_pictures' and name not like 'sqlite\\_%' escape '\\'`,
      )
      .all(type) as { name: string; sql: string }[];
  const version = hasTable(shop, 'menu_version') ? shop.prepare('select version from menu_version').pluck().get() : 0;
  const hadSessions = hasTable(shop, 'sessions');
  if (hadSessions) {
    shop.exec(`create temp table before_restore as
      select customers.id as customer, token_hash from customers left join sessions on customer_id = customers.id`);
  }
  shop.prepare('attach ? as backup').run(source);
  for (const { name } of madeBy('main', 'table')) shop.exec(`drop table main."${name}"`);
  for (const { name, sql } of madeBy('backup', 'table')) {
    shop.exec(sql);
    shop.exec(`insert into main."${name}" select * from backup."${name}"`);
  }
  for (const { sql } of madeBy('backup', 'index')) shop.exec(sql);
  shop.exec('delete from main.sqlite_sequence; insert into main.sqlite_sequence select * from backup.sqlite_sequence');
  if (hadSessions) {
    shop.exec(`delete from main.sessions where customer_id in (select customer from before_restore)
      and token_hash not in (select token_hash from before_restore where token_hash is not null)`);
  }
  // An open shop compares versions: the restored menu must not have the number of the one in its memory.
  shop.prepare('update menu_version set version = max(version, ?) + 1').run(version);
}
