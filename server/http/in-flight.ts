/**
 * The requests in flight: taken, and not answered to the last byte. Each holds memory for as long as its client likes, so their number is
 * limited (fault B32).
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { sendError } from './error-handler.ts';
import type { App } from './type-provider.ts';

/** How many may wait on one connection over HTTP/1.1 behind the one that is being answered. Browsers let none wait. */
const maxPipelined = 32;

type Connection = Duplex | Http2Session;
type Exchange = ServerResponse | ServerHttp2Stream;

/** The requests in flight of a server, by connection. */
export class InFlight {
  readonly #max: number;
  readonly #exchanges = new Map<Connection, Set<Exchange>>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Those of one connection. */
  of(connection: Connection): ReadonlySet<Exchange> {
    return this.#exchanges.get(connection) ?? none;
  }

  /** Adds one until it is closed. When there are too many in all, the connection that has most of them is ended. */
  add(connection: Connection, exchange: Exchange) {
    let own = this.#exchanges.get(connection);
    if (!own) {
      own = new Set();
      this.#exchanges.set(connection, own);
      // Node closes no response that waited behind another one.
      connection.once('close', () => this.#forget(connection));
    }
    own.add(exchange);
    this.#size++;
    exchange.once('close', () => {
      if (own.delete(exchange)) this.#size--;
    });
    if (this.#size > this.#max) this.#endLargest();
  }

  #endLargest() {
    let [largest, most]: [Connection | undefined, number] = [undefined, 0];
    for (const [connection, { size }] of this.#exchanges) {
      if (size > most) [largest, most] = [connection, size];
    }
    if (!largest) return;
    this.#forget(largest);
    largest.destroy();
  }

  #forget(connection: Connection) {
    const own = this.#exchanges.get(connection);
    this.#exchanges.delete(connection);
    this.#size -= own?.size ?? 0;
    own?.clear();
  }
}

const none: ReadonlySet<Exchange> = new Set();

/** Puts `listener` before everybody who listens for the requests of `app`; `others` goes on with them. */
export function interceptRequests(
  { server }: App,
  listener: (request: IncomingMessage, response: ServerResponse, others: RequestListener) => void,
) {
  const listeners = server.listeners('request') as RequestListener[];
  const others: RequestListener = (request, response) => {
    for (const one of listeners) one.call(server, request, response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => listener(request, response, others));
}

/** Limits how much one connection over HTTP/1.1 may ask for at once. Call it after everything else that listens for the requests of `app`. */
export function limitPipelining(app: App, inFlight: InFlight) {
  interceptRequests(app, (request, response, others) => {
    // Over HTTP/2 streams are counted instead (`connections.ts`).
    if (request.httpVersionMajor > 1) return others(request, response);
    const { socket } = request;
    if (inFlight.of(socket).size > maxPipelined) return void socket.destroy();
    // Node would refuse it past every listener, however many wait (RFC 9112 §3.2).
    if (request.headers.host === undefined && request.httpVersionMinor > 0)
      sendError(response, 'bad_request', { connection: 'close' });
    else others(request, response);
    // Nearly all are with the kernel by now, and need not be counted.
    const isSent = response.writableEnded && response.writableLength === 0;
    if (!isSent) inFlight.add(socket, response);
  });
  app.server.on('connection', stopWithItsConnection).on('secureConnection', stopWithItsConnection);
}

/** What Node keeps on a socket over HTTP/1.1: what takes its requests, and takes 2 as the last one. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming(request: IncomingMessage, keepsAlive: boolean): number };
}

/**
 * Takes no more requests from a connection that was ended. Node would go on with all that it had read, up to 1,600 requests, and would keep
 * them until it has read from every other connection: 300 of them took 950 MB and 13 s. There is no public way to stop it.
 */
function stopWithItsConnection(socket: ParsedSocket) {
  const { parser } = socket;
  // Over HTTP/2, and beneath TLS.
  if (!parser) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepsAlive) => (socket.destroyed ? 2 : onIncoming(request, keepsAlive));
}
