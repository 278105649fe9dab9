/**
 * Kysely on better-sqlite3, made fit for several processes on one file and for a lunch hour: transactions that come together go
 * to the disk together, and what only reads sees nothing that is not on the disk yet.
 */
import { setTimeout as pause } from 'node:timers/promises';
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

const keptStatements = 200;

/** An open file whose statements are prepared once and kept. */
class Handle {
  readonly file: SqliteFile.Database;
  readonly #kept = new Map<string, SqliteFile.Statement>();

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
    const known = this.#kept.get(sql);
    if (known) return known;
    const statement = this.file.prepare(sql);
    if (this.#kept.size >= keptStatements) this.#kept.clear();
    this.#kept.set(sql, statement);
    return statement;
  }
}

/** One after the other, in the order they came. */
class Turn {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  async take() {
    if (this.#taken) await new Promise<void>((goOn) => this.#waiting.push(goOn));
    this.#taken = true;
  }

  pass() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}

/** Transactions, each whole in itself, whose one commit is still to come. */
interface Group {
  committed: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** The one handle that writes. */
class Writer {
  readonly handle: Handle;
  readonly #patienceMs: number;
  readonly #turn = new Turn();
  #group: Group | undefined;
  /** Why SQLite gave up a whole transaction, which it does on a full disk. */
  #lastFailure: unknown;

  constructor(file: SqliteFile.Database, patienceMs: number) {
    this.handle = new Handle(file);
    this.#patienceMs = patienceMs;
  }

  /** Runs a statement of the transaction whose turn it is. */
  run({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) {
    try {
      return this.handle.run(sql, parameters);
    } catch (error) {
      this.#lastFailure = error;
      throw error;
    }
  }

  /** A statement outside of every transaction. */
  async alone(query: CompiledQuery) {
    await this.#turn.take();
    try {
      this.#commitGroup();
      return this.run(query);
    } finally {
      this.#turn.pass();
    }
  }

  async begin() {
    await this.#turn.take();
    try {
      this.#forgetLostGroup();
      this.#group ??= await this.#begunGroup();
      this.handle.run('savepoint one');
    } catch (error) {
      this.#turn.pass();
      throw error;
    }
  }

  /** Resolves when it is on the disk. Whoever comes until the event loop has looked at every socket goes there with it. */
  async commit() {
    const group = this.#group;
    try {
      this.run({ sql: 'release one', parameters: [] });
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.#turn.pass();
    await group?.committed;
  }

  /** Takes back one transaction of the group; all of it, when SQLite has already done so. */
  rollback() {
    this.#forgetLostGroup();
    if (this.#group) {
      this.handle.run('rollback to one');
      this.handle.run('release one');
    }
    this.#turn.pass();
  }

  #forgetLostGroup() {
    if (this.handle.file.inTransaction) return;
    this.#group?.reject(this.#lastFailure);
    this.#group = undefined;
  }

  /**
   * Takes SQLite's write lock at once: a transaction that reads first and writes later would be refused whenever another
   * process wrote in between. While that process holds it we wait without standing still, so that everything served
   * from memory is served on.
   */
  async #begunGroup(): Promise<Group> {
    const giveUpAt = performance.now() + this.#patienceMs;
    for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
      try {
        this.handle.run('begin immediate');
        break;
      } catch (error) {
        const busy = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
        if (!busy || performance.now() > giveUpAt) throw error;
      }
      await pause(wait);
    }
    const { promise: committed, resolve, reject } = Promise.withResolvers<void>();
    // Nobody may be left who waits for it.
    committed.catch(() => {});
    setImmediate(() => void this.close());
    return { committed, resolve, reject };
  }

  /** Commits what is open, once nobody is in the middle of something. */
  async close() {
    await this.#turn.take();
    this.#commitGroup();
    this.#turn.pass();
  }

  #commitGroup() {
    const group = this.#group;
    if (!group || !this.handle.file.open) return;
    this.#group = undefined;
    try {
      this.handle.run('commit');
      group.resolve();
    } catch (error) {
      if (this.handle.file.inTransaction) this.handle.run('rollback');
      group.reject(error);
    }
  }
}

/** What Kysely takes for a connection of its own. */
class Connection implements DatabaseConnection {
  readonly #writer: Writer;
  readonly #reader: Handle;
  readonly #snapshots: Turn;
  #transaction: 'none' | 'reading' | 'writing' = 'none';

  constructor(writer: Writer, reader: Handle, snapshots: Turn) {
    this.#writer = writer;
    this.#reader = reader;
    this.#snapshots = snapshots;
  }

  async begin({ accessMode }: TransactionSettings) {
    if (accessMode === 'read only') {
      await this.#snapshots.take();
      this.#transaction = 'reading';
      this.#reader.run('begin');
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
    if (!SelectQueryNode.is(query.query)) return this.#writer.alone(query);
    if (this.#reader.file.inTransaction) {
      // Behind a snapshot, which may be older than what was written since.
      await this.#snapshots.take();
      this.#snapshots.pass();
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
    this.#reader.run('commit');
    this.#snapshots.pass();
  }
}

class GroupingDriver implements Driver {
  readonly #writer: Writer;
  readonly #reader: Handle;
  readonly #snapshots = new Turn();

  constructor(writer: Writer, reader: Handle) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async init() {}

  async acquireConnection() {
    return new Connection(this.#writer, this.#reader, this.#snapshots);
  }

  beginTransaction(connection: Connection, settings: TransactionSettings = {}) {
    return connection.begin(settings);
  }

  commitTransaction(connection: Connection) {
    return connection.commit();
  }

  rollbackTransaction(connection: Connection) {
    return connection.rollback();
  }

  async releaseConnection() {}

  async destroy() {
    await this.#writer.close();
    this.#reader.file.close();
    this.#writer.handle.file.close();
  }
}

/** SQLite creates tables inside a transaction as well as any; Kysely's default says otherwise. Who comes when is the driver's. */
class GroupingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  override get supportsMultipleConnections() {
    return true;
  }
}

/** `reader` is a second handle on the file of `writer`. `patienceMs` is how long to wait for another process that is writing. */
export class GroupingSqliteDialect extends SqliteDialect {
  readonly #files: { writer: SqliteFile.Database; reader: SqliteFile.Database; patienceMs: number };

  constructor(files: { writer: SqliteFile.Database; reader: SqliteFile.Database; patienceMs: number }) {
    super({ database: files.writer });
    this.#files = files;
  }

  override createDriver(): Driver {
    const { writer, reader, patienceMs } = this.#files;
    return new GroupingDriver(new Writer(writer, patienceMs), new Handle(reader)) as Driver;
  }

  override createAdapter() {
    return new GroupingAdapter();
  }
}
