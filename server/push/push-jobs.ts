/** Notifications as jobs (decision W9): enqueued in the transaction that changes an order, to be sent when that can be undone no more. */
import { undoMs } from '#core/order-steps';
import { pushedStatuses } from '#core/push';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import type { Sender } from '../jobs/job-queue.ts';
import { orderWith } from '../orders/order-row.ts';
import { lifetimeSeconds, type PushKeys, type PushServiceOptions, pushKeys, sendPush } from './push-request.ts';
import { validSubscriptions } from './push-subscriptions.ts';

/** Notes who is to be notified of an order's new status. An earlier notification of the order is sent no more. */
export async function enqueuePushes(
  transaction: DatabaseTransaction,
  { order_number, customer_id, status }: { order_number: string; customer_id: string; status: string },
  now: number,
) {
  await transaction.deleteFrom('jobs').where('subject', '=', order_number).where('kind', '=', 'push').execute();
  if (!pushedStatuses.includes(status)) return;
  for (const { digest } of await validSubscriptions(transaction, customer_id, now))
    await transaction
      .insertInto('jobs')
      .values({
        kind: 'push',
        subject: order_number,
        target: digest,
        turn: customer_id,
        next_at: now + undoMs,
        expires_at: now + lifetimeSeconds * 1_000,
      })
      .execute();
}

/** Sends notifications: the status that an order has then, to a browser that is still its customer's and whose session is valid. */
export function pushSender(
  database: Database,
  { now, ...options }: PushServiceOptions & { now: () => number },
): Sender {
  let keys: PushKeys | undefined;
  return {
    minAttempts: 1,
    async send({ subject, target, expires_at }, ending) {
      if (expires_at <= now()) return undefined;
      const order = await orderWith(database, subject).executeTakeFirst();
      // A process of the version before may have undone the step.
      if (!order || !pushedStatuses.includes(order.status)) return undefined;
      const { order_number, status, customer_id } = order;
      const subscriptions = await validSubscriptions(database, customer_id, now());
      const subscription = subscriptions.find(({ digest }) => digest === target);
      if (!subscription) return undefined;
      const { endpoint, p256dh, auth } = subscription;
      keys ??= await pushKeys(database);
      const outcome = await sendPush(
        { endpoint, keys: { p256dh, auth } },
        { order_number, status },
        { ...options, keys, signal: ending },
      );
      if (outcome === 'ended') await database.deleteFrom('push_subscriptions').where('digest', '=', target).execute();
      return typeof outcome === 'string' ? undefined : outcome;
    },
  };
}
