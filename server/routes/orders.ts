/** Orders: each is stored once, whatever the network does to its request (decisions O2, O3a, O5). */
import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Insertable } from 'kysely';
import { canonical } from '#core/canonical';
import { Order, type PlacedOrder } from '#core/contract';
import { type Database, type DatabaseTransaction, storageFailureOf } from '../database/open.ts';
import { prepared } from '../database/prepared.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../failures.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import type { MenuInMemory } from '../menu.ts';
import { orderNumber } from '../order-number.ts';
import type { OrderWebhook } from '../order-webhook.ts';
import { placedOrderFrom } from '../placed-order.ts';
import { type PricedOrder, priced } from '../quote.ts';
import type { Customer } from '../sessions.ts';
import { type Allowance, Throttle } from '../throttle.ts';
import type { App } from '../validation.ts';

/** New orders of one customer; replays are not counted (fault B44). */
export const orderAllowance: Allowance = { burst: 30, everyMs: 20_000 };

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
    menu: MenuInMemory;
    now: () => number;
    allowance: Allowance;
    webhook: OrderWebhook | undefined;
  },
) {
  const orders = new Throttle(allowance, now);
  /** Customers' keys that are being stored right now; the same order, sent again meanwhile, is not throttled as a new one. */
  const underway = new Set<string>();

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

    const order = priced(body, await menu.latest());
    const intent = claim && `${customer.id} ${claim.key}`;
    const isCounted = intent === undefined || !underway.has(intent);
    const wait = isCounted ? orders.take(customer.id) : 0;
    if (wait) throw new Refusal('too_many_requests', { retryAfter: wait });
    if (intent) underway.add(intent);
    let isNew = false;
    try {
      const stored = await storeOrder(database, { customer, claim, order, now: now(), webhook });
      isNew = !stored.replayed;
      if (isNew) webhook?.wake();
      return isNew ? sendOrder(reply, stored.answer) : replay(reply, stored.answer);
    } finally {
      if (isCounted && intent) underway.delete(intent);
      // Of several requests with one key only the one that stored the order counts, and it counts once.
      if (isCounted && !isNew) orders.giveBack(customer.id);
      if (!isCounted && isNew) orders.take(customer.id);
    }
  });

  /** Cancels what may or may not have arrived: answers with the order if it exists, else 204 and the key is spent. */
  app.delete('/orders', async (request, reply) => {
    const { customer } = request;
    const key = idempotencyKeyOf(request);
    if (key === undefined) throw new Refusal('invalid_header', { message: 'Which order? Send its Idempotency-Key.' });
    const known = await rowOf(database, customer, key);
    if (!known) {
      const wait = orders.take(customer.id);
      if (wait) throw new Refusal('too_many_requests', { retryAfter: wait });
    }
    const row =
      known ??
      (await database.transaction().execute(async (transaction) => {
        const spent = { fingerprint: '', status: 410, response: '', voided: 1 };
        await claimKey(transaction, customer, { key, ...spent, created_at: new Date(now()).toISOString() });
        return rowOf(transaction, customer, key);
      }));
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

const rowsOf = prepared((database, { customer, key }: { customer: string; key: string }) =>
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
  if (row.voided === 1) throw new Refusal('order_voided');
  if (row.fingerprint !== fingerprint) throw new Refusal('key_reused');
  return row.response;
}

const insertKey = prepared((database, row: Insertable<Tables['idempotency_keys']>) =>
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

const insertOrder = prepared((database, row: Insertable<Tables['orders']>) =>
  database
    .insertInto('orders')
    .values(row)
    .onConflict((conflict) => conflict.column('order_number').doNothing()),
);

class NumberTaken extends Error {}

/**
 * Stores the key and the order in one transaction, or finds that somebody was faster. The answer is composed before, so
 * that what is stored under the key is what is sent, byte for byte.
 */
async function storeOrder(
  database: Database,
  {
    customer,
    claim,
    order,
    now,
    webhook,
  }: {
    customer: Customer;
    claim: Claim | undefined;
    order: PricedOrder;
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
          if (!(await claimKey(transaction, customer, row))) {
            const earlier = await storedAnswer(transaction, customer, claim);
            if (earlier === undefined) throw new Refusal('order_in_progress', { retryAfter: 1 });
            return { answer: earlier, replayed: true };
          }
        }
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
      if (error instanceof NumberTaken && attempt < 10) continue;
      // The key is held by another request that has not finished: its outcome is not known yet.
      if (claim && storageFailureOf(error) === 'busy') throw new Refusal('order_in_progress', { retryAfter: 1 });
      throw error;
    }
  }
}
