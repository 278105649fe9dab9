/**
 * Connections and what breaks off on them, over HTTP/1.1 and HTTP/2: how long each part is waited for, in which words it is refused, and that
 * none keeps the shop from closing (fault B32).
 */
import type { ServerResponse } from 'node:http';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal, rawFailureAnswer } from './failures.ts';
import { freshHeaders } from './security-headers.ts';
import type { App } from './validation.ts';

/** How long nothing may move, in ms, where a request may take so long to arrive: a train has its tunnels. */
const untilStalled = (requestTimeoutMs: number) => 4 * requestTimeoutMs;

/** Of Node's own server, with and without TLS; times in ms. */
export const nodeConnections = (requestTimeoutMs: number) => ({
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  handshakeTimeout: requestTimeoutMs,
  connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
});

/** Of Fastify, which sets its own on Node's; times in ms. */
export const fastifyConnections = (requestTimeoutMs: number) => ({
  requestTimeout: requestTimeoutMs,
  // On which nothing moves, not even what we send.
  connectionTimeout: untilStalled(requestTimeoutMs),
  clientErrorHandler(error: Error & { code?: string }, socket: Duplex) {
    // Who did not finish the handshake cannot be told anything, and would be waited for without end. What stands behind a request that
    // came whole would be refused in the middle of its answer, or in its place.
    if (!socket.writable || /^ERR_(TLS|SSL)/.test(error.code ?? '') || isAnswered(socket)) socket.destroy();
    else socket.end(rawFailureAnswer(error.code));
  },
});

/** Whether a whole request waits on it for its answer or the rest of it, by Node's own note, which it decides the same by. */
const isAnswered = (socket: Duplex) =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.req.complete === true;

/** What these options cannot say. Call it once, before the app listens. */
export function watchConnections(app: App, requestTimeoutMs: number) {
  answerWhatNodeWouldNot(app);
  endStalledStreams(app, requestTimeoutMs);
  closeSoonerThanPhonesHangUp(app, Math.min(requestTimeoutMs, closingPatienceMs));
}

/** Left to itself Node hangs up on a CONNECT without a word, and refuses what an Expect says beyond RFC 9110 §10.1.1, which may be ignored. */
function answerWhatNodeWouldNot({ server }: App) {
  server.on('connect', (request, socket) => {
    if (request.httpVersionMajor < 2) {
      // Node has let go of it: nobody else hears what becomes of it, or ends it.
      socket.on('error', () => {});
      return socket.end(rawFailureAnswer('CONNECT'), () => socket.destroy());
    }
    // Over HTTP/2 this is no socket but an answer, whose 200 would say that there is a tunnel.
    const { statusCode, body } = new Refusal('method_not_allowed');
    const headers = { ...freshHeaders, allow: '', 'content-type': 'application/json; charset=utf-8' };
    (socket as unknown as ServerResponse).writeHead(statusCode, headers).end(JSON.stringify(body));
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** A stream's end by RFC 9113 §7. Without it Node waits until all is sent: who takes nothing would hold the connection for good. */
const cancelled = 8;

/** HTTP/2 has no request timeout of its own: a stream on which nothing moves is ended, and one whose request does not come to its end. */
function endStalledStreams({ server }: App, timeoutMs: number) {
  (server as unknown as Http2SecureServer).on('stream', (stream) => {
    const end = () => stream.close(cancelled);
    stream.setTimeout(untilStalled(timeoutMs), end);
    // It has come whole, and its answer takes as long as it moves.
    if (stream.endAfterHeaders) return;
    const arriving = setTimeout(end, timeoutMs);
    for (const over of ['end', 'close']) stream.once(over, () => clearTimeout(arriving));
  });
}

/** How long a shop that closes waits for the rest of a request, in ms; its phone sends it again. An answer that has begun takes as long as it moves. */
const closingPatienceMs = 3_000;

/** A connection that was busy when the closing began is kept open afterwards as long as its phone likes; unless we look. */
function closeSoonerThanPhonesHangUp(app: App, patienceMs: number) {
  const connections = new Map<string, Socket>();
  const follow = (socket: Socket) => {
    const end = `${socket.remoteAddress} ${socket.remotePort}`;
    connections.set(end, socket);
    socket.once('close', () => {
      if (connections.get(end) === socket) connections.delete(end);
    });
  };
  app.server.on('connection', follow);
  // In the other's place, with what was said through it: to shake hands is to say nothing.
  app.server.on('secureConnection', follow);
  const isOverTls = 'setSecureContext' in app.server;
  // Browsers open connections that they may need later. To Node one is not idle before its first request, nor before its handshake is over.
  const isSilent = (socket: Socket) => socket.bytesRead === 0 || (isOverTls && !('encrypted' in socket));
  // The streams of HTTP/2 are ended one by one, above.
  const isHalfARequest = (socket: Socket) =>
    !('alpnProtocol' in socket && socket.alpnProtocol === 'h2') && !isAnswered(socket);
  app.addHook('preClose', async () => {
    // A handshake that was under way ends only now, and nobody else will look at its session.
    app.server.on('session', (session: ServerHttp2Session) => session.close());
    const closingSince = performance.now();
    const looking = setInterval(() => {
      app.server.closeIdleConnections?.();
      const isLate = performance.now() - closingSince > patienceMs;
      for (const socket of connections.values())
        if (isSilent(socket) || (isLate && isHalfARequest(socket))) socket.destroy();
    }, 50);
    app.server.once('close', () => clearInterval(looking));
    looking.unref();
  });
}
