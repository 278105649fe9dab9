/** What the shop's own migrations make on SQLite (fault B50). */
import SqliteFile from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './prepare.ts';

/** The tables and indexes after a number of migrations. */
export interface OwnSchema {
  /** They make the tables and indexes in an empty file. */
  statements: readonly string[];
  /** Each table's columns, with whether they hold whole numbers; all others hold text. */
  tables: ReadonlyMap<string, ReadonlyMap<string, 'integer' | 'text'>>;
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
    const listed = (query: string) => file.prepare(`select ${query}`).pluck().all() as string[];
    return {
      statements: listed("sql from sqlite_master where sql is not null and name not like 'sqlite%'"),
      tables: new Map(
        listed("name from sqlite_master where type = 'table'").map((table) => {
          const columns = columnsOf(file, table).map(({ name, type }) => [name, holds(type)] as const);
          return [table, new Map(columns)];
        }),
      ),
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
