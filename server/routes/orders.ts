/** Orders: each is stored once, whatever the network does to its request (decisions O2, O3a, O5). */
import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Insertable } from 'kysely';
import { canonical } from '#core/canonical';
import { Order, type PlacedOrder } from '#core/contract';
import type { Customer } from '../accounts/sessions.ts';
import { compiledQuery } from '../database/compiled-query.ts';
import { type Database, type DatabaseTransaction, storageErrorOf } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { type RateLimit, RateLimiter } from '../http/rate-limiter.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { type MenuSnapshot, menuVersion } from '../menu/menu-snapshot.ts';
import { orderNumber } from '../orders/order-number.ts';
import type { OrderWebhook } from '../orders/order-webhook.ts';
import { placedOrderFrom } from '../orders/placed-order.ts';
import { type PricedOrder, priced } from '../orders/pricing.ts';

/** New orders of one customer; replays are not counted (fault B44). */
export const orderRateLimit: RateLimit = { burst: 30, everyMs: 20_000 };

/** Registered where every request has a customer. */
export function orderRoutes(
  app: App,
  {
    database,
    menu,
    now,
    allowance,
    webhook,
  }: {
    database: Database;
    menu: MenuCache;
    now: () => number;
    allowance: RateLimit;
    webhook: OrderWebhook | undefined;
  },
) {
  const orders = new RateLimiter(allowance, now);
  /** Customers' keys that are being stored right now; the same order, sent again meanwhile, is not throttled as a new one. */
  const underway = new Set<string>();

  /** Marks a key so that no order can come with it any more; resolves with what it belongs to when somebody was faster. */
  async function spend(customer: Customer, key: string) {
    const wait = orders.take(customer.id);
    if (wait) throw new ApiError('too_many_requests', { retryAfter: wait });
    let isSpent = false;
    try {
      const row = await database.transaction().execute(async (transaction) => {
        const spent = { fingerprint: '', status: 410, response: '', voided: 1 };
        const isFree = await claimKey(transaction, customer, {
          key,
          ...spent,
          created_at: new Date(now()).toISOString(),
        });
        return isFree ? undefined : rowOf(transaction, customer, key);
      });
      isSpent = row === undefined;
      return row;
    } finally {
      // What failed, or is an order that was counted already, does not count.
      if (!isSpent) orders.refund(customer.id);
    }
  }

  app.get('/orders', async (request) => {
    const rows = await database
      .selectFrom('orders')
      .selectAll()
      .where('customer_id', '=', request.customer.id)
      .orderBy('id', 'desc')
      .execute();
    const data = rows.map(placedOrderFrom);
    return { data, count: data.length };
  });

  app.post('/orders', { schema: { body: Order } }, async (request, reply) => {
    const { customer, body } = request;
    const key = idempotencyKeyOf(request);
    const claim = key === undefined ? undefined : { key, fingerprint: hash('sha256', canonical(body)) };

    // A replay is answered before anything is checked again: prices may have changed since, the order has not.
    const earlier = claim && (await storedAnswer(database, customer, claim));
    if (earlier !== undefined) return replay(reply, earlier);

    const served = await menu.latest();
    const order = await pricedOrStored(database, { customer, claim, body, served });
    if (typeof order === 'string') return replay(reply, order);
    const intent = claim && `${customer.id} ${claim.key}`;
    const isCounted = intent === undefined || !underway.has(intent);
    const wait = isCounted ? orders.take(customer.id) : 0;
    if (wait) throw new ApiError('too_many_requests', { retryAfter: wait });
    if (intent) underway.add(intent);
    let isNew = false;
    try {
      const stored = await storeOrder(database, { customer, claim, body, order, served, menu, now: now(), webhook });
      isNew = !stored.replayed;
      if (isNew) webhook?.wake();
      return isNew ? sendOrder(reply, stored.answer) : replay(reply, stored.answer);
    } finally {
      if (isCounted && intent) underway.delete(intent);
      // Of several requests with one key only the one that stored the order counts, and it counts once.
      if (isCounted && !isNew) orders.refund(customer.id);
      if (!isCounted && isNew) orders.take(customer.id);
    }
  });

  /** Cancels what may or may not have arrived: answers with the order if it exists, else 204 and the key is spent. */
  app.delete('/orders', async (request, reply) => {
    const { customer } = request;
    const key = idempotencyKeyOf(request);
    if (key === undefined) throw new ApiError('invalid_header', { message: 'Which order? Send its Idempotency-Key.' });
    const row = (await rowOf(database, customer, key)) ?? (await spend(customer, key));
    return row && row.voided === 0 ? reply.code(200).type(json).send(row.response) : reply.code(204).send();
  });
}

const json = 'application/json; charset=utf-8';

const sendOrder = (reply: FastifyReply, answer: string) => reply.code(201).type(json).send(answer);

const replay = (reply: FastifyReply, answer: string) => sendOrder(reply.header('idempotency-replayed', 'true'), answer);

/** A key and the order that goes with it. */
interface Claim {
  key: string;
  fingerprint: string;
}

const rowsOf = compiledQuery((database, { customer, key }: { customer: string; key: string }) =>
  database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response', 'voided'])
    .where('customer_id', '=', customer)
    .where('key', '=', key),
);

const rowOf = async (database: Database, customer: Customer, key: string) =>
  (await rowsOf(database, { customer: customer.id, key })).rows[0];

/** What was answered to this key before. Throws `order_voided` or `key_reused` when that was not this order. */
async function storedAnswer(database: Database, customer: Customer, { key, fingerprint }: Claim) {
  const row = await rowOf(database, customer, key);
  if (!row) return undefined;
  if (row.voided === 1) throw new ApiError('order_voided');
  if (row.fingerprint !== fingerprint) throw new ApiError('key_reused');
  return row.response;
}

const insertKey = compiledQuery((database, row: Insertable<Tables['idempotency_keys']>) =>
  database
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'key']).doNothing()),
);

/** Takes the key unless it is taken; on PostgreSQL this waits for another process that is taking it right now. */
async function claimKey(
  transaction: DatabaseTransaction,
  customer: Customer,
  row: Omit<Insertable<Tables['idempotency_keys']>, 'customer_id'>,
) {
  const { numAffectedRows } = await insertKey(transaction, { customer_id: customer.id, ...row });
  return numAffectedRows !== 0n;
}

class KeyIsFree extends Error {}

/**
 * The order at the shop's prices, or the answer to this key. Only who holds the key may refuse: an attempt that was priced before the menu
 * changed may be storing this very order now. Throws a `ApiError` as `priced` does.
 */
async function pricedOrStored(
  database: Database,
  {
    customer,
    claim,
    body,
    served,
  }: { customer: Customer; claim: Claim | undefined; body: Order; served: MenuSnapshot },
): Promise<PricedOrder | string> {
  try {
    return priced(body, served);
  } catch (refusal) {
    if (!claim) throw refusal;
    return database
      .transaction()
      .execute(async (transaction) => {
        const row = { ...claim, status: 409, response: '', voided: 0, created_at: '' };
        // Nothing of it stays: the transaction is rolled back.
        if (await claimKey(transaction, customer, row)) throw new KeyIsFree();
        return answerOf(transaction, customer, claim);
      })
      .catch((error: unknown) => {
        throw error instanceof KeyIsFree ? refusal : inProgressOr(error);
      });
  }
}

/** The answer to a key that is taken. Throws as `storedAnswer` does, and `order_in_progress` when it cannot be seen yet. */
async function answerOf(transaction: DatabaseTransaction, customer: Customer, claim: Claim) {
  const answer = await storedAnswer(transaction, customer, claim);
  if (answer === undefined) throw new ApiError('order_in_progress', { retryAfter: 1 });
  return answer;
}

/** When the key is held by another request that has not finished, its outcome is not known yet. */
const inProgressOr = (error: unknown) =>
  storageErrorOf(error) === 'busy' ? new ApiError('order_in_progress', { retryAfter: 1 }) : error;

const insertOrder = compiledQuery((database, row: Insertable<Tables['orders']>) =>
  database
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.column('order_number').doNothing()),
);

class NumberTaken extends Error {}
class MenuChanged extends Error {}

/**
 * Stores the key and the order in one transaction, or finds that somebody was faster. The answer is composed before, so
 * that what is stored under the key is what is sent, byte for byte.
 */
async function storeOrder(
  database: Database,
  {
    customer,
    claim,
    body,
    order,
    served,
    menu,
    now,
    webhook,
  }: {
    customer: Customer;
    claim: Claim | undefined;
    body: Order;
    /** What it costs by `served`; priced anew when the menu has changed since. */
    order: PricedOrder;
    served: MenuSnapshot;
    menu: MenuCache;
    now: number;
    webhook: OrderWebhook | undefined;
  },
): Promise<{ answer: string; replayed: boolean }> {
  const status = 'waiting_payment';
  const createdAt = new Date(now).toISOString();

  for (let attempt = 0; ; attempt++) {
    const number = orderNumber(now, attempt);
    const placed: PlacedOrder = {
      order_number: number,
      status,
      created_at: createdAt,
      ...order,
      ...(claim && { client_ref: claim.key }),
    };
    const answer = JSON.stringify(placed);
    try {
      return await database.transaction().execute(async (transaction) => {
        if (claim) {
          const row = { ...claim, status: 201, response: answer, voided: 0, created_at: createdAt };
          if (!(await claimKey(transaction, customer, row)))
            return { answer: await answerOf(transaction, customer, claim), replayed: true };
        }
        // After the key is claimed: whoever is refused at the new prices found it free, and this is not stored at the old ones.
        if ((await menuVersion(transaction)) !== served.version) throw new MenuChanged();
        const { numAffectedRows } = await insertOrder(transaction, {
          order_number: number,
          customer_id: customer.id,
          status,
          created_at: createdAt,
          delivery_courier: order.delivery_courier,
          delivery_fee: order.delivery_fee,
          delivery_address: JSON.stringify(order.delivery_address),
          total_qty: order.totalQty,
          sub_total: order.subTotal,
          total_shopping: order.totalShopping,
          order_items: JSON.stringify(order.order_items),
          payment_method: JSON.stringify(order.paymentMethod),
          client_ref: claim?.key ?? null,
        });
        if (numAffectedRows === 0n) throw new NumberTaken();
        await webhook?.note(transaction, number);
        return { answer, replayed: false };
      });
    } catch (error) {
      if (attempt < 10 && error instanceof NumberTaken) continue;
      if (attempt < 10 && error instanceof MenuChanged) {
        served = await menu.latest();
        order = priced(body, served);
        continue;
      }
      throw claim ? inProgressOr(error) : error;
    }
  }
}
