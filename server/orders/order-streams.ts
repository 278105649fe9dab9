/** The open streams of orders, of customers and of the staff: the whole state first, then every order that changes (decision W4). */
import { heartbeatMs as usualHeartbeatMs } from '#core/event-stream';
import { type Customer, validSessions } from '../accounts/sessions.ts';
import { type StaffOnDevice, validStaffSessions } from '../accounts/staff.ts';
import { counterOrders } from '../counter/counter-order.ts';
import type { Database } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { EventStream, eventText } from '../http/event-stream.ts';
import { OrderChangeFeed, type OrderRevision } from './order-change-feed.ts';
import { type OrderRow, placedOrderJson } from './order-row.ts';

/** How many streams a customer may have, on all devices; the oldest gives way. */
const maxOfCustomer = 6;
/** And a device of the staff: the board and the screen in the shop, in several tabs. */
const maxOfDevice = 8;
/** All customers' streams of this process. A page without one asks from time to time instead. */
const maxOfCustomers = 500;
/** How many changed orders are read at once. */
const batchSize = 100;
/** Of how many orders it is remembered what was sent. */
const maxRemembered = 2_000;

interface Open {
  kind: 'customer' | 'staff';
  /** The customer's id, or the digest of the device's token. */
  owner: string;
  tokenHash: string;
  /** Undefined until the whole state is read. */
  stream: EventStream | undefined;
  /** Orders that have changed while the whole state was read. */
  missed: Set<string>;
  isEnded: boolean;
}

export interface OrderStreamsOptions {
  /** How often events of other processes and ended sessions are polled, in ms. */
  pollMs?: number;
  /** How often a comment is sent, in ms. */
  heartbeatMs?: number;
}

/** All streams of one process. */
export class OrderStreams {
  readonly #database: Database;
  readonly #now: () => number;
  /** For customers (decision O10). */
  readonly #billingAccount: string | undefined;
  readonly #heartbeatMs: number;
  readonly #changes: OrderChangeFeed;
  /** The oldest first. */
  readonly #open = new Set<Open>();
  /** Orders that are to be read and sent; true: also if they were sent before in the same state. */
  readonly #changed = new Map<string, boolean>();
  /** The revision in which an order was sent last. */
  readonly #sent = new Map<string, number>();
  #sending: Promise<void> | undefined;
  #beating: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    database: Database,
    {
      now,
      billingAccount,
      pollMs = 1_000,
      heartbeatMs = usualHeartbeatMs,
    }: OrderStreamsOptions & { now: () => number; billingAccount?: string | undefined },
  ) {
    this.#database = database;
    this.#now = now;
    this.#billingAccount = billingAccount;
    this.#heartbeatMs = heartbeatMs;
    this.#changes = new OrderChangeFeed(database, {
      pollMs,
      onChange: (orders) => this.#note(orders),
      onPoll: () => this.#poll(),
      onHistoryReplaced: () => this.#endAll(),
    });
  }

  /** Sends an order to all who see it, in every process. To be called after the commit that changed it. */
  announce(order: OrderRevision) {
    this.#changes.announce(order);
  }

  /**
   * Opens a stream whose first event has the data that `read` resolves with, as JSON. Throws `busy` when there are too many, and `closing`.
   */
  async open(
    reader: { customer: Customer } | { staff: StaffOnDevice },
    event: string,
    read: () => Promise<string>,
  ): Promise<EventStream> {
    if (this.#isClosed) throw new ApiError('closing', { retryAfter: 1 });
    const own: Open = {
      ...('customer' in reader
        ? { kind: 'customer', owner: reader.customer.id, tokenHash: reader.customer.tokenHash }
        : { kind: 'staff', owner: reader.staff.tokenHash, tokenHash: reader.staff.tokenHash }),
      stream: undefined,
      missed: new Set(),
      isEnded: false,
    };
    this.#makeRoomFor(own);
    this.#open.add(own);
    this.#beating ??= setInterval(() => this.#beat(), this.#heartbeatMs).unref();
    try {
      await this.#changes.start();
      own.stream = new EventStream(eventText(event, await read()));
      if (own.isEnded) throw new ApiError('closing', { retryAfter: 1 });
    } catch (error) {
      this.#forget(own);
      throw error;
    }
    own.stream.once('close', () => this.#forget(own));
    // Read again: what was noted may be older than the whole state.
    for (const number of own.missed) this.#changed.set(number, true);
    this.#send();
    return own.stream;
  }

  #makeRoomFor({ kind, owner }: Open) {
    const same = [...this.#open].filter((one) => one.kind === kind);
    const own = same.filter((one) => one.owner === owner);
    const [oldest] = own;
    if (oldest && own.length >= (kind === 'staff' ? maxOfDevice : maxOfCustomer)) this.#end(oldest);
    else if (kind === 'customer' && same.length >= maxOfCustomers) throw new ApiError('busy', { retryAfter: 30 });
  }

  /** Ends the streams of a session that has ended; those of the staff are told. */
  endSession(tokenHash: string) {
    for (const one of this.#open) if (one.tokenHash === tokenHash) this.#end(one, 'ended');
  }

  /** Ends all streams, and opens none from now on. */
  async close() {
    this.#isClosed = true;
    this.#endAll();
    await this.#changes.close();
    await this.#sending;
  }

  #endAll() {
    this.#sent.clear();
    for (const one of this.#open) this.#end(one);
  }

  #end(one: Open, lastEvent?: 'ended') {
    one.isEnded = true;
    one.stream?.finish(lastEvent && one.kind === 'staff' ? eventText(lastEvent, '{}') : undefined);
    this.#forget(one);
  }

  #forget(one: Open) {
    this.#open.delete(one);
    if (this.#open.size > 0) return;
    clearInterval(this.#beating);
    this.#beating = undefined;
    this.#changes.stop();
    this.#changed.clear();
    this.#sent.clear();
  }

  #beat() {
    for (const { stream } of this.#open) stream?.beat();
  }

  /** Ends the streams of sessions that another process has ended. */
  async #poll() {
    this.#send();
    for (const [kind, valid] of [
      ['staff', validStaffSessions],
      ['customer', validSessions],
    ] as const) {
      const own = [...this.#open].filter((one) => one.kind === kind);
      if (own.length === 0) continue;
      const living = await valid(this.#database, [...new Set(own.map(({ tokenHash }) => tokenHash))], this.#now());
      for (const one of own) if (!living.has(one.tokenHash)) this.#end(one, 'ended');
    }
  }

  #note(orders: readonly OrderRevision[]) {
    for (const { order_number, revision } of orders)
      if (!this.#changed.has(order_number) && this.#isNewer(order_number, revision))
        this.#changed.set(order_number, false);
    this.#send();
  }

  /** Whether an order was never sent in this revision, as far as that is remembered. */
  #isNewer(number: string, revision: number) {
    return revision > (this.#sent.get(number) ?? -1);
  }

  #send() {
    if (this.#changed.size === 0) return;
    this.#sending ??= this.#sendAll()
      // They are read at the next poll.
      .catch(() => {})
      .finally(() => {
        this.#sending = undefined;
      });
  }

  /** Sends what has changed, one batch after the other, so that no order is sent in an older state than before. */
  async #sendAll() {
    // What changes in the same turn is read together.
    await undefined;
    while (this.#changed.size > 0 && this.#open.size > 0) {
      const changed = new Map([...this.#changed].slice(0, batchSize));
      for (const number of changed.keys()) this.#changed.delete(number);
      const readers = [...this.#open].filter(({ stream }) => stream);
      try {
        const rows = await this.#database
          .selectFrom('orders')
          .selectAll()
          .where('order_number', 'in', [...changed.keys()])
          .execute();
        const newer = rows.filter(
          (row) => changed.get(row.order_number) || this.#isNewer(row.order_number, row.revision),
        );
        await this.#sendOrders(newer, new Set(readers));
      } catch (error) {
        for (const [number, always] of changed) this.#changed.set(number, always);
        throw error;
      }
    }
  }

  /** Sends orders to `readers`, who had the whole state before these were read. */
  async #sendOrders(rows: readonly OrderRow[], readers: ReadonlySet<Open>) {
    const isForStaff = [...readers].some(({ kind }) => kind === 'staff');
    const forStaff = isForStaff ? await counterOrders(this.#database, rows) : [];
    const byOwner = Map.groupBy(this.#open, ({ kind, owner }) => (kind === 'staff' ? kind : owner));
    for (const [at, row] of rows.entries()) {
      const { order_number, customer_id } = row;
      const [staffText, customerText] = [
        lazily(() => eventText('order', JSON.stringify(forStaff[at]))),
        lazily(() => eventText('order', placedOrderJson(row, this.#billingAccount))),
      ];
      for (const one of [...(byOwner.get('staff') ?? []), ...(byOwner.get(customer_id) ?? [])]) {
        if (readers.has(one)) one.stream?.send(one.kind === 'staff' ? staffText() : customerText());
        // Its whole state may be newer.
        else if (one.stream) this.#changed.set(order_number, true);
        else one.missed.add(order_number);
      }
      this.#remember(row);
    }
  }

  #remember({ order_number, revision }: OrderRow) {
    this.#sent.delete(order_number);
    this.#sent.set(order_number, revision);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > maxRemembered && oldest !== undefined) this.#sent.delete(oldest);
  }
}

/** A function that makes a text when it is first called. */
function lazily(make: () => string) {
  let text: string | undefined;
  return () => {
    text ??= make();
    return text;
  };
}
