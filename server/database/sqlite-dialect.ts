/** Kysely on better-sqlite3: one handle writes, another reads, and what only reads sees nothing that is not on the disk yet. */
import { setTimeout as pause } from 'node:timers/promises';
import type SqliteFile from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  type SelectModifierNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type TransactionSettings,
  UpdateQueryNode,
} from 'kysely';
import { Semaphore } from '../semaphore.ts';

const maxStatements = 200;

/** A handle on the database file, for one transaction at a time. Its statements are prepared once. */
export class SqliteHandle {
  readonly file: SqliteFile.Database;
  readonly turn = new Semaphore(1);
  readonly #statements = new Map<string, SqliteFile.Statement>();

  constructor(file: SqliteFile.Database) {
    this.file = file;
  }

  run(sql: string, parameters: readonly unknown[] = []): QueryResult<never> {
    const statement = this.#prepared(sql);
    if (statement.reader) return { rows: statement.all(parameters) as never[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepared(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.file.prepare(sql);
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

interface SqliteHandles {
  writer: SqliteHandle;
  reader: SqliteHandle;
  /** How long to wait for the own turn and for another process that is writing. */
  busyTimeoutMs: number;
}

/** What Kysely takes for a connection: all of them share two handles. */
class SharedConnection implements DatabaseConnection {
  readonly #handles: SqliteHandles;
  /** The handle whose turn a transaction has. */
  #held: SqliteHandle | undefined;

  constructor(handles: SqliteHandles) {
    this.#handles = handles;
  }

  async begin({ accessMode }: TransactionSettings) {
    const { writer, reader, busyTimeoutMs } = this.#handles;
    const giveUpAt = performance.now() + busyTimeoutMs;
    const handle = accessMode === 'read only' ? reader : writer;
    await handle.turn.acquire();
    try {
      if (handle === reader) handle.run('begin');
      else await beginImmediately(handle, giveUpAt);
      this.#held = handle;
    } catch (error) {
      handle.turn.release();
      throw error;
    }
  }

  /** A snapshot is ended by a rollback: after the disk has failed, SQLite refuses a commit, or has ended the transaction itself. */
  commit() {
    if (this.#held !== this.#handles.writer) return this.rollback();
    this.#held.run('commit');
    this.#release();
  }

  /** SQLite itself rolls back when the disk is full. */
  rollback() {
    try {
      if (this.#held?.file.inTransaction) this.#held.run('rollback');
    } finally {
      this.#release();
    }
  }

  #release() {
    this.#held?.turn.release();
    this.#held = undefined;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader } = this.#handles;
    if (this.#held) return this.#held.run(sql, parameters);
    if (isWrite(query)) return this.#writeAlone(sql, parameters);
    if (!SelectQueryNode.is(query)) return writer.turn.run(() => writer.run(sql, parameters));
    // A caller's snapshot may be older than what has been written since.
    if (reader.file.inTransaction) return reader.turn.run(() => reader.run(sql, parameters));
    return reader.run(sql, parameters);
  }

  /** A write outside of transactions is one by itself: it waits for other processes as any. */
  async #writeAlone<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    await this.begin({});
    try {
      const result = this.#handles.writer.run(sql, parameters);
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('SQLite answers at once; nothing is streamed.');
  }
}

const isWrite = (query: CompiledQuery['query']) =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);

/**
 * Takes SQLite's write lock at once: a transaction that reads first and writes later would be refused whenever another
 * process wrote in between. Waits for that process without blocking the event loop, so that everything served from memory
 * is served on.
 */
async function beginImmediately(writer: SqliteHandle, giveUpAt: number) {
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    if (performance.now() > giveUpAt) throw Object.assign(new Error('waited too long'), { code: 'SQLITE_BUSY' });
    try {
      writer.run('begin immediate');
      return;
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
    }
    await pause(wait);
  }
}

/** SQLite creates tables inside a transaction as well as any; Kysely's default says otherwise. The order of transactions is the handles'. */
class SharedAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  override get supportsMultipleConnections() {
    return true;
  }
}

/** SQLite knows no `for update` and needs none: a transaction that may write is alone from its beginning. */
class LocklessCompiler extends SqliteQueryCompiler {
  override visitSelectModifier(node: SelectModifierNode) {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

/** `reader` is a second handle on the file of `writer`. */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #handles: SqliteHandles;

  constructor(handles: SqliteHandles) {
    super({ database: handles.writer.file });
    this.#handles = handles;
  }

  override createDriver() {
    const { writer, reader } = this.#handles;
    return {
      init: async () => {},
      acquireConnection: async () => new SharedConnection(this.#handles),
      beginTransaction: (connection: SharedConnection, settings: TransactionSettings) => connection.begin(settings),
      commitTransaction: async (connection: SharedConnection) => connection.commit(),
      rollbackTransaction: async (connection: SharedConnection) => connection.rollback(),
      releaseConnection: async () => {},
      destroy: () =>
        writer.turn.run(() => {
          reader.file.close();
          writer.file.close();
        }),
    } as Driver;
  }

  override createAdapter() {
    return new SharedAdapter();
  }

  override createQueryCompiler() {
    return new LocklessCompiler();
  }
}
