/** One notification to a push service (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292) by web-push. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import webPush from 'web-push';
import type { PushMessage, PushSubscription } from '#core/push';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { attemptMs, type Failure } from '../jobs/job-queue.ts';
import { callableEndpoint, isPublicAddress, lookupAllowed } from './public-address.ts';

/** The key pair by which push services know this shop (VAPID, RFC 8292). */
export interface PushKeys {
  /** In base64url, for `PushManager.subscribe`. */
  publicKey: string;
  privateKey: string;
}

const keysIn = (database: Database) =>
  database.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst();

/** Makes the shop's keys at its first start. They stay with its data: with others, every subscription would be void. */
export async function seedPushKeys(transaction: DatabaseTransaction) {
  if (await keysIn(transaction)) return;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await transaction.insertInto('push_keys').values({ id: 1, public_key: publicKey, private_key: privateKey }).execute();
}

export async function pushKeys(database: Database): Promise<PushKeys> {
  const row = await keysIn(database);
  if (!row) throw new Error('The shop has no push keys.');
  return { publicKey: row.public_key, privateKey: row.private_key };
}

/** For how long a push service keeps a notification for a phone that is off, in seconds. */
export const lifetimeSeconds = 30 * 60;

export interface PushServiceOptions {
  /** Whom a push service asks about this sender: a `mailto:` address. */
  contact: string;
  /** Which addresses may be called; tests allow this machine. */
  isAllowed?: (address: string) => boolean;
  /** The certificate of a push service that only tests trust. */
  ca?: Buffer;
  timeoutMs?: number;
}

/** 'ended' when the subscription is over, 'done' when the notification was taken or never will be. */
type PushOutcome = 'done' | 'ended' | Failure;

/** Sends one notification. Never rejects. */
export async function sendPush(
  subscription: PushSubscription,
  message: PushMessage,
  {
    keys,
    contact,
    isAllowed = isPublicAddress,
    ca,
    timeoutMs = attemptMs,
    signal,
  }: PushServiceOptions & { keys: PushKeys; signal: AbortSignal },
): Promise<PushOutcome> {
  const url = callableEndpoint(subscription.endpoint, isAllowed);
  if (!url) return 'done';
  let details: webPush.RequestDetails;
  try {
    details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      TTL: lifetimeSeconds,
      urgency: 'high',
      // Only the newest of an order arrives.
      topic: topicOf(message.order_number, keys),
    });
  } catch {
    // Keys that are no point on the curve.
    return 'done';
  }
  const agent = new Agent({ lookup: lookupAllowed(isAllowed), ...(ca && { ca }) });
  try {
    return outcomeOf(await post(url, details, agent, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])));
  } catch {
    return {};
  } finally {
    agent.destroy();
  }
}

/** At most 32 characters of base64url (RFC 8030, section 5.4). With a secret: there are few enough order numbers to try them all. */
const topicOf = (orderNumber: string, { privateKey }: PushKeys) =>
  createHmac('sha256', privateKey).update(orderNumber).digest('base64url').slice(0, 32);

/** Follows no redirect, and reads no body. */
function post(url: URL, { method, headers, body }: webPush.RequestDetails, agent: Agent, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers: headers as Record<string, string>, agent, signal };
    const sent = request(url, options, (response) => {
      resolve(response);
      response.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): PushOutcome {
  if (status === 404 || status === 410) return 'ended';
  return status === 408 || status === 429 || status >= 500 ? { pauseMs: pauseIn(headers['retry-after']) } : 'done';
}

/** `Retry-After` in ms: seconds or a date (RFC 9110, section 10.2.3). */
function pauseIn(retryAfter = '0') {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}
