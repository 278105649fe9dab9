/** Which orders have changed, in this process and in others: the owner's commands, and servers on the same database (decision W4). */
import { sql } from 'kysely';
import { type Database, isPostgres } from '../database/open.ts';
import { listen } from '../database/open-postgres.ts';

/** An order that has changed, and its revision then. */
export interface OrderRevision {
  order_number: string;
  revision: number;
}

interface Listener {
  onChange(orders: readonly OrderRevision[]): void;
  /** Called at every poll. */
  onPoll(): Promise<void>;
  /** The events are not those of before: a backup was restored. */
  onHistoryReplaced(): void;
}

/** How far back the first poll goes, and how many events a poll reads at most. */
const maxEvents = 1_000;
/** How long an id that was skipped may still be committed, in ms; PostgreSQL itself ends a transaction much sooner. */
const maxTransactionMs = 60_000;
const channel = 'kedai_orders';
/** A notice of PostgreSQL has less than 8,000 bytes. */
const maxInNotice = 80;

/**
 * Hears of changed orders while it is started: at once of those that this process announces, by `NOTIFY` of those of other processes on
 * PostgreSQL, and by polling `order_events` of all others. A pooler may lose notices, so polling alone must do.
 */
export class OrderChangeFeed {
  readonly #database: Database;
  readonly #listener: Listener;
  readonly #pollMs: number;
  readonly #isShared: boolean;
  /** To be told to other processes. */
  readonly #unnotified = new Map<string, number>();
  #notifying: Promise<void> | undefined;
  #stop: (() => void) | undefined;
  #isClosed = false;
  #started: Promise<void> | undefined;
  #polling: Promise<void> | undefined;
  /** The event with the highest id so far. */
  #last = { id: 0, order_number: '', at: '' };
  /** Ids that were skipped, and when that was seen: identity ids commit out of order. */
  #gaps = new Map<number, number>();

  constructor(database: Database, { pollMs, ...listener }: Listener & { pollMs: number }) {
    this.#database = database;
    this.#listener = listener;
    this.#pollMs = pollMs;
    this.#isShared = isPostgres(database);
  }

  /** Notifies all listeners of an order that this process has changed. To be called after the commit. */
  announce(order: OrderRevision) {
    if (this.#stop) this.#listener.onChange([order]);
    if (!this.#isShared) return;
    this.#unnotified.set(order.order_number, order.revision);
    this.#notifying ??= this.#notify().finally(() => {
      this.#notifying = undefined;
    });
  }

  /** Tells the other processes, of several orders at once under load. What fails they find by polling. */
  async #notify() {
    while (this.#unnotified.size > 0) {
      const some = [...this.#unnotified].slice(0, maxInNotice);
      for (const [number] of some) this.#unnotified.delete(number);
      await sql`select pg_notify(${channel}, ${JSON.stringify(some)})`.execute(this.#database).catch(() => {});
    }
  }

  /** Begins to listen, unless it does. Once this resolves, it misses nothing that is committed later: read the whole state afterwards. */
  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #begin() {
    await this.#rewind();
    if (this.#isClosed) return;
    const stopListening = listen(this.#database, channel, (text) => this.#listener.onChange(ordersIn(text)));
    const timer = setInterval(() => void this.poll(), this.#pollMs);
    timer.unref();
    this.#stop = () => {
      clearInterval(timer);
      stopListening();
    };
  }

  /** Ends listening. */
  stop() {
    this.#stop?.();
    this.#stop = undefined;
    this.#started = undefined;
  }

  /** Resolves when other processes have been told of everything. */
  async close() {
    this.#isClosed = true;
    this.stop();
    await this.#notifying;
    await this.#polling;
  }

  /** Looks for changes now; while the data cannot be read, nothing has changed. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll()
      .then(() => this.#listener.onPoll())
      .catch(() => {})
      .finally(() => {
        this.#polling = undefined;
      });
    return this.#polling;
  }

  /** Takes all events so far for known, except those that may be committed late. */
  async #rewind() {
    const rows = await this.#database
      .selectFrom('order_events')
      .select(['id', 'order_number', 'at'])
      .orderBy('id', 'desc')
      .limit(maxEvents)
      .execute();
    this.#gaps.clear();
    this.#last = rows[0] ?? { id: 0, order_number: '', at: '' };
    const ids = new Set(rows.map(({ id }) => id));
    // Below the first ids there were others, unless these are all.
    const from = rows.length < maxEvents ? 1 : (rows.at(-1)?.id ?? 1);
    this.#noteGaps(from, this.#last.id, ids);
  }

  async #poll() {
    for (let isMore = true; isMore; ) {
      const { id: last } = this.#last;
      const rows = await this.#database
        .selectFrom('order_events')
        .leftJoin('orders', 'orders.order_number', 'order_events.order_number')
        .select(['order_events.id', 'order_events.order_number', 'at', 'revision'])
        .where((row) =>
          row.or([
            row('order_events.id', '>=', last),
            ...(this.#gaps.size > 0 ? [row('order_events.id', 'in', [...this.#gaps.keys()])] : []),
          ]),
        )
        .orderBy('order_events.id')
        .limit(maxEvents)
        .execute();
      const known = rows.find(({ id }) => id === last);
      if (last > 0 && (known?.order_number !== this.#last.order_number || known.at !== this.#last.at)) {
        await this.#rewind();
        return this.#listener.onHistoryReplaced();
      }
      isMore = rows.length === maxEvents;
      const newest = rows.at(-1);
      if (newest && newest.id > last) {
        this.#noteGaps(last + 1, newest.id, new Set(rows.map(({ id }) => id)));
        this.#last = newest;
      }
      for (const { id } of rows) this.#gaps.delete(id);
      const fresh = rows.flatMap(({ id, order_number, revision }) =>
        id === last || revision === null ? [] : [{ order_number, revision }],
      );
      if (fresh.length > 0) this.#listener.onChange(fresh);
    }
    const expired = performance.now() - maxTransactionMs;
    for (const [id, since] of this.#gaps) if (since < expired) this.#gaps.delete(id);
  }

  /** Notes which ids were skipped. SQLite has a single writer, whose ids are in the order of its commits. */
  #noteGaps(from: number, to: number, there: ReadonlySet<number>) {
    if (!this.#isShared) return;
    for (let id = Math.max(from, to - maxEvents); id < to; id++)
      if (!there.has(id)) this.#gaps.set(id, performance.now());
  }
}

/** The orders of a notice, which anything that may use the database can send. */
function ordersIn(notice: string): OrderRevision[] {
  try {
    const orders: [string, number][] = JSON.parse(notice);
    return orders.map(([order_number, revision]) => ({ order_number, revision }));
  } catch {
    return [];
  }
}
