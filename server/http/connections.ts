/**
 * Connections over HTTP/1.1 and HTTP/2: the timeouts of each part of a request, how much at once, the responses to requests that break off,
 * and that no connection keeps the shop from closing (fault B32).
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2Session,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rawErrorResponse, sendError } from './error-handler.ts';
import type { App } from './type-provider.ts';

/** How long a connection may be idle, in ms; longer than a request may take to arrive, because a phone on a train goes through tunnels. */
const idleTimeoutMs = (requestTimeoutMs: number) => 4 * requestTimeoutMs;

/** How long a connection may stay without a request, in ms. */
const keepAliveMs = 72_000;

/** Enough for the largest cart or order, far too little to fill a memory (fault B3); in bytes. */
const bodyLimit = 256 * 1024;

/** The same for calls without a session: sixteen half bodies of one connection over HTTP/2 are 1 MB (fault B47). */
export const strangersBodyLimit = 64 * 1024;

/** Five thousand of them may be streams of events. */
const maxConnections = 6_000;

/** How many requests of one connection may wait for their responses over HTTP/1.1; browsers send one at a time. */
const maxUnanswered = 4;

/** The same over HTTP/2, where a browser waits with further ones. */
const maxConcurrentStreams = 16;

/** How much of one connection's bodies may be arriving over HTTP/2, in bytes: `maxSessionMemory` does not know of what is read. */
const maxArriving = 2 * bodyLimit;

export interface ConnectionOptions {
  /** With a certificate the server speaks HTTP/2 over TLS, and HTTP/1.1 to who cannot. */
  tls: { cert: Buffer; key: Buffer } | undefined;
  requestTimeoutMs?: number | undefined;
}

export type Connections = ReturnType<typeof connectionsWith>;

/** The connections of one server. `watch` adds what options cannot express: before `app` listens, and before its routes are registered. */
export function connectionsWith({ tls, requestTimeoutMs = 15_000 }: ConnectionOptions) {
  const unanswered = new Unanswered();
  const nodeOptions = {
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
    // A request without `Host` counts, too, before it is refused (`Unanswered`).
    requireHostHeader: false,
  };
  return {
    createServer(handler: RequestListener): Server {
      const listener = unanswered.limiting(handler);
      const server = tls ? secureServer(tls, nodeOptions, listener) : createServer(nodeOptions, listener);
      server.maxConnections = maxConnections;
      server.keepAliveTimeout = keepAliveMs;
      // Ends a connection that is idle in both directions.
      return server.setTimeout(idleTimeoutMs(requestTimeoutMs));
    },
    fastifyOptions: {
      bodyLimit,
      // Only for the address that `listen` resolves with.
      https: tls ? {} : null,
      clientErrorHandler(error: Error & { code?: string }, socket: Duplex) {
        // Without a finished handshake nothing can be answered. And when garbage follows a complete request, an error would be written into
        // the middle of that request's response, or in its place.
        const isMute = !socket.writable || /^ERR_(TLS|SSL)/.test(error.code ?? '');
        if (isMute || unanswered.hasArrived(socket)) socket.destroy();
        else socket.end(rawErrorResponse(error.code));
      },
    } as object,
    watch(app: App) {
      answerSpecialRequests(app);
      timeStreams(app, requestTimeoutMs);
      closeConnectionsOnClose(app, Math.min(requestTimeoutMs, maxClosingMs), unanswered);
    },
  };
}

function secureServer(
  tls: { cert: Buffer; key: Buffer },
  nodeOptions: { requestTimeout: number },
  listener: RequestListener,
): Server {
  const options = {
    ...tls,
    ...nodeOptions,
    handshakeTimeout: nodeOptions.requestTimeout,
    allowHTTP1: true,
    settings: { maxConcurrentStreams },
    // In MB.
    maxSessionMemory: 1,
  };
  const server = createSecureServer(options, listener as never);
  server.on('session', (session) => session.setTimeout(keepAliveMs, () => session.close()));
  return server as unknown as Server;
}

/** The requests over HTTP/1.1 that wait for (the rest of) their responses, by connection. */
class Unanswered {
  readonly #responses = new WeakMap<Duplex, Set<ServerResponse>>();

  /** Hands requests on to `handler`, and ends a connection that sends too many before it reads their responses. */
  limiting(handler: RequestListener): RequestListener {
    return (request, response) => {
      if (request.httpVersionMajor > 1) {
        const { stream, headers } = request as unknown as Http2ServerRequest;
        return mayArrive(stream, headers['content-length']) ? handler(request, response) : stream.close(refusedCode);
      }
      const { socket } = request;
      // Node goes on with what it has read of a connection that was ended.
      if (socket.destroyed) return;
      const waiting = this.#responses.get(socket) ?? new Set();
      if (waiting.size === maxUnanswered) return destroyFlooding(socket);
      this.#responses.set(socket, waiting.add(response));
      response.once('close', () => waiting.delete(response));
      // RFC 9112 §3.2.
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        sendError(response, 'bad_request', { connection: 'close' });
      else handler(request, response);
    };
  }

  /** Whether a complete request on this connection waits for its response. */
  hasArrived(socket: Duplex): boolean {
    return [...(this.#responses.get(socket) ?? [])].some(({ req }) => req.complete);
  }
}

/** The error code REFUSED_STREAM (RFC 9113 §8.7): nothing was done. */
const refusedCode = 7;

/** The lengths of the bodies that are arriving over HTTP/2, by connection. */
const arriving = new WeakMap<Http2Session, Map<ServerHttp2Stream, number>>();

/** A body counts by its declared length, which it cannot exceed; a picture, which only staff send, as any long one. */
function mayArrive(stream: ServerHttp2Stream, declared: string | undefined): boolean {
  if (!stream.session || stream.endAfterHeaders) return true;
  const bodies = arriving.get(stream.session) ?? new Map<ServerHttp2Stream, number>();
  const length = Math.min(Number(declared ?? bodyLimit), bodyLimit);
  if ([...bodies.values()].reduce((sum, other) => sum + other, length) > maxArriving) return false;
  arriving.set(stream.session, bodies.set(stream, length));
  for (const event of ['end', 'close']) stream.once(event, () => bodies.delete(stream));
  return true;
}

/**
 * Ends a connection whose client floods it. Node goes on with what it has read, up to 2,400 requests, keeps them until the event loop comes
 * round, and makes an error with a stack for each of them then: 300 connections took 1.4 GB. So it is told at once that this one is closed.
 */
function destroyFlooding(socket: Socket) {
  socket.destroy();
  process.nextTick(() => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    socket.emit('close', false);
    Error.stackTraceLimit = stackTraceLimit;
  });
}

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

/** Gives streams of HTTP/2 the timeouts that Node has for HTTP/1.1 only: for a stalled stream, and for a request that does not arrive completely. */
function timeStreams({ server }: App, timeoutMs: number) {
  (server as unknown as Http2SecureServer).prependListener('stream', (stream) => {
    const end = () => stream.close(cancelCode);
    stream.setTimeout(idleTimeoutMs(timeoutMs), end);
    // A request without a body has arrived already; its response may take as long as it moves.
    if (stream.endAfterHeaders) return;
    const arriving = setTimeout(end, timeoutMs);
    for (const event of ['end', 'close']) stream.once(event, () => clearTimeout(arriving));
  });
}

/** How long a closing server waits for the rest of a request, in ms; the phone sends it again. A response that has begun may take longer. */
const maxClosingMs = 3_000;

/**
 * Closes connections while the server is closing: Node closes only those that are idle at that moment, and later ones, or those with half
 * a request, would stay as long as the phone likes.
 */
function closeConnectionsOnClose(app: App, maxMs: number, unanswered: Unanswered) {
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
  // Streams of HTTP/2 end one by one (`timeStreams`), and their connection with the last one, unless the phone is asleep.
  const isHalfARequest = (socket: Socket) =>
    !('alpnProtocol' in socket && socket.alpnProtocol === 'h2') && !unanswered.hasArrived(socket);
  app.addHook('preClose', async () => {
    // A session whose handshake ends only now would not be closed by other code.
    app.server.on('session', (session: ServerHttp2Session) => session.close());
    const closingSince = performance.now();
    const closing = setInterval(() => {
      app.server.closeIdleConnections?.();
      const isLate = performance.now() - closingSince > maxMs;
      for (const socket of connections.values())
        if (isSilent(socket) || (isLate && (socket.writableEnded || isHalfARequest(socket)))) socket.destroy();
    }, 50);
    app.server.once('close', () => clearInterval(closing));
    closing.unref();
  });
}
