/**
 * The requests in flight: taken, and not answered to the last byte. Each holds memory for as long as its client likes, so what they take
 * together is limited, in bytes (faults B32, B46, B47).
 */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Http2ServerResponse, Http2Session, ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { Semaphore } from '../semaphore.ts';
import { sendError } from './error-handler.ts';
import { networkOf } from './networks.ts';

type Connection = Duplex | Http2Session;
/** What ends with a request: its response over HTTP/1.1, its stream over HTTP/2. */
type Exchange = ServerResponse | ServerHttp2Stream;

interface Held {
  connection: Connection;
  network: string;
  /** In ms, on the clock of the `InFlight`. */
  begunAt: number;
  bytes: number;
  /** Called when it rests. */
  onRest?: () => void;
}

/** Bytes that a request takes besides its body and its response: its connection over TLS, Node's objects, what is read of a file at once. */
export const bytesOfRequest = 64 * 1_024;

/** A request that takes no longer than this, in ms, is not slow. */
const briefMs = 1_000;

/** The requests in flight of a server. */
export class InFlight {
  readonly #maxBytes: number;
  readonly #onEnd: () => void;
  readonly #now: () => number;
  /** In the order they began. */
  readonly #held = new Map<Exchange, Held>();
  readonly #byConnection = new Map<Connection, Set<Exchange>>();
  #bytes = 0;

  /** `onEnd` is called for every connection that is ended; `now` is in ms. */
  constructor({
    maxBytes,
    onEnd,
    now = () => performance.now(),
  }: { maxBytes: number; onEnd: () => void; now?: () => number }) {
    this.#maxBytes = maxBytes;
    this.#onEnd = onEnd;
    this.#now = now;
  }

  /** Those of one connection, in the order they began. */
  of(connection: Connection): ReadonlySet<Exchange> {
    return this.#byConnection.get(connection) ?? none;
  }

  /** Counts one until it is closed; `address` is its client's. */
  add(
    connection: Connection,
    exchange: Exchange,
    { bytes, address = '' }: { bytes: number; address: string | undefined },
  ) {
    let own = this.#byConnection.get(connection);
    if (!own) {
      own = new Set();
      this.#byConnection.set(connection, own);
      // Node closes no response that waited behind another one.
      connection.once('close', () => this.#forget(connection));
    }
    own.add(exchange);
    this.#held.set(exchange, { connection, network: networkOf(address), begunAt: this.#now(), bytes: 0 });
    exchange.once('close', () => this.#remove(exchange));
    this.grow(exchange, bytes);
  }

  /** Counts that one takes so many bytes more. */
  grow(exchange: Exchange, bytes: number) {
    const held = this.#held.get(exchange);
    if (!held) return;
    held.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) this.#endSlowest();
  }

  /**
   * Counts a stream of events whose first event has left: it takes little more than its connection, and is not slow, however long it stays.
   * Another request of its connection takes its turn.
   */
  rest(exchange: Exchange) {
    const held = this.#held.get(exchange);
    if (!held) return;
    this.#bytes += bytesOfRequest - held.bytes;
    held.bytes = bytesOfRequest;
    held.begunAt = Number.POSITIVE_INFINITY;
    held.onRest?.();
  }

  /** Calls `callback` when a stream rests. */
  whenAtRest(exchange: Exchange, callback: () => void) {
    const held = this.#held.get(exchange);
    if (held) held.onRest = callback;
  }

  /** Counts one for another client than the one at the other end of its connection, which is a proxy. */
  comesFrom(exchange: Exchange, address: string) {
    const held = this.#held.get(exchange);
    if (held) held.network = networkOf(address);
  }

  /**
   * Ends one connection of the network whose requests take most memory for longest: the one with the slowest request, or, where none is
   * slow, the one that takes most. A visitor asks for much, but only for a moment; a flood of small requests that are never completed takes
   * as much, and stays.
   */
  #endSlowest() {
    const now = this.#now();
    const network = heaviest(
      this.#held,
      ({ network }) => network,
      ({ bytes, begunAt }) => bytes * Math.max(now - begunAt, briefMs),
    );
    const own = [...this.#held].filter(([, held]) => held.network === network);
    const slow = own.find(([exchange, { begunAt }]) => now - begunAt > briefMs || !hasArrived(exchange));
    const connection =
      slow?.[1].connection ??
      heaviest(
        own,
        ({ connection }) => connection,
        ({ bytes }) => bytes,
      );
    this.#forget(connection);
    connection.destroy();
    this.#onEnd();
  }

  #forget(connection: Connection) {
    for (const exchange of this.of(connection)) this.#remove(exchange);
    this.#byConnection.delete(connection);
  }

  #remove(exchange: Exchange) {
    const held = this.#held.get(exchange);
    if (!held) return;
    this.#held.delete(exchange);
    this.#bytes -= held.bytes;
    this.#byConnection.get(held.connection)?.delete(exchange);
  }
}

const none: ReadonlySet<Exchange> = new Set();

/** The group with the largest sum of weights. */
function heaviest<Group>(
  exchanges: Iterable<[Exchange, Held]>,
  groupOf: (held: Held) => Group,
  weightOf: (held: Held) => number,
): Group {
  const sums = new Map<Group, number>();
  for (const [, held] of exchanges) sums.set(groupOf(held), (sums.get(groupOf(held)) ?? 0) + weightOf(held));
  const [first] = [...sums].sort(([, one], [, other]) => other - one);
  if (!first) throw new Error('Bytes are counted that no request takes.');
  return first[0];
}

/** Whether a request has arrived completely. */
export const hasArrived = (exchange: Exchange) =>
  'req' in exchange ? exchange.req.complete : exchange.endAfterHeaders || exchange.readableEnded;

/** The exchange that a response belongs to. */
export const exchangeOf = (response: ServerResponse | Http2ServerResponse): Exchange =>
  'stream' in response ? response.stream : response;

/** Bytes that a request may take before its response is known; a body without a length may have `bodyLimit`. */
export function bytesTakenBy(headers: IncomingHttpHeaders, hasBody: boolean, bodyLimit: number) {
  if (!hasBody) return bytesOfRequest;
  return bytesOfRequest + Math.min(Number(headers['content-length'] ?? bodyLimit), bodyLimit);
}

/** How many may wait on one connection over HTTP/1.1 behind the one that is being answered. Browsers let none wait. */
const maxWaiting = 32;

/** How many of one connection are answered at once over HTTP/2; a browser seldom asks for more, and the others wait for milliseconds. */
const streamsAtOnce = 16;

/**
 * Hands requests on to `handler`, those of one connection in turn: over HTTP/1.1 the next one when the response before it has left, so that
 * a connection never holds more than one response, over HTTP/2 a few side by side. Counts those over HTTP/1.1; streams are counted as they
 * open (`connections.ts`).
 */
export function inTurn(inFlight: InFlight, handler: RequestListener, bodyLimit: number): RequestListener {
  const turns = new WeakMap<Connection, Semaphore>();
  const answer = (request: IncomingMessage, response: ServerResponse, exchange: Exchange) =>
    new Promise<void>((closed) => {
      if (request.socket.destroyed || exchange.destroyed) return closed();
      exchange.once('close', closed);
      // Over HTTP/1.1 no response comes before the one that is under way has ended.
      if (request.httpVersionMajor > 1) inFlight.whenAtRest(exchange, closed);
      // Node would refuse it past every listener, however many wait (RFC 9112 §3.2).
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        sendError(response, 'bad_request', { connection: 'close' });
      else handler(request, response);
    });
  return (request, response) => {
    const exchange = exchangeOf(response);
    const isStream = request.httpVersionMajor > 1;
    const { socket, headers } = request;
    // Node goes on with what it has read of a connection that was ended.
    if (exchange.destroyed || socket.destroyed) return;
    if (!isStream) {
      if (inFlight.of(socket).size > maxWaiting) return void socket.destroy();
      const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
      inFlight.add(socket, exchange, {
        bytes: bytesTakenBy(headers, hasBody, bodyLimit),
        address: socket.remoteAddress,
      });
    }
    const connection = connectionOf(exchange) ?? socket;
    const turn = turns.get(connection) ?? new Semaphore(isStream ? streamsAtOnce : 1);
    turns.set(connection, turn);
    void turn.run(() => answer(request, response, exchange));
  };
}

const connectionOf = (exchange: Exchange) => ('session' in exchange ? exchange.session : undefined);
