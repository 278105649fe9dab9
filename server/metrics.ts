/** Metrics for Prometheus, on a port of their own that only this machine reaches. */
import Fastify, { type FastifyReply } from 'fastify';
import type { App } from './http/type-provider.ts';
import { portError } from './startup-error.ts';

export type Metrics = Awaited<ReturnType<typeof openMetrics>>;

/** Listens on 127.0.0.1. Throws a `StartupError` when the port cannot be had. */
export async function openMetrics(port: number) {
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const durations = new prometheus.Histogram({
    name: 'kedai_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const orders = new prometheus.Counter({
    name: 'kedai_orders_total',
    help: 'Orders answered: stored, replayed under a known key, refused, or failed by a fault of the shop',
    labelNames: ['outcome'],
    registers: [registry],
  });

  const server = Fastify({ forceCloseConnections: true });
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  const url = await server.listen({ host: '127.0.0.1', port }).catch((error) => {
    throw portError(error, port, 'METRICS_PORT') ?? error;
  });

  return {
    url: `${url}/metrics`,
    /** Counts every response of `app`; to be called before its routes are registered. */
    observe(app: App) {
      app.addHook('onResponse', (request, reply, done) => {
        // The pattern, never the address: a made-up path must not become a series of its own.
        const route = request.routeOptions.url ?? 'none';
        // A stream of events stays as long as its client: that is no slow response.
        if (`${reply.getHeader('content-type')}`.startsWith('text/event-stream')) return done();
        const { method } = request;
        durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
        done();
      });
      // Counted when it is answered, not when the response has left: an order counts even if its client has hung up.
      app.addHook('onSend', (request, reply, payload, done) => {
        if (request.routeOptions.url === '/api/orders' && request.method === 'POST') {
          orders.inc({ outcome: outcomeOf(reply, payload) });
        }
        done();
      });
    },
    close: () => server.close(),
  };
}

/** What became of an order, by its response. `failed`: it may be a good one, but the shop could not store it. */
function outcomeOf(reply: FastifyReply, payload: unknown) {
  const { statusCode } = reply;
  if (statusCode === 201) return reply.getHeader('idempotency-replayed') === 'true' ? 'replayed' : 'stored';
  // A 409 like `quote_changed`, but it is the storage that could not be had in time.
  return statusCode >= 500 || String(payload).includes('"order_in_progress"') ? 'failed' : 'refused';
}
