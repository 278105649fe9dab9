/**
 * Connections over HTTP/1.1 and HTTP/2: the timeouts of each part of a request, how much at once, the responses to requests that break off,
 * and that no connection keeps the shop from closing (fault B32).
 */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rawErrorResponse, sendError } from './error-handler.ts';
import { bytesOfRequest, bytesTakenBy, exchangeOf, hasArrived, InFlight, inTurn } from './in-flight.ts';
import type { App } from './type-provider.ts';

// As a module of its own it would bring a WebSocket, which takes 2 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** How long a connection may be idle, in ms; longer than a request may take to arrive, because a phone on a train goes through tunnels. */
const idleTimeoutMs = (requestTimeoutMs: number) => 4 * requestTimeoutMs;

/** How long a connection may stay without a request, in ms. */
const keepAliveMs = 72_000;

/** Enough for the largest cart or order, far too little to fill a memory (fault B3); in bytes. */
export const bodyLimit = 256 * 1024;

/** Bytes that a file takes, which is read in pieces (measured). */
const bytesOfFile = 96 * 1_024;

/** As many as a hundred customers behind one address send, each with a page that loads ten files at once. */
const maxBytesInFlight = 1_000 * bytesOfRequest;

/** How often the log may say that connections were ended, in ms. */
const sayEveryMs = 60_000;

export interface ConnectionOptions {
  /** With a certificate the server speaks HTTP/2 over TLS, and HTTP/1.1 to who cannot. */
  tls: { cert: Buffer; key: Buffer } | undefined;
  /** Whether other clients than those at the other end of a connection are told apart by `request.ip`. */
  behindProxy: boolean;
  /** How long a request may take to arrive, in ms. */
  requestTimeoutMs?: number | undefined;
  /** What the requests in flight may take together (`in-flight.ts`). */
  maxBytesInFlight?: number | undefined;
}

/** The connections of one server. */
export interface Connections {
  /** Makes Node's server, which has `handler` answer its requests. */
  createServer(handler: RequestListener): Server;
  /** For Fastify. */
  fastifyOptions: object;
  /** Adds what options cannot express. To be called before `app` listens, and before its routes are registered. */
  watch(app: App): void;
}

/** The connections of one server. */
export function connectionsWith({
  tls,
  behindProxy,
  requestTimeoutMs = 15_000,
  maxBytesInFlight: maxBytes = maxBytesInFlight,
}: ConnectionOptions): Connections {
  let onEnd = () => {};
  const inFlight = new InFlight({ maxBytes, onEnd: () => onEnd() });
  const nodeOptions = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    handshakeTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
    // Over HTTP/2, where Node sets no limit: the least that RFC 9113 §6.5.2 recommends. Browsers wait with further ones.
    settings: { maxConcurrentStreams: 100 },
    // A request without `Host` is counted before it is refused (`in-flight.ts`).
    requireHostHeader: false,
  };
  return {
    createServer(handler) {
      const listener = inTurn(inFlight, handler, bodyLimit);
      if (!tls)
        return (
          createServer({ ...nodeOptions, keepAliveTimeout: keepAliveMs }, listener)
            // Ends a connection that is idle in both directions.
            .setTimeout(idleTimeoutMs(requestTimeoutMs))
        );
      const server = createSecureServer({ ...nodeOptions, ...tls, allowHTTP1: true }, listener as never);
      server.setTimeout(idleTimeoutMs(requestTimeoutMs));
      server.on('session', (session) => session.setTimeout(keepAliveMs, () => session.close()));
      // Routes and hooks work the same on it, although its type differs.
      return server as unknown as Server;
    },
    fastifyOptions: {
      bodyLimit,
      // Only for the address that `listen` resolves with.
      https: tls ? {} : null,
      clientErrorHandler(error: Error & { code?: string }, socket: Duplex) {
        // Without a finished handshake nothing can be answered. And when garbage follows a complete request, an error would be written into
        // the middle of that request's response, or in its place.
        const isMute = !socket.writable || /^ERR_(TLS|SSL)/.test(error.code ?? '');
        if (isMute || isAnswering(inFlight, socket)) socket.destroy();
        else socket.end(rawErrorResponse(error.code));
      },
    },
    watch(app) {
      onEnd = sayNowAndThen(app);
      answerSpecialRequests(app);
      watchStreams(app, requestTimeoutMs, inFlight);
      countResponses(app, inFlight, behindProxy);
      closeConnectionsOnClose(app, Math.min(requestTimeoutMs, maxClosingMs), inFlight);
    },
  };
}

/** Writes a line to the log when it is called, and at most one in a minute. */
function sayNowAndThen({ log }: App) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - saidAt < sayEveryMs) return;
    saidAt = performance.now();
    log.error('Too many requests are in flight: connections are ended, those of the slowest first.');
  };
}

/** Counts the bytes of every response that Fastify sends, until it has left. */
function countResponses(app: App, inFlight: InFlight, behindProxy: boolean) {
  if (behindProxy)
    app.addHook('onRequest', (request, reply, done) => {
      inFlight.comesFrom(exchangeOf(reply.raw), request.ip);
      done();
    });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const exchange = exchangeOf(reply.raw);
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (`${reply.getHeader('content-type')}`.startsWith('text/event-stream')) inFlight.rest(exchange);
    else inFlight.grow(exchange, isWhole ? Buffer.byteLength(payload) : payload ? bytesOfFile : 0);
    done();
  });
}

/** Whether a complete request on this connection waits for (the rest of) its response. */
const isAnswering = (inFlight: InFlight, socket: Duplex) => [...inFlight.of(socket)].some(hasArrived);

/** Answers CONNECT, on which Node would hang up, and ignores an unknown `Expect`, which Node would refuse (RFC 9110 §10.1.1 allows either). */
function answerSpecialRequests({ server }: App) {
  server.on('connect', (request, socket) => {
    if (request.httpVersionMajor < 2) {
      // Node has handed the socket over: no other code listens for its errors or ends it.
      socket.on('error', () => {});
      return socket.end(rawErrorResponse('CONNECT'), () => socket.destroy());
    }
    // Over HTTP/2 this is not a socket but a response, which would say 200, so that there is a tunnel.
    sendError(socket as unknown as ServerResponse, 'method_not_allowed', { allow: '' });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** The error code CANCEL (RFC 9113 §7). Closed without one, a stream waits until everything is sent, which a client that takes nothing prevents for good. */
const cancelCode = 8;

/** Counts streams of HTTP/2, before they are answered, and gives them the timeouts that Node has for HTTP/1.1 only: for a stalled stream, and for a request that does not arrive completely. */
function watchStreams({ server }: App, timeoutMs: number, inFlight: InFlight) {
  (server as unknown as Http2SecureServer).prependListener('stream', (stream, headers) => {
    const { session } = stream;
    if (session)
      inFlight.add(session, stream, {
        bytes: bytesTakenBy(headers, !stream.endAfterHeaders, bodyLimit),
        address: session.socket.remoteAddress,
      });
    const end = () => stream.close(cancelCode);
    stream.setTimeout(idleTimeoutMs(timeoutMs), end);
    // A request without a body has arrived already; its response may take as long as it moves.
    if (stream.endAfterHeaders) return;
    const arriving = setTimeout(end, timeoutMs);
    for (const over of ['end', 'close']) stream.once(over, () => clearTimeout(arriving));
  });
}

/** How long a closing server waits for the rest of a request, in ms; the phone sends it again. A response that has begun may take longer. */
const maxClosingMs = 3_000;

/**
 * Closes connections while the server is closing: Node closes only those that are idle at that moment, and later ones, or those with half
 * a request, would stay as long as the phone likes.
 */
function closeConnectionsOnClose(app: App, maxMs: number, inFlight: InFlight) {
  const connections = new Map<string, Socket>();
  const follow = (socket: Socket) => {
    const end = `${socket.remoteAddress} ${socket.remotePort}`;
    connections.set(end, socket);
    socket.once('close', () => {
      if (connections.get(end) === socket) connections.delete(end);
    });
  };
  app.server.on('connection', follow);
  // Replaces the plain socket of the same connection: its `bytesRead` counts what came after the handshake.
  app.server.on('secureConnection', follow);
  const isOverTls = 'setSecureContext' in app.server;
  // Browsers open connections in advance. Node does not count one as idle before its first request or during its handshake.
  const isSilent = (socket: Socket) => socket.bytesRead === 0 || (isOverTls && !('encrypted' in socket));
  // Streams of HTTP/2 end one by one (`watchStreams`).
  const isHalfARequest = (socket: Socket) =>
    !('alpnProtocol' in socket && socket.alpnProtocol === 'h2') && !isAnswering(inFlight, socket);
  app.addHook('preClose', async () => {
    // A session whose handshake ends only now would not be closed by other code.
    app.server.on('session', (session: ServerHttp2Session) => session.close());
    const closingSince = performance.now();
    const closing = setInterval(() => {
      app.server.closeIdleConnections?.();
      const isLate = performance.now() - closingSince > maxMs;
      for (const socket of connections.values())
        if (isSilent(socket) || (isLate && isHalfARequest(socket))) socket.destroy();
    }, 50);
    app.server.once('close', () => clearInterval(closing));
    closing.unref();
  });
}
