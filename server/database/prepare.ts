/** Brings a database, empty or older, to what this version of the shop needs. */
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartFault } from '../config.ts';
import { up as theShopOpens } from './migrations/2026-11-20-the-shop-opens.ts';
import { up as ordersAreAnnounced } from './migrations/2026-11-20-unannounced-orders.ts';
import { type Database, type DatabaseTransaction, isPostgres, storageFailureOf, withoutHaste } from './open.ts';
import { type Menu, seedMenu, seedRegions } from './seed.ts';

/** In order, each under the name it is remembered by; a name never changes once released. */
const migrations = {
  '2026-11-20-the-shop-opens': { up: theShopOpens },
  '2026-11-20-unannounced-orders': { up: ordersAreAnnounced },
};

/** Every change to the tables that this version knows. */
export const knownMigrations: readonly string[] = Object.keys(migrations);

const isNewer = 'The data was written by a newer version of the shop; start that version, or restore a backup.';
const startPatienceMs = 60_000;
const startLock = 4_021_187_305;

/**
 * Migrates and seeds in one transaction under one lock: of several processes that start together one does the work and
 * the others wait, and a start that is killed leaves nothing half done. `menu` is the shop's bundled menu.
 * Throws a `StartFault` when the database was made by a newer version.
 */
export const prepareDatabase = (database: Database, { menu }: { menu: () => Promise<Menu> }) =>
  withoutHaste(database, (own) => preparePatiently(own, menu));

async function preparePatiently(database: Database, menu: () => Promise<Menu>) {
  const giveUpAt = performance.now() + startPatienceMs;
  for (;;) {
    try {
      return await prepareOnce(database, menu);
    } catch (error) {
      // On a slow disk another first start takes longer than a customer would wait.
      if (storageFailureOf(error) !== 'busy' || performance.now() > giveUpAt) throw error;
    }
  }
}

/** Whether the database was ever prepared for a shop; after a first start that was killed it is empty. */
export async function hasShop(database: Database) {
  const { rows } = isPostgres(database)
    ? await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database)
    : await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(database);
  return rows.length > 0;
}

/** Changes nothing. Throws a `StartFault` when the tables of a shop are not those of this version. */
export async function refuseOtherVersion(database: Database) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  if (!rows.every(({ name }) => knownMigrations.includes(name))) throw new StartFault(isNewer);
  if (rows.length < knownMigrations.length)
    throw new StartFault('The data is still that of an older version of the shop; start this version first.');
}

async function prepareOnce(database: Database, menu: () => Promise<Menu>) {
  await database.transaction().execute(async (transaction) => {
    if (isPostgres(transaction)) {
      await sql`set local lock_timeout = 0`.execute(transaction);
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(startLock)})`.execute(transaction);
    }
    const { error } = await new Migrator({
      db: transaction as unknown as Kysely<unknown>,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest();
    if (error instanceof Error && /corrupted migrations/.test(error.message)) {
      throw new StartFault(isNewer);
    }
    if (error) throw error;

    await seedRegions(transaction);
    await seedMenu(transaction, await menu());
    await refuseReadOnly(transaction);
  });
}

/** Writes nothing, and is refused where nothing may be written. */
export const smallestWrite = 'update sessions set last_used_at = last_used_at where false';

/** SQLite opens a file that this user may only read without a word: the first to be told would be a customer who orders. */
const refuseReadOnly = (transaction: DatabaseTransaction) => sql.raw(smallestWrite).execute(transaction);
