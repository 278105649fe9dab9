/** Posts every new order to the shop's own program (`docs/operations.md`), as a job. An order never waits for it. */
import { createHmac } from 'node:crypto';
import type { PlacedOrder } from '#core/order-contract';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { attemptMs, type Sender } from '../jobs/job-queue.ts';
import { orderWith, placedOrderFrom } from './order-row.ts';

const lifetimeMs = 3 * 24 * 3_600_000;

/** Notes an order that is to be posted, in the transaction that stores it. */
export const enqueueWebhook = (transaction: DatabaseTransaction, orderNumber: string, now: number) =>
  transaction
    .insertInto('jobs')
    .values({
      kind: 'webhook',
      subject: orderNumber,
      target: '',
      turn: 'webhook',
      next_at: now,
      expires_at: now + lifetimeMs,
    })
    .execute();

interface Receiver {
  url: string;
  /** Signs what is sent. */
  secret: string;
  timeoutMs?: number;
}

/**
 * Posts orders, and again until they are taken. `logError` is called with a sentence when one is not taken or given up; without customers' data and
 * the URL, which may hold a secret.
 */
export function webhookSender(
  database: Database,
  { now, logError, ...receiver }: Receiver & { now: () => number; logError: (message: string) => void },
): Sender {
  /** Whether the last order was not taken; said once, until one is. */
  let isRefusing = false;
  return {
    // A shop that was closed for a week tries for an hour or two after it has opened.
    minAttempts: 12,
    async send({ subject }, ending) {
      const row = await orderWith(database, subject).executeTakeFirst();
      const refusal = row && (await post(placedOrderFrom(row), receiver, now(), ending));
      if (refusal !== undefined && !isRefusing && !ending.aborted)
        logError(`ORDER_WEBHOOK_URL did not take the order ${subject} (${refusal}); it is tried again for three days.`);
      isRefusing = refusal !== undefined;
      return isRefusing ? {} : undefined;
    },
    onGivenUp: ({ subject, attempts }) =>
      logError(`The order ${subject} was offered to ORDER_WEBHOOK_URL ${attempts} times and never taken.`),
  };
}

/** Posts one order. Resolves with the reason why it was not taken, which names no customer and no URL, or undefined when it was. */
async function post(
  order: PlacedOrder,
  { url, secret, timeoutMs = attemptMs }: Receiver,
  now: number,
  ending: AbortSignal,
): Promise<string | undefined> {
  const body = JSON.stringify({ type: 'order.created', order });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'kedai-event': order.order_number,
        'kedai-signature': signatureOf(secret, body, now),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
    // For a port that `fetch` refuses ('bad port') there is only a message.
    return cause?.code ?? cause?.message ?? name;
  }
}

/** `t=1795170000,v1=…`: an HMAC-SHA256 in hex over the time in seconds, a dot and the body, so that neither can be changed. */
const signatureOf = (secret: string, body: string, now: number) => {
  const seconds = Math.floor(now / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};
