/** Puts the server together, as a value: which routes there are, with which hooks. It does not listen by itself. */
import type { FastifyError, preHandlerHookHandler } from 'fastify';
import type { Region } from '#core/contract';
import { namedRegencies } from '#core/named-regencies';
import { shop } from '#core/shop';
import { noteDevice } from './accounts/known-devices.ts';
import { authenticated, type Customer } from './accounts/sessions.ts';
import { authenticatedStaff, type StaffOnDevice } from './accounts/staff.ts';
import type { Context } from './context.ts';
import type { Database } from './database/open.ts';
import { ApiError } from './http/api-error.ts';
import { type ConnectionOptions, connectionsWith } from './http/connections.ts';
import { allowOrigins } from './http/cors.ts';
import { handleError } from './http/error-handler.ts';
import { type RateLimits, rateLimits as usualRateLimits } from './http/rate-limiter.ts';
import { apiHeaders, demandHttps, noStoreHeaders } from './http/security-headers.ts';
import { createServer, type ServerOptions } from './http/server.ts';
import type { App } from './http/type-provider.ts';
import { type PressureLimits, refuseUnderPressure } from './http/under-pressure.ts';
import { answerUnknownCalls } from './http/unknown-calls.ts';
import { JobQueue, type JobQueueOptions } from './jobs/job-queue.ts';
import { menuCache } from './menu/menu-cache.ts';
import { bundledImages } from './menu/pictures.ts';
import type { Metrics } from './metrics.ts';
import { needs } from './openapi/route-schema.ts';
import { ChangeStreams, type ChangeStreamsOptions } from './orders/change-streams.ts';
import { webhookSender } from './orders/order-webhook.ts';
import { pushSender } from './push/push-jobs.ts';
import type { PushServiceOptions } from './push/push-request.ts';
import { readRegencies } from './region-files.ts';
import { accountRoutes, ownAccountRoutes } from './routes/account.ts';
import { addressRoutes } from './routes/addresses.ts';
import { cartRoutes } from './routes/carts.ts';
import { catalogueRoutes, shopRoute } from './routes/catalogue.ts';
import { counterRoutes } from './routes/counter.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { imageRoutes } from './routes/images.ts';
import { menuEditorRoutes } from './routes/menu-editor.ts';
import { orderRoutes } from './routes/orders.ts';
import { ownerRoutes } from './routes/owner.ts';
import { pushRoutes } from './routes/push.ts';
import { regionRoutes } from './routes/regions.ts';
import { hideUntilStaffed, signInRoutes, signOutRoute } from './routes/staff.ts';
import { notFound, storefrontRoutes } from './routes/storefront.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; set on every route that needs to know. */
    customer: Customer;
    /** The same, on every route for the staff. */
    staff: StaffOnDevice;
  }
}

export interface AppOptions {
  /** Migrated and seeded (`prepareDatabase`). Its opener closes it, after the app. */
  database: Database;
  /** The folder of the built storefront; without one only the API answers. */
  storefront?: string;
  /** Folders with `products/`, `banks/` and `mini-markets/`, searched in turn; what an owner sends is stored in the first. */
  images?: readonly string[];
  /** Origins besides our own whose pages may call the API. */
  corsOrigins?: readonly string[];
  /** How long the menu in memory is believed, in ms. */
  menuCheckMs?: number;
  /** How long a request may take to arrive, in ms. */
  requestTimeoutMs?: number | undefined;
  /** The clock of sessions and order numbers: ms since 1970. */
  now?: () => number;
  /** In place of the usual ones. */
  rateLimits?: Partial<RateLimits>;
  /** In place of the usual ones. */
  pressure?: PressureLimits;
  logger?: ServerOptions['logger'];
  tls?: ConnectionOptions['tls'];
  /** For how long browsers shall ask for this host by HTTPS only, in seconds; undefined says nothing to them. */
  hstsSeconds?: number | undefined;
  trustProxy?: ServerOptions['trustProxy'];
  metrics?: Metrics | undefined;
  /** The shop's account number in full, for answers to the customer of an order only. */
  billingAccount?: string | undefined;
  /** Where the couriers deliver, in place of what `shop.config.json` names; empty: everywhere. */
  deliveryRegencies?: readonly Region[];
  /** Where every new order is posted to. */
  webhook?: { url: string; secret: string } | undefined;
  /** How often jobs are looked for, and how long one may take; which addresses and certificates of push services tests allow. */
  jobs?: Partial<Pick<JobQueueOptions, 'everyMs'> & Pick<PushServiceOptions, 'isAllowed' | 'ca' | 'timeoutMs'>>;
  /** How often the streams of orders poll and send a heartbeat. */
  streams?: ChangeStreamsOptions;
}

/** Builds the server of specification §7 and the storefront beside it. The promise resolves when it can be asked. */
export async function buildApp({
  database,
  storefront,
  images = [bundledImages],
  corsOrigins = [],
  menuCheckMs = 1_000,
  requestTimeoutMs,
  now = Date.now,
  rateLimits: otherRateLimits = {},
  pressure = {},
  logger,
  tls,
  hstsSeconds,
  trustProxy = [],
  metrics,
  webhook,
  billingAccount,
  deliveryRegencies = namedRegencies(shop, readRegencies),
  jobs: { everyMs, ...services } = {},
  streams: streamsOptions = {},
}: AppOptions): Promise<App> {
  const rateLimits = { ...usualRateLimits, ...otherRateLimits };
  const connections = connectionsWith({ tls, requestTimeoutMs });
  const app = createServer({ connections, logger, trustProxy });
  app.decorateRequest('customer');
  app.decorateRequest('staff');
  if (hstsSeconds !== undefined) demandHttps(app, hstsSeconds);
  metrics?.observe(app);
  await refuseUnderPressure(app, pressure);

  const menu = menuCache(database, { checkMs: menuCheckMs });
  const streams = new ChangeStreams(database, { menu, now, ...streamsOptions });
  // Before connections are closed: what has no end would keep them.
  app.addHook('preClose', () => streams.close());
  const logError = (message: string) => app.log.error(message);
  const jobs = new JobQueue(database, {
    senders: {
      push: pushSender(database, { contact: `mailto:${shop.contact.email}`, now, ...services }),
      ...(webhook && { webhook: webhookSender(database, { ...webhook, ...services, now, logError }) }),
    },
    now,
    logError,
    ...(everyMs !== undefined && { everyMs }),
  });
  app.addHook('onClose', () => jobs.close());
  const context: Context = {
    ...{ database, menu, now, streams, rateLimits, images, billingAccount, deliveryRegencies },
    hasWebhook: webhook !== undefined,
    isAllowed: services.isAllowed,
    onChange: () => {
      streams.checkSoon();
      jobs.wake();
    },
  };
  connections.watch(app);

  await app.register(
    async (api: App) => {
      if (corsOrigins.length > 0) await allowOrigins(api, corsOrigins);
      api.setErrorHandler((error: FastifyError, request, reply) =>
        handleError(error, request, reply.headers(apiHeaders)),
      );
      // The first status that a route names; its handler may say another one.
      api.addHook('onRoute', (route) => {
        const [status = '200'] = Object.keys(route.schema?.response ?? {});
        const setStatus: preHandlerHookHandler = (_request, reply, done) => {
          reply.code(Number(status));
          done();
        };
        if (status !== '200') route.preHandler = setStatus;
      });
      hideUntilStaffed(api, database);
      answerUnknownCalls(api);

      docsRoutes(api);
      catalogueRoutes(api, menu);
      regionRoutes(api, database);
      imageRoutes(api, images);
      await api.register(async (noStore: App) => {
        noStore.addHook('onRequest', ({ headers }, reply, done) => {
          reply.headers(noStoreHeaders);
          // An empty body needs no type: `curl -d ''` would declare it a form.
          if (headers['content-length'] === '0') delete headers['content-type'];
          done(headers['content-encoding'] === undefined ? undefined : new ApiError('unsupported_media_type'));
        });
        healthRoutes(noStore, context);
        shopRoute(noStore, context);
        accountRoutes(noStore, context);
        signInRoutes(noStore, context);
        await noStore.register(async (counter: App) => {
          counter.addHook('onRoute', needs('staff'));
          counter.addHook('onRequest', async (request) => {
            request.staff = await authenticatedStaff(request, database, now());
          });
          signOutRoute(counter, context);
          counterRoutes(counter, context);
          await counter.register(async (owner: App) => {
            ownerRoutes(owner, context);
            menuEditorRoutes(owner, context);
          });
        });
        await noStore.register(async (personal: App) => {
          personal.addHook('onRoute', needs('session'));
          // In `onRequest`, before the body is read: a stranger's body is not worth reading.
          personal.addHook('onRequest', async (request) => {
            request.customer = await authenticated(request, database, now());
            void noteDevice(database, request, now()).catch(() => {});
          });
          ownAccountRoutes(personal, context);
          cartRoutes(personal, context);
          addressRoutes(personal, context);
          orderRoutes(personal, context);
          pushRoutes(personal, context);
        });
      });
    },
    { prefix: '/api' },
  );
  if (storefront) await app.register((site: App) => storefrontRoutes(site, storefront, { menu, images, database }));
  else app.setNotFoundHandler(notFound);

  await app.ready();
  return app;
}
