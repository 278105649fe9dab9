/** Kysely on better-sqlite3, made fit for several processes on one file. */
import { setTimeout as pause } from 'node:timers/promises';
import type SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';

const keptStatements = 200;

/** The dialect's view of an open file: statements are prepared once and kept. */
function withKeptStatements(file: SqliteFile.Database) {
  const kept = new Map<string, SqliteFile.Statement>();
  return {
    close: () => file.close(),
    prepare(sql: string) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = file.prepare(sql);
      if (kept.size >= keptStatements) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
  };
}

class PatientDriver extends SqliteDriver {
  readonly #file: SqliteFile.Database;
  readonly #patienceMs: number;

  constructor(file: SqliteFile.Database, patienceMs: number) {
    super({ database: withKeptStatements(file) });
    this.#file = file;
    this.#patienceMs = patienceMs;
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later would be refused whenever another
   * process wrote in between. While that process holds it we wait without standing still, so that everything served
   * from memory is served on. One that only reads needs no lock and waits for nobody.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings = {}) {
    if (settings.accessMode === 'read only') return super.beginTransaction(connection);
    const giveUpAt = performance.now() + this.#patienceMs;
    for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        const busy = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
        if (!busy || performance.now() > giveUpAt) throw error;
      }
      await pause(wait);
    }
  }

  /** A full disk has already rolled back; rolling back twice would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite creates tables inside a transaction as well as any; Kysely's default says otherwise. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

export class PatientSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile.Database;
  readonly #patienceMs: number;

  constructor(file: SqliteFile.Database, patienceMs: number) {
    super({ database: file });
    this.#file = file;
    this.#patienceMs = patienceMs;
  }

  override createDriver() {
    return new PatientDriver(this.#file, this.#patienceMs);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}
