import type { App } from './type-provider.ts';

/** Lets pages of these origins call the API, with every header that the storefront sends and reads (decision A2). */
export async function allowOrigins(api: App, origins: readonly string[]) {
  await api.register(import('@fastify/cors'), {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'if-match',
      'if-none-match',
      'idempotency-key',
      'kedai-repeat',
      'last-event-id',
      'x-client-id',
      'x-client-seq',
    ],
    exposedHeaders: ['Kedai-Api', 'ETag', 'Retry-After', 'Idempotency-Replayed'],
    maxAge: 600,
    strictPreflight: false,
  });
}
