/** Migrates and seeds: brings a database, empty or older, to what this version of the shop needs. */
import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path, { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { bundledMenu } from '../menu/menu-json.ts';
import { seedMenu } from '../menu/menu-store.ts';
import type { Menu } from '../menu/whole-menu.ts';
import { seedPushKeys } from '../push/push-request.ts';
import { StartupError } from '../startup-error.ts';
import { type Database, isPostgres } from './open.ts';
import { withoutTimeouts } from './open-postgres.ts';
import { seedRegions } from './seed-regions.ts';
import { storageErrorOf } from './storage-error.ts';

const migrationFolder = join(import.meta.dirname, 'migrations');

/** Each under the name of its file, in their order; a name never changes once released. */
export const migrations = new FileMigrationProvider({ fs, path, migrationFolder, import: (file) => import(file) });

export const migrationNames: readonly string[] = readdirSync(migrationFolder)
  .map((file) => file.replace('.ts', ''))
  .sort();

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
  withoutTimeouts(database, async (own) => {
    const giveUpAt = performance.now() + maxWaitMs;
    for (;;) {
      try {
        return await prepareOnce(own, menu);
      } catch (error) {
        // On a slow disk another first start takes longer than a customer would wait.
        if (storageErrorOf(error) !== 'busy' || performance.now() > giveUpAt) throw error;
      }
    }
  });

/** Whether the database was ever prepared for a shop; after a first start that was killed it is empty. */
export async function isInitialised(database: Database) {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === 'kysely_migration');
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
      provider: migrations,
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
