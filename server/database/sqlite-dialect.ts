/** Kysely on better-sqlite3: one handle writes, another reads, and what only reads sees nothing that is not on the disk yet. */
import type SqliteFile from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  type TransactionSettings,
} from 'kysely';
import { Semaphore } from '../semaphore.ts';
import { GroupCommitWriter, SqliteHandle } from './group-commit.ts';

/** What Kysely takes for a connection: all of them share two handles. */
class GroupCommitConnection implements DatabaseConnection {
  readonly #writer: GroupCommitWriter;
  readonly #reader: SqliteHandle;
  /** The reader holds one snapshot at a time. */
  readonly #snapshots: Semaphore;
  #transaction: 'none' | 'reading' | 'writing' = 'none';

  constructor(writer: GroupCommitWriter, reader: SqliteHandle, snapshots: Semaphore) {
    this.#writer = writer;
    this.#reader = reader;
    this.#snapshots = snapshots;
  }

  async begin({ accessMode }: TransactionSettings) {
    if (accessMode === 'read only') {
      await this.#snapshots.acquire();
      try {
        this.#reader.run('begin');
      } catch (error) {
        this.#snapshots.release();
        throw error;
      }
      this.#transaction = 'reading';
    } else {
      await this.#writer.begin();
      this.#transaction = 'writing';
    }
  }

  async commit() {
    const was = this.#end();
    if (was === 'writing') await this.#writer.commit();
    else this.#endSnapshot();
  }

  async rollback() {
    const was = this.#end();
    if (was === 'writing') this.#writer.rollback();
    else if (was === 'reading') this.#endSnapshot();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === 'writing') return this.#writer.run(query);
    if (this.#transaction === 'reading') return this.#reader.run(query.sql, query.parameters);
    if (!SelectQueryNode.is(query.query)) return this.#writer.runAlone(query);
    if (this.#reader.file.inTransaction) {
      // Not inside a caller's snapshot, which may be older than what has been written since: it waits for its end.
      await this.#snapshots.acquire();
      this.#snapshots.release();
    }
    return this.#reader.run(query.sql, query.parameters);
  }

  // biome-ignore lint/correctness/useYield: nothing here is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('SQLite answers at once; nothing is streamed.');
  }

  #end() {
    const was = this.#transaction;
    this.#transaction = 'none';
    return was;
  }

  #endSnapshot() {
    // Nothing was written. After the disk has failed, SQLite refuses a commit, or has ended the transaction itself.
    if (this.#reader.file.inTransaction) this.#reader.run('rollback');
    this.#snapshots.release();
  }
}

class GroupCommitDriver implements Driver {
  readonly #writer: GroupCommitWriter;
  readonly #reader: SqliteHandle;
  readonly #snapshots = new Semaphore(1);

  constructor(writer: GroupCommitWriter, reader: SqliteHandle) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async init() {}

  async acquireConnection() {
    return new GroupCommitConnection(this.#writer, this.#reader, this.#snapshots);
  }

  beginTransaction(connection: GroupCommitConnection, settings: TransactionSettings = {}) {
    return connection.begin(settings);
  }

  commitTransaction(connection: GroupCommitConnection) {
    return connection.commit();
  }

  rollbackTransaction(connection: GroupCommitConnection) {
    return connection.rollback();
  }

  async releaseConnection() {}

  async destroy() {
    await this.#writer.flush();
    this.#reader.file.close();
    this.#writer.handle.file.close();
  }
}

/** SQLite creates tables inside a transaction as well as any; Kysely's default says otherwise. The order of transactions is the driver's. */
class GroupCommitAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  override get supportsMultipleConnections() {
    return true;
  }
}

/** `reader` is a second handle on the file of `writer`. `busyTimeoutMs` is how long to wait for another process that is writing. */
export class GroupCommitSqliteDialect extends SqliteDialect {
  readonly #files: { writer: SqliteFile.Database; reader: SqliteFile.Database; busyTimeoutMs: number };

  constructor(files: { writer: SqliteFile.Database; reader: SqliteFile.Database; busyTimeoutMs: number }) {
    super({ database: files.writer });
    this.#files = files;
  }

  override createDriver(): Driver {
    const { writer, reader, busyTimeoutMs } = this.#files;
    return new GroupCommitDriver(new GroupCommitWriter(writer, busyTimeoutMs), new SqliteHandle(reader)) as Driver;
  }

  override createAdapter() {
    return new GroupCommitAdapter();
  }
}
