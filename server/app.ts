/** Builds the whole server as a value; it does not listen by itself. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { warmPasswords } from './accounts/passwords.ts';
import { authenticated, type Customer } from './accounts/sessions.ts';
import type { Database } from './database/open.ts';
import { answerFailure, type Journal, noJournal, Refusal } from './http/api-error.ts';
import { fastifyConnections, nodeConnections, watchConnections } from './http/connections.ts';
import { InFlight } from './http/in-flight.ts';
import { answerBeforehand } from './http/prebuilt-response.ts';
import type { Allowance } from './http/rate-limiter.ts';
import { apiHeaders, freshHeaders } from './http/security-headers.ts';
import { parseStrictJson } from './http/strict-json.ts';
import { type App, validateWithContract } from './http/type-provider.ts';
import { menuInMemory } from './menu/menu-cache.ts';
import { bundledImages } from './menu/pictures.ts';
import type { Metrics } from './metrics.ts';
import type { OrderWebhook } from './orders/order-webhook.ts';
import { type AccountAllowances, accountAllowances, accountRoutes, logOutRoute } from './routes/account.ts';
import { addressRoutes } from './routes/addresses.ts';
import { cartRoutes } from './routes/carts.ts';
import { catalogueRoutes, finishedLists } from './routes/catalogue.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { imageRoutes } from './routes/images.ts';
import { orderAllowance, orderRoutes } from './routes/orders.ts';
import { regionRoutes } from './routes/regions.ts';
import { nothingThere, storefrontRoutes } from './routes/storefront.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; set on every route that needs to know. */
    customer: Customer;
  }
}

export interface AppOptions {
  /** Migrated and seeded (`prepareDatabase`). Whoever opened it closes it, after the app. */
  database: Database;
  /** The folder of the built storefront; without one only the API answers. */
  storefront?: string;
  /** Folders with `products/`, `banks/` and `mini-markets/`, searched in turn. */
  images?: readonly string[];
  /** Origins besides our own whose pages may call the API. */
  corsOrigins?: readonly string[];
  /** How long the menu in memory is believed, in ms. */
  menuCheckMs?: number;
  /** How long a request may take to arrive, in ms. */
  requestTimeoutMs?: number;
  /** How many requests may be in flight; a file on its way to a client takes up to 150 KB. */
  maxInFlight?: number;
  /** The clock of sessions, throttles and order numbers: ms since 1970. */
  now?: () => number;
  allowances?: Partial<AccountAllowances & { orders: Allowance }>;
  /** Failures are written there, and at the level `info` every answer. */
  journal?: Journal;
  /** With a certificate the server speaks HTTP/2 over TLS, and HTTP/1.1 to who cannot. */
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy?: readonly string[];
  metrics?: Metrics | undefined;
  /** Closed by whoever made it, after the app and before the database. */
  webhook?: OrderWebhook | undefined;
}

/** Enough for the largest cart or order, far too little to fill a memory (fault B3). */
const bodyLimit = 256 * 1024;

const prefix = '/api';

/** Builds the server of specification §7 and the storefront beside it. The promise resolves when it can be asked. */
export async function buildApp({
  database,
  storefront,
  images = [bundledImages],
  corsOrigins = [],
  menuCheckMs = 1_000,
  requestTimeoutMs = 15_000,
  maxInFlight = 1_000,
  now = Date.now,
  allowances = {},
  journal = noJournal,
  tls,
  trustProxy = [],
  metrics,
  webhook,
}: AppOptions): Promise<App> {
  const inFlight = new InFlight(maxInFlight);
  const options = {
    bodyLimit,
    ...fastifyConnections(requestTimeoutMs, inFlight),
    genReqId: requestId(trustProxy.length > 0),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    // While closing, accepted requests are still answered, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 255 },
    rewriteUrl: ({ url = '/' }) => withEscapes(url),
    // Fastify would load compilers of its own by default, which take memory and would never run.
    schemaController: {
      compilersFactory: {
        buildValidator: (() => validateWithContract) as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    frameworkErrors: (error: FastifyError, request: unknown, reply: unknown) => {
      answerFailure(error, request as never, reply as never);
    },
  } satisfies FastifyServerOptions;
  const connections = nodeConnections(requestTimeoutMs);
  // Routes and hooks work the same on a server with TLS, although its type differs.
  const secured = { ...options, http2: true, https: { ...tls, ...connections, allowHTTP1: true } };
  const app = (tls ? Fastify(secured as object) : Fastify({ ...options, http: connections })) as unknown as App;

  app.decorate('journal', journal);
  app.setErrorHandler(answerFailure);
  acceptOnlyStrictJson(app);
  app.decorateRequest('customer');

  const notesAnswers = ['trace', 'debug', 'info'].includes(journal.level);
  if (notesAnswers) noteAnswers(app);
  metrics?.observe(app);

  const menu = menuInMemory(database, { checkMs: menuCheckMs });
  // These are nine of ten requests, and Fastify would add a fifth to their time. Only where none of its hooks has anything to do.
  if (!notesAnswers && !metrics && corsOrigins.length === 0) answerBeforehand(app, finishedLists(menu, prefix));
  watchConnections(app, requestTimeoutMs, inFlight);
  void warmPasswords().catch(() => {});

  await app.register(
    async (api: App) => {
      if (corsOrigins.length > 0) {
        await api.register(import('@fastify/cors'), {
          origin: [...corsOrigins],
          methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
          allowedHeaders: [
            'authorization',
            'content-type',
            'if-match',
            'if-none-match',
            'idempotency-key',
            'x-client-id',
            'x-client-seq',
          ],
          exposedHeaders: ['Kedai-Api', 'ETag', 'Retry-After', 'Idempotency-Replayed'],
          maxAge: 600,
          strictPreflight: false,
        });
      }
      api.setErrorHandler((error: FastifyError, request, reply) =>
        answerFailure(error, request, reply.headers(apiHeaders)),
      );
      answerUnknownCalls(api);

      docsRoutes(api);
      catalogueRoutes(api, menu);
      regionRoutes(api, database);
      imageRoutes(api, images);
      await api.register(async (fresh: App) => {
        fresh.addHook('onRequest', ({ headers }, reply, done) => {
          reply.headers(freshHeaders);
          // An empty body needs no type: `curl -d ''` would declare it a form.
          if (headers['content-length'] === '0') delete headers['content-type'];
          done(headers['content-encoding'] === undefined ? undefined : new Refusal('unsupported_media_type'));
        });
        healthRoutes(fresh, { database, menu });
        accountRoutes(fresh, { database, now, allowances: { ...accountAllowances, ...allowances } });
        await fresh.register(async (personal: App) => {
          // In `onRequest`, before the body is read: a stranger's body is not worth reading.
          personal.addHook('onRequest', async (request) => {
            request.customer = await authenticated(request, database, now());
          });
          logOutRoute(personal, database);
          cartRoutes(personal, { database, menu, now });
          addressRoutes(personal, { database, now });
          orderRoutes(personal, { database, menu, now, allowance: allowances.orders ?? orderAllowance, webhook });
        });
      });
    },
    { prefix },
  );
  if (storefront) await app.register((site: App) => storefrontRoutes(site, storefront, menu, images));
  else app.setNotFoundHandler(nothingThere);

  await app.ready();
  return app;
}

/**
 * Makes the id that a request's failure and its line in the log share. One from the owner's proxy is taken over, in the forms that nginx,
 * Apache (`@`) and HAProxy (`:`) give; from anybody else it would be a stranger's text in the log.
 */
function requestId(behindProxy: boolean) {
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

/** One line for every answer at `LOG_LEVEL=info`: what was asked by its pattern, the status and the time it took; nobody's address. */
function noteAnswers(app: App) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    app.journal.info({ reqId, method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
}

/**
 * Answers unknown calls below `/api` with the API's headers, CORS, and 405 where another method exists. Call it before the routes are
 * registered: it collects their methods.
 */
function answerUnknownCalls(api: App) {
  const answered = new Map<string, Set<string>>();
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const [, methods] = [...answered].find(([url]) => patternOf(url).test(path)) ?? [];
    if (!methods) throw new Refusal('not_found');
    reply.header('allow', [...methods].sort().join(', '));
    throw new Refusal('method_not_allowed');
  };
  const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'OPTIONS'];
  // In `onRequest`, before a body is read, which nobody needs.
  api.route({ method: refused, url: '/*', onRequest: refuse, handler: refuse });
  // Other methods, such as TRACE and PROPFIND, come here.
  api.setNotFoundHandler(refuse);
  // Added after the route above, which fits every address and must not count.
  api.addHook('onRoute', ({ url, method }) => {
    const methods = answered.get(url) ?? new Set();
    answered.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
}

/** A pattern for the addresses that a route's address, with its `:names` and its `*`, fits. */
const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`);

/** One object of JSON in UTF-8 is the only body there is; a call without one may still say so. */
function acceptOnlyStrictJson(app: App) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const value = body.length === 0 ? undefined : parseStrictJson(body as Buffer);
      if (value !== undefined && !isObject(value)) throw new TypeError('JSON, but no object');
      done(null, value);
    } catch {
      done(new Refusal('malformed_body'));
    }
  });
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
