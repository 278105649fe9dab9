/** A Fastify without routes: its settings, with or without TLS, and what every route relies on. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyError, type FastifyServerOptions } from 'fastify';
import type { Logger } from '../logger.ts';
import type { Connections } from './connections.ts';
import { handleError } from './error-handler.ts';
import { acceptOnlyStrictJson } from './strict-json.ts';
import { type App, validatorCompiler } from './type-provider.ts';

export interface ServerOptions {
  connections: Connections;
  logger: Logger;
  /** With a certificate the server speaks HTTP/2 over TLS, and HTTP/1.1 to who cannot. */
  tls: { cert: Buffer; key: Buffer } | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly string[];
}

/** Enough for the largest cart or order, far too little to fill a memory (fault B3); in bytes. */
const bodyLimit = 256 * 1024;

/** Creates the server. It has no routes, and does not listen. */
export function createServer({ connections, logger, tls, trustProxy }: ServerOptions): App {
  const options = {
    bodyLimit,
    ...connections.fastifyOptions,
    genReqId: requestIds(trustProxy.length > 0),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    // While closing, accepted requests are still answered, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 255 },
    rewriteUrl: ({ url = '/' }) => withEscapes(url),
    // Fastify would load compilers of its own by default, which take memory and would never run.
    schemaController: {
      compilersFactory: {
        buildValidator: (() => validatorCompiler) as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    frameworkErrors: (error: FastifyError, request: unknown, reply: unknown) => {
      handleError(error, request as never, reply as never);
    },
  } satisfies FastifyServerOptions;
  // Routes and hooks work the same on a server with TLS, although its type differs.
  const secured = { ...options, http2: true, https: { ...tls, ...connections.nodeOptions, allowHTTP1: true } };
  const app = (tls
    ? Fastify(secured as object)
    : Fastify({ ...options, http: connections.nodeOptions })) as unknown as App;

  app.decorate('logger', logger);
  app.setErrorHandler(handleError);
  acceptOnlyStrictJson(app);
  return app;
}

/**
 * Makes the id that a request's error response and its line in the log share. One from the owner's proxy is taken over, in the forms that
 * nginx, Apache (`@`) and HAProxy (`:`) give; from anybody else it would be a stranger's text in the log.
 */
function requestIds(behindProxy: boolean) {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return (request: { headers: IncomingMessage['headers'] }) => {
    const given = behindProxy ? request.headers['x-request-id'] : undefined;
    if (typeof given === 'string' && /^[\w.:@+/=-]{8,128}$/.test(given)) return given;
    count++;
    return `${process}-${count.toString(36)}`;
  };
}

/**
 * Escapes the `%` of an address in which they are no escapes, like `/diskon-50%`, so that it is answered as one that does not exist:
 * Fastify would refuse it past every hook.
 */
function withEscapes(url: string) {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
