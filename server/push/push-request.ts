/** One notification to a push service (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292) by web-push. */
import { Agent, request } from 'node:https';
import webPush from 'web-push';
import type { PushMessage, PushSubscription } from '#core/push';
import { callableEndpoint, isPublicAddress, lookupAllowed } from './public-address.ts';
import type { PushKeys } from './push-keys.ts';

/** How many bytes of its answer are read. */
const maxBytes = 4_096;
/** For how long a push service keeps a notification for a phone that is off, in seconds. */
export const lifetimeSeconds = 30 * 60;

export interface PushServiceOptions {
  /** Whom a push service asks about this sender: a `mailto:` address. */
  contact: string;
  /** Which addresses may be called; tests allow this machine. */
  isAllowed?: (address: string) => boolean;
  /** The certificate of a push service that only tests trust. */
  ca?: Buffer;
  /** How long a push service may take in all, in ms. */
  timeoutMs?: number;
}

/** What a push service made of a notification: 'ended' when the subscription is over; 'later' may name a pause, in ms. */
export type PushOutcome = { outcome: 'taken' | 'ended' | 'refused' } | { outcome: 'later'; pauseMs?: number };

/** Sends one notification. Never rejects. */
export async function sendPush(
  subscription: PushSubscription,
  message: PushMessage,
  {
    keys,
    contact,
    isAllowed = isPublicAddress,
    ca,
    timeoutMs = 10_000,
    signal,
  }: PushServiceOptions & { keys: PushKeys; signal: AbortSignal },
): Promise<PushOutcome> {
  const url = callableEndpoint(subscription.endpoint, isAllowed);
  if (!url) return { outcome: 'refused' };
  let details: webPush.RequestDetails;
  try {
    details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...keys },
      TTL: lifetimeSeconds,
      urgency: 'high',
      // Only the newest of an order arrives.
      topic: topicOf(message.order_number),
    });
  } catch {
    // Keys that are no point on the curve.
    return { outcome: 'refused' };
  }
  const agent = new Agent({ lookup: lookupAllowed(isAllowed), ...(ca && { ca }) });
  try {
    return outcomeOf(await post(url, details, agent, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])));
  } catch {
    return { outcome: 'later' };
  } finally {
    agent.destroy();
  }
}

/** At most 32 characters of base64url (RFC 8030, section 5.4). */
const topicOf = (orderNumber: string) => orderNumber.replace(/[^\w-]/g, '').slice(-32);

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

function post(url: URL, { method, headers, body }: webPush.RequestDetails, agent: Agent, signal: AbortSignal) {
  return new Promise<Answer>((resolve, reject) => {
    // `node:https` follows no redirect.
    const sent = request(url, { method, headers: headers as Record<string, string>, agent, signal }, (response) => {
      let bytes = 0;
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBytes) return;
        resolve(answer);
        response.destroy();
      });
      response.on('end', () => resolve(answer));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 404 || status === 410) return { outcome: 'ended' };
  if (status === 408 || status === 429 || status >= 500) {
    const pauseMs = pauseIn(retryAfter);
    return { outcome: 'later', ...(pauseMs !== undefined && { pauseMs }) };
  }
  return { outcome: 'refused' };
}

/** `Retry-After` in ms: seconds or a date (RFC 9110, section 10.2.3). */
function pauseIn(retryAfter: string | undefined) {
  if (retryAfter === undefined) return undefined;
  const ms = /^\d{1,7}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
