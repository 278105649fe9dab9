/** What the shop's own program is sent of a new order (`docs/operations.md`). */
import { createHmac } from 'node:crypto';
import type { PlacedOrder } from '#core/contract';

interface Receiver {
  url: string;
  /** Signs what is sent. */
  secret: string;
  /** Ends the request when it takes too long, or when the shop closes. */
  signal: AbortSignal;
  /** ms since 1970. */
  now: number;
}

/** Posts one order. Resolves with the reason why it was not taken, which names no customer and no URL, or undefined when it was. */
export async function postOrder(
  order: PlacedOrder,
  { url, secret, signal, now }: Receiver,
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
      signal,
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
