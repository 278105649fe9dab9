/**
 * A load generator that needs little processor time itself: keep-alive connections on plain sockets, with one request at a time on each.
 */
import { connect } from 'node:net';

export interface Load {
  perSecond: number;
  /** Milliseconds from the request to the end of its response. */
  p50: number;
  p99: number;
  /** The number of responses by status code. */
  statuses: Record<string, number>;
  errors: number;
}

/** An HTTP/1.1 request as bytes. */
export const requestOf = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n');

/**
 * Sends the requests that `next` returns over `connections` connections, until `ms` have passed or `next` returns nothing; one on each
 * connection every `pauseMs` at the most, from a moment of its own.
 */
export async function load(
  url: string,
  {
    connections,
    ms,
    next,
    pauseMs = 0,
  }: { connections: number; ms: number; next: () => string | undefined; pauseMs?: number },
): Promise<Load> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let errors = 0;
  const started = performance.now();
  const endsAt = started + ms;

  await Promise.all(
    Array.from(
      { length: connections },
      (_, index) =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(port), hostname);
          socket.setNoDelay();
          let sentAt = 0;
          let held = Buffer.alloc(0);
          const send = () => {
            const request = performance.now() < endsAt ? next() : undefined;
            if (request === undefined) return socket.end();
            sentAt = performance.now();
            socket.write(request);
          };
          socket.once('connect', () => setTimeout(send, (pauseMs * index) / connections));
          socket.on('data', (chunk) => {
            held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
            const headEnd = held.indexOf('\r\n\r\n');
            if (headEnd < 0) return;
            const head = held.toString('latin1', 0, headEnd);
            const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
            if (held.length < headEnd + 4 + length) return;
            times.push(performance.now() - sentAt);
            const status = head.slice(9, 12);
            statuses[status] = (statuses[status] ?? 0) + 1;
            held = Buffer.alloc(0);
            if (pauseMs === 0) send();
            else setTimeout(send, Math.max(0, sentAt + pauseMs - performance.now()));
          });
          socket.once('error', () => {
            errors++;
          });
          socket.once('close', () => resolve());
        }),
    ),
  );

  const seconds = (performance.now() - started) / 1_000;
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  return { perSecond: Math.round(times.length / seconds), p50: at(0.5), p99: at(0.99), statuses, errors };
}

export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
