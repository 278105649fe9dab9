/** Open streams of customers and of the staff, which carry no data: any event means 'look again' (decision W4). */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { heartbeatMs as usualHeartbeatMs } from '#core/event-stream';
import { validSessions } from '../accounts/sessions.ts';
import { validStaffSessions } from '../accounts/staff.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { MenuCache } from '../menu/menu-cache.ts';

/** How many streams a customer, or a device of the staff, may have; the oldest gives way. */
const maxOfOne = 4;
/** All customers' streams of this process. A page without one asks from time to time instead. */
const maxOfCustomers = 5_000;
/** How many of the newest events are compared: more than can be committed out of order, or within a second. */
const maxEvents = 500;

const comment = ':\n\n';
/** The comment follows at once, because a proxy may hold the last message back. */
const changed = `event: changed\ndata: {}\n\n${comment}`;
/** A counter of version 250139d6, whose stream carried its board, then offers to load the page again. */
const board = 'event: board\ndata: {}\n\n';

/** The events of one client. Nothing is written to one that takes nothing: until it does, a change is one bit. */
class ChangeStream extends Readable {
  /** What is sent when the client takes more. */
  #pending: string;
  #isWanted = false;

  constructor(first: string) {
    // Then the response asks only when it can send.
    super({ highWaterMark: 0 });
    this.#pending = first;
  }

  override _read() {
    this.#isWanted = true;
    this.#flush();
  }

  signal() {
    this.#pending ||= changed;
    this.#flush();
  }

  /** Sends a comment, by which the client knows that the line works. */
  beat() {
    if (this.#isWanted) this.#pending ||= comment;
    this.#flush();
  }

  /** Ends the response; one whose client takes nothing is cut off. */
  finish() {
    if (this.#isWanted) this.push(null);
    else this.destroy();
  }

  #flush() {
    if (!this.#isWanted || this.#pending === '' || this.destroyed) return;
    const text = this.#pending;
    this.#pending = '';
    this.#isWanted = false;
    this.push(text);
  }
}

interface Reader {
  kind: 'customer' | 'staff';
  /** The customer's id, or the digest of the device's token. */
  owner: string;
  tokenHash: string;
}

type Open = Reader & { stream: ChangeStream };

export interface ChangeStreamsOptions {
  /** How often changes by other processes are looked for, in ms. */
  pollMs?: number;
  /** How often a comment is sent and sessions are checked, in ms. */
  heartbeatMs?: number;
}

interface Shared {
  menu: Pick<MenuCache, 'latest'>;
  now: () => number;
}

export class ChangeStreams {
  readonly #database: Database;
  readonly #options: Required<ChangeStreamsOptions> & Shared;
  /** The oldest first. */
  readonly #open = new Set<Open>();
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;
  #seen: ReadonlySet<number> = new Set();
  #newest = 0;
  #menuVersion: number | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(database: Database, options: ChangeStreamsOptions & Shared) {
    this.#database = database;
    this.#options = { pollMs: 1_000, heartbeatMs: usualHeartbeatMs, ...options };
  }

  /** Answers with a stream. Throws `busy` when there are too many, and `closing`. */
  async send(reply: FastifyReply, reader: Reader) {
    // What is committed from now on is new.
    await this.check();
    if (this.#isClosed) throw new ApiError('closing', { retryAfter: 1 });
    const one = { ...reader, stream: new ChangeStream(reader.kind === 'staff' ? board + changed : changed) };
    this.#makeRoomFor(one);
    this.#open.add(one);
    one.stream.once('close', () => this.#forget(one));
    if (this.#timers.length === 0)
      this.#timers = [
        setInterval(() => this.checkSoon(), this.#options.pollMs).unref(),
        setInterval(() => void this.#beat().catch(() => {}), this.#options.heartbeatMs).unref(),
      ];
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // nginx would keep events back until it has some kilobytes of them.
        .header('x-accel-buffering', 'no')
        .send(one.stream)
    );
  }

  #makeRoomFor({ kind, owner }: Reader) {
    const same = [...this.#open].filter((one) => one.kind === kind);
    const own = same.filter((one) => one.owner === owner);
    const [oldest] = own;
    if (oldest && own.length >= maxOfOne) this.#end(oldest);
    else if (kind === 'customer' && same.length >= maxOfCustomers) throw new ApiError('busy', { retryAfter: 30 });
  }

  /** To be called after each commit that changes an order or the menu. */
  checkSoon = () => void this.check().catch(() => {});

  /** Checks for all changes that are committed by now, and signals them. */
  check(): Promise<void> {
    // A check that has begun may have been too early.
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      const checking = this.#check();
      this.#last = checking.catch(() => {});
      return checking;
    });
    return this.#next;
  }

  /**
   * Compares the newest events with those of before, since PostgreSQL may commit a lower id later. The menu in memory is the newest then: who is
   * told to look must not be answered with the one before.
   */
  async #check() {
    const newestEvents = this.#database.selectFrom('order_events').select(['id', 'order_number']).orderBy('id', 'desc');
    const [rows, { version }] = await Promise.all([
      newestEvents.limit(maxEvents).execute(),
      this.#options.menu.latest(),
    ]);
    const newest = rows[0]?.id ?? 0;
    const fresh = rows.filter(({ id }) => !this.#seen.has(id));
    const isOfMenu = version !== this.#menuVersion;
    // A backup was restored.
    const isReplaced = newest < this.#newest;
    if (fresh.length === 0 && !isOfMenu && !isReplaced) return;
    const isForAll = isOfMenu || isReplaced || fresh.length === maxEvents;
    const customers = isForAll ? undefined : await this.#customersOf(fresh);
    for (const { kind, owner, stream } of this.#open)
      if (kind === 'staff' || !customers || customers.has(owner)) stream.signal();
    this.#seen = new Set(rows.map(({ id }) => id));
    this.#newest = newest;
    this.#menuVersion = version;
  }

  async #customersOf(events: readonly { order_number: string }[]): Promise<ReadonlySet<string>> {
    if (![...this.#open].some(({ kind }) => kind === 'customer')) return new Set();
    const numbers = [...new Set(events.map(({ order_number }) => order_number))];
    const rows = await this.#database
      .selectFrom('orders')
      .select('customer_id')
      .where('order_number', 'in', numbers)
      .execute();
    return new Set(rows.map(({ customer_id }) => customer_id));
  }

  /** Sends a comment to all, and ends the streams of sessions that have ended. */
  async #beat() {
    for (const { stream } of this.#open) stream.beat();
    for (const [kind, valid] of [
      ['staff', validStaffSessions],
      ['customer', validSessions],
    ] as const) {
      const all = [...this.#open].filter((one) => one.kind === kind);
      if (all.length === 0) continue;
      const tokens = all.map(({ tokenHash }) => tokenHash);
      const living = await valid(this.#database, tokens, this.#options.now());
      for (const one of all) if (!living.has(one.tokenHash)) this.#end(one);
    }
  }

  #end(one: Open) {
    one.stream.finish();
    this.#forget(one);
  }

  #forget(one: Open) {
    this.#open.delete(one);
    if (this.#open.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  async close() {
    this.#isClosed = true;
    for (const one of this.#open) this.#end(one);
    await this.#last;
  }
}
