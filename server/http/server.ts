/** A Fastify without routes: its settings, with or without TLS, and what every route relies on. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import Fastify, { type FastifyBaseLogger, type FastifyError } from 'fastify';
import type { Connections } from './connections.ts';
import { handleError } from './error-handler.ts';
import { acceptOnlyStrictJson } from './strict-json.ts';
import { type App, compilersFactory } from './type-provider.ts';

export interface ServerOptions {
  connections: Connections;
  /** Errors of the server are written there, and at the level `info` every request and its response. */
  logger: FastifyBaseLogger | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly string[];
}

export function createServer({ connections, logger, trustProxy }: ServerOptions): App {
  const app = Fastify({
    ...connections.fastifyOptions,
    ...(logger && { loggerInstance: logger }),
    serverFactory: connections.createServer,
    genReqId: requestIds(trustProxy),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    // While closing, accepted requests are still answered, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 255 },
    rewriteUrl: ({ url = '/' }) => withEscapes(url),
    schemaController: { compilersFactory },
    frameworkErrors: (error: FastifyError, request: unknown, reply: unknown) => {
      handleError(error, request as never, reply as never);
    },
  }) as unknown as App;

  app.setErrorHandler(handleError);
  acceptOnlyStrictJson(app);
  return app;
}

/**
 * Makes the id that a request's error response and its line in the log share. One from the owner's proxy is taken over, in the forms that
 * nginx, Apache (`@`) and HAProxy (`:`) give; from any other peer it would be a stranger's text in the log.
 */
function requestIds(trustProxy: readonly string[]) {
  const isTrusted = compile([...trustProxy]);
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>) => {
    const given = headers['x-request-id'];
    const isId = typeof given === 'string' && /^[\w.:@+/=-]{8,128}$/.test(given);
    if (isId && socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0)) return given;
    count++;
    return `${process}-${count.toString(36)}`;
  };
}

/**
 * Escapes the `%` of an address in which they are no escapes, like `/diskon-50%`, so that it is answered as one that does not exist:
 * Fastify would refuse it past every hook. Nor is `%00` one: PostgreSQL refuses a text with that character.
 */
function withEscapes(given: string) {
  const url = given.replaceAll('%00', '%2500');
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
