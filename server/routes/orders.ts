/** A customer's orders (specification §7, decisions O2, O3a, O5 and W4). */
import * as v from 'valibot';
import { Order, PlacedOrder, Withdrawal } from '#core/order-contract';
import type { Context } from '../context.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { headerOf, IdempotencyKey, idempotencyKeyOf, requiredKey } from '../http/request-headers.ts';
import { sendRevalidated } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';
import { underPressureToo } from '../http/under-pressure.ts';
import { before, events, listOf, noContent, OrderPath, orderErrors, revalidated } from '../openapi/route-schema.ts';
import { claimOf, keyUse, voidKey } from '../orders/order-keys.ts';
import { listOrders, maxListed } from '../orders/order-list.ts';
import { placeOrder, withdrawOrder } from '../orders/order-store.ts';

const OrderQuery = v.object({
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(maxListed),
      v.description(`At most so many, else ${maxListed}.`),
    ),
  ),
  before,
});

const OrderKey = v.pipe(
  IdempotencyKey,
  v.description(
    'Names one intent to order. Sent again with the same order it answers the same bytes, with `Idempotency-Replayed: true`, and orders nothing.',
  ),
);

/** Whether the same lines as those of a recent order are to be ordered again (decision O8). */
const Repeat = v.pipe(
  v.picklist(['ask', 'agreed']),
  v.description(
    '`ask`: the same products and quantities as in an order of the last 30 minutes that is not cancelled are refused. Otherwise they are ordered again.',
  ),
);

const listing = {
  operationId: 'listOrders',
  summary: "Lists the customer's orders, the newest first.",
  description: 'At most 50 KB of them; `count` is how many there are in all.',
  querystring: OrderQuery,
  response: revalidated(listOf(PlacedOrder)),
};

const placing = {
  operationId: 'placeOrder',
  summary: 'Places an order.',
  description: 'Its prices and fees must be those of the shop; else it is refused with what it would cost.',
  parameters: { header: v.object({ 'Idempotency-Key': v.optional(OrderKey), 'Kedai-Repeat': v.optional(Repeat) }) },
  body: Order,
  response: { 201: PlacedOrder },
  errors: [
    ...orderErrors,
    ...(['order_repeated', 'paused', 'order_voided', 'recipient_missing', 'address_incomplete'] as const),
    ...(['unknown_region', 'outside_delivery_area', 'too_many_requests'] as const),
  ],
};

const cancelling = {
  operationId: 'cancelOrder',
  summary: 'Cancels an order that may not have arrived.',
  description: 'It is the answer if it had arrived. Otherwise its key is spent, and a late arrival is refused.',
  parameters: { header: v.object({ 'Idempotency-Key': OrderKey }) },
  response: { ...noContent, 200: PlacedOrder },
  errors: ['too_many_requests'],
} as const;

const withdrawing = {
  operationId: 'withdrawOrder',
  summary: 'Cancels an order that is placed, while nothing of it is paid or begun.',
  description: 'Refused with the order as it is when its status is not `from`. Sent again it cancels nothing more.',
  params: OrderPath,
  body: Withdrawal,
  response: { 200: PlacedOrder },
  errors: ['not_found', 'order_changed'],
} as const;

const streaming = {
  ...events,
  operationId: 'streamOrders',
  summary: "Signals changes of the customer's orders.",
  description:
    'Each event means that the orders are to be listed again. One is sent at once, and one after each change of an order or of the menu.',
};

const json = 'application/json; charset=utf-8';

/** `GET`, `POST` and `DELETE /orders`, `PATCH /orders/{number}` and `GET /orders/stream`. To be registered where every request has a customer. */
export function orderRoutes(app: App, context: Context) {
  const { database, rateLimits, streams, now } = context;
  // What a customer stores is limited: new orders, and cancelled keys.
  const orders = new RateLimiter('order', rateLimits.orders, database);
  const voidedKeys = new RateLimiter('voided-key', rateLimits.voidedKeys, database);

  app.get('/orders', { schema: listing, config: underPressureToo }, async (request, reply) => {
    const { limit, before } = request.query;
    const { orders, count } = await listOrders(context, request.customer, { limit, before });
    return sendRevalidated(request, reply, `{"data":[${orders.join(',')}],"count":${count}}`);
  });

  app.get('/orders/stream', { schema: streaming, exposeHeadRoute: false }, ({ customer: { id, tokenHash } }, reply) =>
    streams.send(reply, { kind: 'customer', owner: id, tokenHash }),
  );

  app.post('/orders', { schema: placing, config: underPressureToo }, async (request, reply) => {
    const { customer, body } = request;
    const key = idempotencyKeyOf(request);
    const { response, isNew } = await placeOrder(context, {
      customer,
      body,
      claim: key === undefined ? undefined : claimOf(key, body),
      asksAboutRepeat: headerOf(request, 'Kedai-Repeat', Repeat) === 'ask',
      limited: (store) => orders.countedIfNew(customer.id, store),
    });
    if (!isNew) reply.header('idempotency-replayed', 'true');
    return reply.type(json).send(response);
  });

  app.patch('/orders/:number', { schema: withdrawing, config: underPressureToo }, async (request, reply) => {
    const { customer, params, body } = request;
    return reply.type(json).send(await withdrawOrder(context, customer, params.number, body.from));
  });

  app.delete('/orders', { schema: cancelling, config: underPressureToo }, async (request, reply) => {
    const { customer } = request;
    const key = requiredKey(request, 'order');
    const use =
      (await keyUse(database, customer, key)) ??
      (await voidedKeys.countedIfNew(customer.id, () => voidKey(database, customer, key, now()))).use;
    return use?.voided === 0 ? reply.code(200).type(json).send(use.response) : reply.code(204).send();
  });
}
