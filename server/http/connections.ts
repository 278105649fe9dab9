/**
 * Connections over HTTP/1.1 and HTTP/2: the timeouts of each part of a request, how many requests at once, the responses to requests that
 * break off, and that no connection keeps the shop from closing (fault B32).
 */
import type { ServerResponse } from 'node:http';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rawErrorResponse, sendError } from './error-handler.ts';
import { InFlight, limitPipelining } from './in-flight.ts';
import type { App } from './type-provider.ts';

/** How long a connection may stand still, in ms; longer than a request may take to arrive, because a phone on a train goes through tunnels. */
const idleTimeoutMs = (requestTimeoutMs: number) => 4 * requestTimeoutMs;

/** The settings of a server's connections. */
export interface Connections {
  /** For Node's own server, with and without TLS. */
  nodeOptions: object;
  /** For Fastify, which sets timeouts of its own on Node's server. */
  fastifyOptions: object;
  /** Adds what options cannot express. To be called before `app` listens, and after everything else that listens for its requests. */
  watch(app: App): void;
}

/**
 * The connections of one server: `requestTimeoutMs` is how long a request may take to arrive, `maxInFlight` how many requests may be in
 * flight (`in-flight.ts`).
 */
export function connectionsWith({
  requestTimeoutMs = 15_000,
  maxInFlight = 1_000,
}: {
  requestTimeoutMs?: number | undefined;
  maxInFlight?: number | undefined;
}): Connections {
  const inFlight = new InFlight(maxInFlight);
  return {
    nodeOptions: {
      headersTimeout: requestTimeoutMs,
      requestTimeout: requestTimeoutMs,
      handshakeTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
      // Over HTTP/2, where Node sets no limit: the least that RFC 9113 §6.5.2 recommends. Browsers wait with further ones.
      settings: { maxConcurrentStreams: 100 },
      // A request without `Host` is counted before it is refused (`in-flight.ts`).
      requireHostHeader: false,
    },
    fastifyOptions: {
      requestTimeout: requestTimeoutMs,
      // Ends a connection that stands still in both directions.
      connectionTimeout: idleTimeoutMs(requestTimeoutMs),
      clientErrorHandler(error: Error & { code?: string }, socket: Duplex) {
        // Without a finished handshake nothing can be answered. And when garbage follows a complete request, an error would be written into
        // the middle of that request's response, or in its place.
        const isMute = !socket.writable || /^ERR_(TLS|SSL)/.test(error.code ?? '');
        if (isMute || isAnswering(inFlight, socket)) socket.destroy();
        else socket.end(rawErrorResponse(error.code));
      },
    },
    watch(app) {
      answerSpecialRequests(app);
      limitPipelining(app, inFlight);
      watchStreams(app, requestTimeoutMs, inFlight);
      closeConnectionsOnClose(app, Math.min(requestTimeoutMs, maxClosingMs), inFlight);
    },
  };
}

/** Whether a complete request on this connection waits for (the rest of) its response. */
const isAnswering = (inFlight: InFlight, socket: Duplex) =>
  [...inFlight.of(socket)].some((exchange) => 'req' in exchange && exchange.req.complete);

/** Answers CONNECT, on which Node would hang up, and ignores an unknown `Expect`, which Node would refuse (RFC 9110 §10.1.1 allows either). */
function answerSpecialRequests({ server }: App) {
  server.on('connect', (request, socket) => {
    if (request.httpVersionMajor < 2) {
      // Node has handed the socket over: nobody else listens for its errors or ends it.
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

/** Counts streams of HTTP/2 and gives them the timeouts that Node has for HTTP/1.1 only: for one that stands still, and for a request that does not arrive completely. */
function watchStreams({ server }: App, timeoutMs: number, inFlight: InFlight) {
  (server as unknown as Http2SecureServer).on('stream', (stream) => {
    if (stream.session) inFlight.add(stream.session, stream);
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
    // A session whose handshake ends only now would not be closed by anybody else.
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
