/**
 * Posts every new order to the shop's own program: enqueued in the order's transaction, sent afterwards, tried again until it was taken (a
 * transactional outbox). An order never waits for it.
 */
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { placedOrderFrom } from './order-row.ts';
import { postOrder } from './webhook-request.ts';

export interface OrderWebhook {
  /** Notes an order that is to be posted, in the transaction that stores it. */
  enqueue(transaction: DatabaseTransaction, orderNumber: string): Promise<void>;
  /** Begins to post what was enqueued and committed. */
  wake(): void;
  /** Resolves when nothing is being posted any more. */
  close(): Promise<void>;
}

interface OrderWebhookOptions {
  url: string;
  secret: string;
  now?: () => number;
  /** How often the queue is looked at, in ms; also for orders that a killed process had enqueued. */
  everyMs?: number;
  /** How long the other program may take, in ms. */
  timeoutMs?: number;
  /** Called with a sentence when an order is not taken or given up, or the queue cannot be read; without customers' data and the URL, which may hold a secret. */
  logError?: (message: string) => void;
}

/** How many orders are posted at once. */
const batchSize = 10;
/** Pauses between attempts: 5 s, 10 s, 20 s … one hour, each after the time that a post may take; about three days in all. */
const firstPauseMs = 5_000;
const longestPauseMs = 3_600_000;
const maxAttempts = 80;

const pauseAfter = (attempts: number) => Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);

/** Begins to post enqueued orders, including those that an earlier process did not post. */
export function orderWebhook(
  database: Database,
  { url, secret, now = Date.now, everyMs = 5_000, timeoutMs = 10_000, logError = () => {} }: OrderWebhookOptions,
): OrderWebhook {
  const ending = new AbortController();
  let delivering: Promise<void> | undefined;
  let again = false;
  /** Whether the last order was not taken; said once, until one is. */
  let isRefusing = false;
  /** Whether the queue could not be read or written; said once, until it can be. */
  let isAway = false;

  function wake() {
    if (ending.signal.aborted) return;
    if (delivering) {
      again = true;
      return;
    }
    delivering = deliverAll()
      .then(
        () => {
          isAway = false;
        },
        (error: Error) => {
          if (!isAway) logError(`New orders cannot be announced until the data is back: ${error.message}`);
          isAway = true;
        },
      )
      .finally(() => {
        delivering = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  async function deliverAll() {
    for (;;) {
      const due = await database
        .selectFrom('order_announcements')
        .selectAll()
        // A moment later than any pause was written by a clock that was wrong: it counts as due (fault F15).
        .where((row) => row.or([row('next_at', '<=', now()), row('next_at', '>', now() + 2 * longestPauseMs)]))
        .orderBy('next_at')
        .limit(batchSize)
        .execute();
      if (due.length === 0 || ending.signal.aborted) return;
      await Promise.all(due.map(deliver));
    }
  }

  async function deliver({
    order_number,
    attempts,
    next_at,
  }: {
    order_number: string;
    attempts: number;
    next_at: number;
  }) {
    // Moving `next_at` on claims the order: another process finds it changed. If this one dies, the order is due again then.
    const { numUpdatedRows } = await database.transaction().execute((transaction) =>
      transaction
        .updateTable('order_announcements')
        .set({ attempts: attempts + 1, next_at: now() + pauseAfter(attempts + 1) + timeoutMs })
        .where('order_number', '=', order_number)
        .where('next_at', '=', next_at)
        .executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows === 0n) return;
    const row = await database
      .selectFrom('orders')
      .selectAll()
      .where('order_number', '=', order_number)
      .executeTakeFirstOrThrow();
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]);
    const refusal = await postOrder(placedOrderFrom(row), { url, secret, signal, now: now() });
    if (refusal && ending.signal.aborted) return;
    if (refusal && !isRefusing)
      logError(
        `ORDER_WEBHOOK_URL did not take the order ${order_number} (${refusal}); it is tried again for three days.`,
      );
    isRefusing = refusal !== undefined;
    if (refusal && attempts + 1 < maxAttempts) return;
    if (refusal)
      logError(`The order ${order_number} was offered to ORDER_WEBHOOK_URL ${maxAttempts} times and never taken.`);
    await database
      .transaction()
      .execute((transaction) =>
        transaction.deleteFrom('order_announcements').where('order_number', '=', order_number).execute(),
      );
  }

  const timer = setInterval(wake, everyMs);
  timer.unref();
  wake();

  return {
    async enqueue(transaction, orderNumber) {
      await transaction
        .insertInto('order_announcements')
        .values({ order_number: orderNumber, attempts: 0, next_at: now() })
        .execute();
    },
    wake,
    async close() {
      clearInterval(timer);
      ending.abort();
      again = false;
      await delivering;
    },
  };
}
