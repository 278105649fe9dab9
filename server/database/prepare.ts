/** Migrates and seeds: brings a database, empty or older, to what this version of the shop needs. */
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { bundledMenu, type Menu } from '../menu/menu.ts';
import { seedMenu } from '../menu/menu-store.ts';
import { seedPushKeys } from '../push/push-keys.ts';
import { StartupError } from '../startup-error.ts';
import { up as theShopOpens } from './migrations/2026-11-20-the-shop-opens.ts';
import { up as ordersAreAnnounced } from './migrations/2026-11-20-unannounced-orders.ts';
import { up as limitsAreShared } from './migrations/2026-11-27-shared-limits.ts';
import { up as addEditedAt } from './migrations/2026-11-27-the-later-edit.ts';
import { up as staffComeToTheCounter } from './migrations/2026-11-27-the-staff-at-the-counter.ts';
import { up as theShopIsPaidAtItsTill } from './migrations/2026-11-27-ways-to-pay-at-the-shop.ts';
import { up as customersAreNotified } from './migrations/2026-11-28-notifications.ts';
import { up as devicesAreKnown } from './migrations/2026-11-28-own-devices.ts';
import { up as whatIsSentIsAJob } from './migrations/2026-11-28-the-queue-of-jobs.ts';
import { up as paidIsNotMade } from './migrations/2026-11-28-what-is-paid.ts';
import { up as finishedOrdersAreListed } from './migrations/2026-11-28-what-was-finished.ts';
import { up as drinksHaveOptions } from './migrations/2026-11-28-which-options.ts';
import { up as theTillIsClosed } from './migrations/2026-11-28-with-closings.ts';
import { up as theShopPauses } from './migrations/2026-11-28-with-pause.ts';
import { up as ordersAreNumbered } from './migrations/2026-11-28-with-queue-numbers.ts';
import { up as staffHaveRoles } from './migrations/2026-11-28-with-roles.ts';
import { up as customersCancel } from './migrations/2026-11-28-with-who-cancelled.ts';
import { up as theMenuHasRevisions } from './migrations/2026-11-29-menu-revisions.ts';
import { type Database, isPostgres } from './open.ts';
import { withoutTimeouts } from './open-postgres.ts';
import { seedRegions } from './seed-regions.ts';
import { storageErrorOf } from './storage-error.ts';

/** In order, each under the name it is remembered by; a name never changes once released. */
export const migrations = {
  '2026-11-20-the-shop-opens': { up: theShopOpens },
  '2026-11-20-unannounced-orders': { up: ordersAreAnnounced },
  '2026-11-27-shared-limits': { up: limitsAreShared },
  '2026-11-27-the-later-edit': { up: addEditedAt },
  '2026-11-27-the-staff-at-the-counter': { up: staffComeToTheCounter },
  '2026-11-27-ways-to-pay-at-the-shop': { up: theShopIsPaidAtItsTill },
  '2026-11-28-notifications': { up: customersAreNotified },
  '2026-11-28-own-devices': { up: devicesAreKnown },
  '2026-11-28-the-queue-of-jobs': { up: whatIsSentIsAJob },
  '2026-11-28-what-is-paid': { up: paidIsNotMade },
  '2026-11-28-what-was-finished': { up: finishedOrdersAreListed },
  '2026-11-28-which-options': { up: drinksHaveOptions },
  '2026-11-28-with-closings': { up: theTillIsClosed },
  '2026-11-28-with-pause': { up: theShopPauses },
  '2026-11-28-with-queue-numbers': { up: ordersAreNumbered },
  '2026-11-28-with-roles': { up: staffHaveRoles },
  '2026-11-28-with-who-cancelled': { up: customersCancel },
  '2026-11-29-menu-revisions': { up: theMenuHasRevisions },
};

export const migrationNames: readonly string[] = Object.keys(migrations);

const isNewer = 'Data ditulis oleh versi kedai yang lebih baru; jalankan versi itu, atau pulihkan cadangan.';
/** How long a start waits for another process that prepares the same database, in ms. */
const maxWaitMs = 60_000;
/** PostgreSQL's advisory lock of a start; any number without another use. */
const advisoryLock = 4_021_187_305;

/**
 * Migrates and seeds in one transaction under one lock: of several processes that start together one does the work and
 * the others wait, and a start that is killed leaves nothing half done. `menu` is what a new shop opens with.
 * Throws a `StartupError` when the database was made by a newer version.
 */
export const prepareDatabase = (database: Database, { menu = bundledMenu }: { menu?: () => Promise<Menu> } = {}) =>
  withoutTimeouts(database, (own) => prepareWithRetries(own, menu));

async function prepareWithRetries(database: Database, menu: () => Promise<Menu>) {
  const giveUpAt = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await prepareOnce(database, menu);
    } catch (error) {
      // On a slow disk another first start takes longer than a customer would wait.
      if (storageErrorOf(error) !== 'busy' || performance.now() > giveUpAt) throw error;
    }
  }
}

/** Whether the database was ever prepared for a shop; after a first start that was killed it is empty. */
export async function isInitialised(database: Database) {
  const { rows } = isPostgres(database)
    ? await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database)
    : await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(database);
  return rows.length > 0;
}

/** Throws a `StartupError` when the tables of a shop are not those of this version; changes nothing. */
export async function requireCurrentVersion(database: Database) {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  if (!rows.every(({ name }) => migrationNames.includes(name))) throw new StartupError(isNewer);
  if (rows.length < migrationNames.length)
    throw new StartupError('Data masih dari versi kedai yang lebih lama; nyalakan versi ini dulu.');
}

async function prepareOnce(database: Database, menu: () => Promise<Menu>) {
  await database.transaction().execute(async (transaction) => {
    if (isPostgres(transaction)) {
      await sql`set local lock_timeout = 0`.execute(transaction);
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction);
    }
    const { error } = await new Migrator({
      db: transaction as unknown as Kysely<unknown>,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest();
    if (error instanceof Error && /corrupted migrations/.test(error.message)) {
      throw new StartupError(isNewer);
    }
    if (error) throw error;

    await seedRegions(transaction);
    await seedMenu(transaction, await menu());
    await seedPushKeys(transaction);
    // SQLite opens a file that this user may only read without a word: the first to be told would be a customer who orders.
    await sql.raw(writeProbe).execute(transaction);
  });
}

/** A statement that changes nothing, and fails where nothing may be written. */
export const writeProbe = 'update sessions set last_used_at = last_used_at where false';
