/** Notifications for customers (decision W9). */
import * as v from 'valibot';
import { PushEndpoint, PushSubscription } from '#core/push';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { App } from '../http/type-provider.ts';
import { noContent } from '../openapi/route-schema.ts';
import { callableEndpoint } from '../push/public-address.ts';
import { pushKeys } from '../push/push-request.ts';
import { endSubscription, storeSubscription } from '../push/push-subscriptions.ts';

const readingKey = {
  operationId: 'getPushKey',
  summary: 'The public key of the shop, in base64url, for `PushManager.subscribe`.',
  response: { 200: v.object({ key: v.string() }) },
};

const subscribing = {
  operationId: 'subscribeToPush',
  summary: "Notifies a browser of the customer's orders.",
  description: 'When one is ready, on its way or cancelled. It ends with the session.',
  body: PushSubscription,
  response: noContent,
  errors: ['endpoint_refused'],
} as const;

const unsubscribing = {
  operationId: 'unsubscribeFromPush',
  summary: 'Notifies a browser no more.',
  description: 'The browser ends its subscription itself; this tells the shop.',
  body: PushEndpoint,
  response: noContent,
};

/** `GET /push/key`, `PUT` and `DELETE /push/subscription`. To be registered where every request has a customer. */
export function pushRoutes(app: App, { database, now, isAllowed }: Context) {
  app.get('/push/key', { schema: readingKey }, async () => ({ key: (await pushKeys(database)).publicKey }));

  app.put('/push/subscription', { schema: subscribing }, async ({ customer, body }) => {
    const url = callableEndpoint(body.endpoint, isAllowed);
    if (!url) throw new ApiError('endpoint_refused');
    await storeSubscription(database, customer, { ...body, endpoint: url.href }, now());
  });

  app.delete('/push/subscription', { schema: unsubscribing }, async ({ customer, body }) => {
    await endSubscription(database, customer, URL.parse(body.endpoint)?.href ?? body.endpoint);
  });
}
