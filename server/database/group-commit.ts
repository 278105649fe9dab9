/** Group commit for SQLite: transactions that come together go to the disk together, in one commit, and each is acknowledged only then. */
import { setTimeout as pause } from 'node:timers/promises';
import type SqliteFile from 'better-sqlite3';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Semaphore } from '../semaphore.ts';

const maxStatements = 200;

/** A database handle whose statements are prepared once and cached. */
export class SqliteHandle {
  readonly file: SqliteFile.Database;
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

/** Transactions that will be committed together. */
interface Group {
  committed: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** The one handle that writes. Each transaction is a savepoint inside a real one, which a whole group shares and which is committed for all of them. */
export class GroupCommitWriter {
  readonly handle: SqliteHandle;
  readonly #busyTimeoutMs: number;
  /** Held by the transaction under way. */
  readonly #mutex = new Semaphore(1);
  #group: Group | undefined;
  /** The last failed statement: the reason, if SQLite rolls the whole group back, which it does on a full disk. */
  #lastFailure: unknown;

  constructor(file: SqliteFile.Database, busyTimeoutMs: number) {
    this.handle = new SqliteHandle(file);
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  /** Runs a statement of the transaction under way. */
  run({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) {
    try {
      return this.handle.run(sql, parameters);
    } catch (error) {
      this.#lastFailure = error;
      throw error;
    }
  }

  /** Runs one statement outside of every transaction; it is on the disk when this resolves. */
  runAlone(query: CompiledQuery) {
    return this.#mutex.run(() => {
      this.#commitGroup();
      return this.run(query);
    });
  }

  /** Begins a transaction. Throws `SQLITE_BUSY` when its turn and SQLite's lock together take longer than the busy timeout. */
  async begin() {
    const giveUpAt = performance.now() + this.#busyTimeoutMs;
    await this.#mutex.acquire();
    try {
      if (performance.now() > giveUpAt) throw Object.assign(new Error('waited too long'), { code: 'SQLITE_BUSY' });
      this.#forgetLostGroup();
      this.#group ??= await this.#begunGroup(giveUpAt);
      this.handle.run('savepoint one');
    } catch (error) {
      this.#mutex.release();
      throw error;
    }
  }

  /**
   * Resolves when the transaction is on the disk. The group is committed after the event loop has looked at every socket, so that all
   * requests that came meanwhile share the commit.
   */
  async commit() {
    const group = this.#group;
    try {
      this.run({ sql: 'release one', parameters: [] });
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.#mutex.release();
    await group?.committed;
  }

  /** Rolls back one transaction of the group, or the whole group when SQLite has done so already or cannot do less. */
  rollback() {
    try {
      this.#forgetLostGroup();
      if (!this.#group) return;
      this.handle.run('rollback to one');
      this.handle.run('release one');
    } catch (error) {
      this.#giveUpGroup(error);
    } finally {
      this.#mutex.release();
    }
  }

  #forgetLostGroup() {
    if (this.handle.file.inTransaction) return;
    this.#group?.reject(this.#lastFailure);
    this.#group = undefined;
  }

  /**
   * Takes SQLite's write lock at once: a transaction that reads first and writes later would be refused whenever another
   * process wrote in between. Waits for that process without blocking the event loop, so that everything served from memory
   * is served on.
   */
  async #begunGroup(giveUpAt: number): Promise<Group> {
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
    // If no caller waits for it any more, a rejection must not end the process.
    committed.catch(() => {});
    setImmediate(() => void this.flush());
    return { committed, resolve, reject };
  }

  /** Commits the open group, once no transaction of it is under way. */
  async flush() {
    await this.#mutex.run(() => this.#commitGroup());
  }

  #commitGroup() {
    if (!this.#group || !this.handle.file.open) return;
    try {
      this.handle.run('commit');
      this.#group.resolve();
      this.#group = undefined;
    } catch (error) {
      this.#giveUpGroup(error);
    }
  }

  /** Rejects all callers that wait for the group, and rolls it back. */
  #giveUpGroup(error: unknown) {
    this.#group?.reject(error);
    this.#group = undefined;
    if (this.handle.file.inTransaction) this.handle.run('rollback');
  }
}
