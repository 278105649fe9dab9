/**
 * Notifications that are to be sent, in a table, so that a killed process forgets none (decision W9). A change of an order enqueues them in its own
 * transaction, to be sent when it can be undone no more.
 */
import type { Selectable } from 'kysely';
import { undoMs } from '#core/order-steps';
import { pushedStatuses } from '#core/push';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { type PushKeys, pushKeys } from './push-keys.ts';
import { lifetimeSeconds, type PushOutcome, type PushServiceOptions, sendPush } from './push-request.ts';
import { validSubscriptions } from './push-subscriptions.ts';

/** Notes who is to be notified of an order's new status. An earlier notification of the order is sent no more. */
export async function enqueuePushes(
  transaction: DatabaseTransaction,
  { order_number, customer_id, status }: { order_number: string; customer_id: string; status: string },
  now: number,
) {
  await transaction.deleteFrom('push_messages').where('order_number', '=', order_number).execute();
  if (!pushedStatuses.includes(status)) return;
  const subscriptions = await validSubscriptions(transaction, customer_id, now);
  if (subscriptions.length === 0) return;
  const message = {
    order_number,
    status,
    attempts: 0,
    next_at: now + undoMs,
    expires_at: now + lifetimeSeconds * 1_000,
  };
  await transaction
    .insertInto('push_messages')
    .values(subscriptions.map(({ digest }) => ({ ...message, digest })))
    .execute();
}

export interface PushSenderOptions extends PushServiceOptions {
  now: () => number;
  /** How often the queue is looked at, in ms. */
  everyMs?: number;
}

/** How many notifications are sent at once. */
const batchSize = 20;
/** Pauses between attempts, in ms: 5 s, 10 s, 20 s … ten minutes. */
const firstPauseMs = 5_000;
const longestPauseMs = 10 * 60_000;
/** A notification that is being sent belongs to one process for so long, in ms; longer than a push service may take. */
const claimMs = 15_000;

const pauseAfter = (attempts: number) => Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);

type MessageRow = Selectable<Tables['push_messages']>;

/** Sends what is due until it is closed. */
export class PushSender {
  readonly #database: Database;
  readonly #options: PushSenderOptions;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> | undefined;
  #stored: PushKeys | undefined;

  constructor(database: Database, options: PushSenderOptions) {
    this.#database = database;
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), options.everyMs ?? 2_000);
    this.#timer.unref();
  }

  async #keys() {
    this.#stored ??= await pushKeys(this.#database);
    return this.#stored;
  }

  #look() {
    // What cannot be read now is read at the next look; nothing is lost.
    this.#sending ??= this.#sendDue()
      .catch(() => {})
      .finally(() => {
        this.#sending = undefined;
      });
  }

  async #sendDue() {
    for (;;) {
      const now = this.#options.now();
      const due = await this.#database
        .selectFrom('push_messages')
        .selectAll()
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(batchSize)
        .execute();
      if (due.length === 0 || this.#ending.signal.aborted) return;
      await Promise.all(due.map((message) => this.#send(message)));
    }
  }

  async #send(message: MessageRow) {
    const { order_number, digest, status, attempts, next_at, expires_at } = message;
    const now = this.#options.now();
    if (expires_at <= now) return this.#remove(message, next_at);
    const claimedUntil = now + claimMs;
    // Moving `next_at` on claims it: another process finds it changed.
    const isClaimed = await this.#database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('push_messages')
        .set({ next_at: claimedUntil, attempts: attempts + 1 })
        .where('order_number', '=', order_number)
        .where('digest', '=', digest)
        .where('next_at', '=', next_at)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    });
    if (!isClaimed) return;
    const subscription = await this.#subscriptionOf(digest, order_number);
    if (!subscription) return this.#remove(message, claimedUntil);

    const { endpoint, p256dh, auth } = subscription;
    const outcome = await sendPush(
      { endpoint, keys: { p256dh, auth } },
      { order_number, status },
      { ...this.#options, keys: await this.#keys(), signal: this.#ending.signal },
    );
    if (this.#ending.signal.aborted && outcome.outcome === 'later') return;
    await this.#note(message, claimedUntil, outcome);
  }

  /** The subscription, if it is still that of the order's customer and its session is valid. */
  #subscriptionOf(digest: string, orderNumber: string) {
    return this.#database.transaction().execute(async (transaction) => {
      const { customer_id } = await transaction
        .selectFrom('orders')
        .select('customer_id')
        .where('order_number', '=', orderNumber)
        .executeTakeFirstOrThrow();
      const subscriptions = await validSubscriptions(transaction, customer_id, this.#options.now());
      return subscriptions.find((one) => one.digest === digest);
    });
  }

  async #note(message: MessageRow, claimedUntil: number, outcome: PushOutcome) {
    if (outcome.outcome === 'later') {
      const next = this.#options.now() + Math.max(outcome.pauseMs ?? 0, pauseAfter(message.attempts + 1));
      await this.#database
        .transaction()
        .execute((transaction) =>
          transaction
            .updateTable('push_messages')
            .set({ next_at: next })
            .where('order_number', '=', message.order_number)
            .where('digest', '=', message.digest)
            .where('next_at', '=', claimedUntil)
            .execute(),
        );
      return;
    }
    await this.#remove(message, claimedUntil);
    if (outcome.outcome !== 'ended') return;
    await this.#database
      .transaction()
      .execute((transaction) =>
        transaction.deleteFrom('push_subscriptions').where('digest', '=', message.digest).execute(),
      );
  }

  /** Not one that has replaced it meanwhile. */
  async #remove({ order_number, digest }: MessageRow, nextAt: number) {
    await this.#database
      .transaction()
      .execute((transaction) =>
        transaction
          .deleteFrom('push_messages')
          .where('order_number', '=', order_number)
          .where('digest', '=', digest)
          .where('next_at', '=', nextAt)
          .execute(),
      );
  }

  /** Resolves when nothing is being sent any more. */
  async close() {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#sending;
  }
}
