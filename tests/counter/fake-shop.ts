/** A shop whose stream and answers a test controls: what a real one does not do at will. */
import { vi } from 'vitest';
import type { CounterOrder } from '#core/counter';
import type { ShopPause } from '#core/pause';
import { connectionLost } from '../support/page/checkout.ts';
import { aBoard } from './board-fixture.ts';

type Answer = (request: Request, body: unknown) => Response | Promise<Response>;

const changed = new TextEncoder().encode('event: changed\ndata: {}\n\n:\n\n');

/** Takes the place of the connection until the test ends. */
export function fakeShop(orders: CounterOrder[] = []) {
  const changes: { method: string; path: string; key: string | null; body: unknown }[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const shop = {
    url: 'http://kedai.example',
    orders,
    older: 0,
    /** How far its clock is ahead, in ms. */
    aheadBy: 0,
    /** How often it was asked for the board. */
    looks: 0,
    /** The requests that would change something, in their order. */
    changes,
    pause: undefined as ShopPause | undefined,
    /** How everything else is answered, in place of the stream and the board. */
    onRead: undefined as (() => Response | Promise<Response>) | undefined,
    /** How changes are answered. */
    onChange: (() => connectionLost()) as Answer,
    /** The board is another one from now on, and the counters are told to look. */
    signal(now: CounterOrder[]) {
      shop.orders = now;
      for (const stream of streams) stream.enqueue(changed);
    },
    /** The stream breaks, and nothing is answered any more. */
    goesDead() {
      shop.onRead = connectionLost;
      for (const stream of streams.splice(0)) stream.error(new TypeError('network error'));
    },
    /** It answers again, and the browser finds a network. */
    comesBack() {
      shop.onRead = undefined;
      dispatchEvent(new Event('online'));
    },
  };

  function openStream() {
    let mine: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        mine = controller;
        streams.push(controller);
        controller.enqueue(changed);
      },
      cancel: () => void streams.splice(streams.indexOf(mine), 1),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream', 'kedai-api': '1' } });
  }

  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    if (request.method === 'GET') {
      const isBoard = path === '/api/counter/board';
      if (isBoard) shop.looks++;
      if (shop.onRead) return shop.onRead();
      if (path === '/api/counter/stream') return openStream();
      const now = new Date(Date.now() + shop.aheadBy).toISOString();
      return Response.json(
        isBoard
          ? aBoard(shop.orders, { now, older: shop.older, ...(shop.pause && { pause: shop.pause }) })
          : { data: [], count: 0 },
      );
    }
    const text = await request.clone().text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    changes.push({ method: request.method, path, key: request.headers.get('idempotency-key'), body });
    return shop.onChange(request, body);
  });
  return shop;
}
