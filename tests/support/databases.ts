/** Runs a test suite twice: on SQLite and on PostgreSQL. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import regionsPackage from 'idn-area-data/package.json' with { type: 'json' };
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, describe, inject, test } from 'vitest';
import { type Database, openSqlite } from '../../server/database/open.ts';
import { openPostgres } from '../../server/database/open-postgres.ts';
import { migrations } from '../../server/database/prepare.ts';
import { inDatabase } from './postgres.ts';

/** A suite's own database: migrated, seeded with the fixture menu, and deleted after the suite. */
export interface Home {
  kind: 'SQLite' | 'PostgreSQL';
  /**
   * Opens a connection; call it again for a second server on the same data. `busyTimeoutMs`: how long to wait for a lock that another process
   * holds.
   */
  open(options?: { busyTimeoutMs?: number }): Promise<Database>;
  /** The settings for a server in a process of its own. */
  settings: { dataDir: string; databaseUrl?: string };
}

/**
 * `newHome` makes a new copy of the prepared database, or an empty one. `testOnce` is for what hardly depends on the database: on PostgreSQL
 * only in `test:long`.
 */
type Suite = (newHome: (from?: 'prepared' | 'empty') => Promise<Home>, kind: string, testOnce: typeof test) => void;

const nothing = () => {};
const noTest = Object.assign(nothing, { each: () => nothing, for: () => nothing }) as unknown as typeof test;

/** Describes `suite` once for each kind of database. */
export const onEveryDatabase = (title: string, suite: Suite) => onDatabases(title, suite, { PostgreSQL: true });

/** For suites that hardly depend on the database. */
export const onSqliteAndLongOnPostgres = (title: string, suite: Suite) =>
  onDatabases(title, suite, { PostgreSQL: Boolean(process.env.LONG) });

function onDatabases(title: string, suite: Suite, { PostgreSQL }: { PostgreSQL: boolean }) {
  const kinds = { SQLite: sqliteHome, ...(PostgreSQL && { PostgreSQL: postgresHome }) };
  for (const [kind, make] of Object.entries(kinds)) {
    describe.skipIf(kind === 'PostgreSQL' && !inject('postgres'))(`${title} (${kind})`, () => {
      const opened: { close(): Promise<void> }[] = [];
      afterAll(async () => {
        for (const { close } of opened.toReversed()) await close();
      });
      suite((from = 'prepared') => make(from, opened), kind, kind === 'SQLite' || process.env.LONG ? test : noTest);
    });
  }
}

async function sqliteHome(from: string, opened: { close(): Promise<void> }[]): Promise<Home> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kedai-data-'));
  opened.push({ close: () => rm(dataDir, { recursive: true, force: true }) });
  if (from === 'prepared') await cp(inject('sqliteTemplate'), dataDir, { recursive: true });
  return {
    kind: 'SQLite',
    settings: { dataDir },
    async open(options) {
      const database = await openSqlite(dataDir, options);
      opened.push({ close: () => database.destroy() });
      return database;
    },
  };
}

let databases = 0;

async function postgresHome(from: string, opened: { close(): Promise<void> }[]): Promise<Home> {
  const cluster = inject('postgres');
  if (!cluster) throw new Error('There is no PostgreSQL.');
  const name = `kedai_${process.pid}_${++databases}`;
  const source = from === 'prepared' ? cluster.template : 'template0';
  await inDatabase(cluster.url, `create database ${name} template ${source}`);
  opened.push({ close: () => inDatabase(cluster.url, `drop database if exists ${name} with (force)`) });
  const url = new URL(cluster.url);
  url.pathname = name;
  return {
    kind: 'PostgreSQL',
    settings: { dataDir: tmpdir(), databaseUrl: url.href },
    async open({ busyTimeoutMs } = {}) {
      const database = await openPostgres(
        url.href,
        busyTimeoutMs === undefined ? {} : { lockTimeoutMs: busyTimeoutMs },
      );
      opened.push({ close: () => database.destroy() });
      return database;
    },
  };
}

/** Makes the tables as they were before the migration of this name. The regions count as seeded, which would take longest. */
export async function migrateUpTo(name: string, database: Database) {
  const before = Object.fromEntries(Object.entries(await migrations.getMigrations()).filter(([other]) => other < name));
  const provider = { getMigrations: async () => before };
  const { error } = await new Migrator({ db: database as never, provider }).migrateToLatest();
  if (error) throw error;
  await database.insertInto('seeds').values({ name: 'regions', version: regionsPackage.version }).execute();
}

/** How many connections to this PostgreSQL database wait for a lock of another one. */
export async function lockWaits(database: Database) {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows.length;
}
