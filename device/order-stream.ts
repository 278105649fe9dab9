/**
 * `GET /orders/stream` (bundled server only, decision W4): the customer's orders as they change. Apart from `api.ts`, so that the
 * end of a stream is no lost connection, and no stream is cut after the longest wait for a response.
 */
import ky from 'ky';
import * as v from 'valibot';
import { listOf, PlacedOrder } from '#core/contract';
import { readEventStream, silenceMs } from '#core/event-stream';
import { bearer } from './api.ts';
import { isFromKedai } from './capabilities.ts';
import { NotTheShop } from './failures.ts';
import { apiHost } from './host.ts';
import { platform } from './platform.ts';

const Orders = listOf(PlacedOrder);

interface StreamOptions {
  signal: AbortSignal;
  /** Called with each chunk: until now nothing was missed. */
  onByte: () => void;
}

/**
 * Calls `onOrders` with the newest orders, newest first (`isWhole`), and then with each one that is new or has changed, until the
 * server ends the stream. Rejects with `HTTPError` when the server refused it, with `NotTheShop` when the response is no
 * stream of the shop, and with another error when the line breaks, is silent for too long, the request is aborted, or an
 * event does not fit.
 */
export async function streamOrders(
  token: string,
  onOrders: (orders: PlacedOrder[], isWhole: boolean) => void,
  { signal, onByte }: StreamOptions,
): Promise<void> {
  const line = new AbortController();
  const abort = () => line.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => line.abort(new DOMException('The stream is silent', 'TimeoutError')), silenceMs);
  };

  heard();
  try {
    const response = await ky(`${apiHost}/orders/stream`, {
      headers: { ...bearer(token), accept: 'text/event-stream' },
      cache: 'no-store',
      signal: line.signal,
      retry: 0,
      timeout: false,
      fetch: (input, init) => platform.fetch(new Request(input, init)),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !response.body || !isFromKedai(response)) throw new NotTheShop('No stream of orders');
    await readEventStream(response.body.pipeThrough(new TextDecoderStream()), {
      onByte() {
        heard();
        onByte();
      },
      onEvent({ name, data }) {
        if (name === 'orders') onOrders(v.parse(Orders, JSON.parse(data)).items, true);
        if (name === 'order') onOrders([v.parse(PlacedOrder, JSON.parse(data))], false);
      },
    });
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
    line.abort();
  }
}
