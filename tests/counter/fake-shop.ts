/** A shop whose stream and answers a test controls: what a real one does not do at will. */
import { vi } from 'vitest';
import type { CounterOrder } from '#core/counter';
import { aBoard } from './board-fixture.ts';

interface Line {
  /** Sends an event to the counter. */
  say: (name: string, data: unknown) => void;
  /** Sends raw bytes, such as a comment. */
  write: (text: string) => void;
  /** Ends the stream as a closing server does. */
  end: () => void;
  /** Breaks it. */
  cut: () => void;
  /** Whether the counter has left. */
  isLeft: () => boolean;
}

type Answer = (request: Request, body: unknown) => Response | Promise<Response>;

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const refusal = (status: number, code: string, more: object = {}) =>
  json({ error: { code, message: code, ...more } }, status);

export const connectionLost = () => Promise.reject(new TypeError('fetch failed'));

/** Takes the place of the connection until the test ends. */
export function fakeShop(orders: CounterOrder[] = []) {
  const lines: Line[] = [];
  const changes: { method: string; path: string; key: string | null; body: unknown }[] = [];
  const shop = {
    orders,
    older: 0,
    /** The streams that were opened, the newest last. */
    lines,
    /** The requests that would change something, in their order. */
    changes,
    /** How the next streams are answered, in place of the board. */
    onStream: undefined as (() => Response | Promise<Response>) | undefined,
    /** How changes are answered. */
    onChange: (() => connectionLost()) as Answer,
    line: () => lines.at(-1) as Line,
  };

  function openStream(signal: AbortSignal) {
    let controller: ReadableStreamDefaultController<Uint8Array>;
    let isLeft = false;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    signal.addEventListener('abort', () => {
      isLeft = true;
      controller.error(new DOMException('Aborted', 'AbortError'));
    });
    const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
    const say = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    lines.push({
      write,
      say,
      end: () => controller.close(),
      cut: () => controller.error(new TypeError('network error')),
      isLeft: () => isLeft,
    });
    return { response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }), say };
  }

  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    if (path === '/api/counter/stream') {
      if (shop.onStream) return shop.onStream();
      const { response, say } = openStream(init?.signal ?? request.signal);
      say('board', aBoard(shop.orders, { now: new Date().toISOString(), older: shop.older }));
      return response;
    }
    if (request.method === 'GET') return json({ data: [], count: 0 });
    const text = await request.clone().text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    changes.push({ method: request.method, path, key: request.headers.get('idempotency-key'), body });
    return shop.onChange(request, body);
  });
  return shop;
}
