/** What the shop's own migrations make on SQLite, and what else is in a file (fault B50). */
import SqliteFile from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationNames, migrations } from './prepare.ts';

/** The tables and indexes after a number of migrations. */
export interface OwnSchema {
  /** They make the tables and indexes in an empty file. */
  statements: readonly string[];
  /** Each table's columns, with whether they hold whole numbers; all others hold text. */
  tables: ReadonlyMap<string, ReadonlyMap<string, 'integer' | 'text'>>;
  indexes: ReadonlySet<string>;
}

/** An object of a SQLite file, a table or a trigger for one, as `sqlite_master` names it. */
interface SchemaObject {
  type: string;
  name: string;
}

/** A name within SQL, with any characters in it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The schema that the first migrations make, up to the one called `last`. */
export async function ownSchema(last: string): Promise<OwnSchema> {
  const file = new SqliteFile(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: file }) });
  try {
    const { error } = await new Migrator({ db, provider: migrations }).migrateTo(last);
    if (error) throw error;
    const made = file.prepare('select type, name, sql from sqlite_master').all() as (SchemaObject & {
      sql: string | null;
    })[];
    const named = (type: string) => made.flatMap((one) => (one.type === type ? [one.name] : []));
    return {
      statements: made.flatMap(({ name, sql }) => (sql && !name.startsWith('sqlite_') ? [sql] : [])),
      tables: new Map(
        named('table').map((table) => {
          const columns = columnsOf(file, table).map(({ name, type }) => [name, holds(type)] as const);
          return [table, new Map(columns)];
        }),
      ),
      indexes: new Set(named('index')),
    };
  } finally {
    await db.destroy();
  }
}

const holds = (type: string) => (/int/i.test(type) ? 'integer' : 'text');

/** A table's columns; `hidden` is not 0 for one that is computed. */
export const columnsOf = (file: SqliteFile.Database, table: string) =>
  file.prepare('select name, type, hidden from pragma_table_xinfo(?)').all(table) as {
    name: string;
    type: string;
    hidden: number;
  }[];

/** SQLite's own statistics, and the pictures of a backup. */
const isHarmless = (table: string) => /^(sqlite_stat[14]|backup_pictures)$/.test(table);

/** What is in `file` that no migration has made: every trigger, view and virtual table, and tables and indexes of other names. */
export function foreignObjects(file: SqliteFile.Database, own: OwnSchema): SchemaObject[] {
  const objects = file.prepare('select type, name, rootpage, sql from sqlite_master').all() as (SchemaObject & {
    rootpage: number | null;
    sql: string | null;
  })[];
  const isOwn = ({ type, name, rootpage, sql }: (typeof objects)[number]) => {
    // A virtual table has no page.
    if (type === 'table') return Number(rootpage) > 0 && (own.tables.has(name) || isHarmless(name));
    return type === 'index' && (sql === null || own.indexes.has(name));
  };
  return objects.filter((object) => !isOwn(object)).map(({ type, name }) => ({ type, name }));
}

/** What is in the file of a shop that its migrations have not made, and would not be restored from a backup. One of a newer version has nothing. */
export async function foreignToShop(file: SqliteFile.Database): Promise<SchemaObject[]> {
  const done = file.prepare('select name from kysely_migration order by name').pluck().all() as string[];
  const last = done.at(-1);
  if (last === undefined || !done.every((name) => migrationNames.includes(name))) return [];
  return foreignObjects(file, await ownSchema(last));
}
