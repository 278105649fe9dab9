/** Orders in the database: each is stored once, however often its request arrives (decisions O2, O3a, O5). */
import { fingerprintOfLines, repeatWindow } from '#core/order';
import type { Order, PaidWith } from '#core/order-contract';
import { cancelledByCustomer, isWithdrawable } from '#core/order-steps';
import { tillId } from '#core/payment';
import { handoverOf } from '#core/shop';
import { lockCustomer } from '../accounts/customers.ts';
import type { Customer } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import type { DatabaseTransaction } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import { type MenuSnapshot, menuVersion, pauseAt } from '../menu/menu-snapshot.ts';
import { requireChained } from '../region-chain.ts';
import { changeStatus, lockedOrder, writeFirstEvent } from './order-changes.ts';
import { type Claim, inProgressOr, responseTo, responseToTaken, takeKey } from './order-keys.ts';
import { maxListed } from './order-list.ts';
import { drawQueueNumber, orderNumber } from './order-number.ts';
import { orderColumns, placedOrderFrom, placedOrderJson } from './order-row.ts';
import { enqueueWebhook } from './order-webhook.ts';
import { type PricedOrder, priceOrder } from './pricing.ts';
import { addTillCustomer } from './till.ts';

/** How often an order is stored again after its number was taken or the menu has changed. */
const maxAttempts = 10;

/** The body of a response, byte for byte as it is stored under the key; `isNew` when this request has stored it. */
interface Placed {
  response: string;
  isNew: boolean;
}

interface Placing {
  customer: Customer;
  body: Order;
  claim: Claim | undefined;
  /** Whether `order_repeated`, which leaves the key free, is thrown for the same lines as a moment ago. */
  asksAboutRepeat?: boolean;
  /** Who takes it at the till, and how it was paid there. */
  atTill?: { staffId: number; paidWith: PaidWith | undefined };
  /** Limits what stores something new. */
  limited?: (store: () => Promise<Placed>) => Promise<Placed>;
}

/**
 * Stores a claim and its order, at the shop's prices, in one transaction, or finds what another request has stored. Throws as `priceOrder` does,
 * and `order_in_progress` while the key is being taken.
 */
export async function placeOrder(context: Context, placing: Placing): Promise<Placed> {
  const { database, deliveryRegencies } = context;
  const { customer, body, claim, atTill, limited = (store) => store() } = placing;
  // A replay is answered before anything is checked again: prices may have changed since, the order has not.
  const earlier = claim && (await responseTo(database, customer, claim));
  if (earlier !== undefined) return { response: earlier, isNew: false };
  // A client without a key may know of no such refusal (specification §7): its order is taken, and the staff see the address.
  const rules = { regencies: claim && deliveryRegencies, isAtTill: atTill !== undefined };
  const price = async (): Promise<Priced> => {
    const menu = await context.menu.latest();
    try {
      const order = priceOrder(body, menu, rules);
      if (handoverOf(order.delivery_courier)?.kind === 'courier')
        await requireChained(database, order.delivery_address);
      return { menu, order };
    } catch (refusal) {
      return { menu, refusal };
    }
  };
  let priced = await price();
  if (!claim && !priced.order) throw priced.refusal;
  const place = async () => {
    const now = context.now();
    for (let attempt = 0; ; attempt++) {
      try {
        const placed = await store(context, placing, priced, { now, attempt });
        if (placed.isNew) context.onChange();
        return placed;
      } catch (error) {
        if (attempt < maxAttempts && error instanceof NumberTaken) continue;
        if (attempt === maxAttempts || !(error instanceof MenuChanged)) throw claim ? inProgressOr(error) : error;
        priced = await price();
      }
    }
  };
  return limited(place);
}

/** An order at the prices of a menu, or why it is refused with it. */
type Priced = { menu: MenuSnapshot } & ({ order: PricedOrder; refusal?: never } | { order?: never; refusal: unknown });

/** One attempt of `placeOrder`. Throws `NumberTaken` or `MenuChanged` when another one must follow. */
const store = (
  { database, hasWebhook, billingAccount }: Context,
  { customer, claim, asksAboutRepeat, atTill }: Placing,
  { menu, order, refusal }: Priced,
  { now, attempt }: { now: number; attempt: number },
): Promise<Placed> =>
  database.transaction().execute(async (transaction) => {
    const created_at = new Date(now).toISOString();
    if (atTill) await addTillCustomer(transaction, created_at);
    if (claim) {
      const row = { ...claim, status: 201, response: '', voided: 0, created_at };
      const isFree = await takeKey(transaction, customer, row);
      if (!isFree) return { response: await responseToTaken(transaction, customer, claim), isNew: false };
    }
    // After the key is claimed: only who holds it may refuse, and only at the prices of now, because another attempt may be storing this very order.
    if ((await menuVersion(transaction)) !== menu.version) throw new MenuChanged();
    if (!order) throw refusal;
    if (!atTill) refusePaused(menu, now);
    if (asksAboutRepeat) await refuseRepeat(transaction, customer, order, now);
    const paidWith = atTill?.paidWith;
    const row = await transaction
      .insertInto('orders')
      .values({
        order_number: orderNumber(now, attempt),
        customer_id: customer.id,
        status: paidWith ? 'paid' : 'waiting_payment',
        created_at,
        ...orderColumns(order),
        // Nothing is left to pay of an order of Rp0 (decision O15).
        paid_at: paidWith || order.totalShopping === 0 ? created_at : null,
        // Cash is the way of the till itself.
        paid_with: paidWith && paidWith._id !== tillId ? JSON.stringify(paidWith) : null,
        client_ref: claim?.key ?? null,
        queue_number: await drawQueueNumber(transaction, now),
      })
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new NumberTaken();
    await writeFirstEvent(transaction, row, atTill?.staffId);
    if (hasWebhook) await enqueueWebhook(transaction, row.order_number, now);
    const response = placedOrderJson(row, billingAccount);
    if (claim)
      await transaction
        .updateTable('idempotency_keys')
        .set({ response })
        .where('customer_id', '=', customer.id)
        .where('key', '=', claim.key)
        .execute();
    return { response, isNew: true };
  });

/** How long a client waits that is not told when the pause ends, in seconds. */
const retryAfterPause = 300;

/** Throws `paused` while the shop takes no orders (decision W12). */
function refusePaused(menu: MenuSnapshot, now: number) {
  const pause = pauseAt(menu, now);
  if (!pause) return;
  const { until } = pause;
  const seconds = until === undefined ? retryAfterPause : Math.ceil((Date.parse(until) - now) / 1_000);
  throw new ApiError('paused', { until, retryAfter: seconds });
}

class NumberTaken extends Error {}
class MenuChanged extends Error {}

/** Throws `order_repeated` if the customer has ordered the same lines within `repeatWindow` and the shop has not cancelled that. */
async function refuseRepeat(transaction: DatabaseTransaction, customer: Customer, order: PricedOrder, now: number) {
  // Another device's order is either seen below, or waits here for this one.
  await lockCustomer(transaction, customer.id);
  const recent = await transaction
    .selectFrom('orders')
    .select(['order_number', 'created_at', 'order_items'])
    .where('customer_id', '=', customer.id)
    .where('status', '!=', 'cancelled')
    .where('created_at', '>', new Date(now - repeatWindow).toISOString())
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  const lines = fingerprintOfLines(order);
  const twin = recent.find(({ order_items }) => fingerprintOfLines({ order_items: JSON.parse(order_items) }) === lines);
  if (!twin) return;
  const { order_number, created_at } = twin;
  const minutes = Math.max(0, Math.round((now - Date.parse(created_at)) / 60_000));
  throw new ApiError('order_repeated', { repeated: { order_number, minutes } });
}

/**
 * Cancels a customer's order whose status is `from`, while nothing of it is paid or begun (decision W18). Resolves with it as JSON, also when
 * the customer had cancelled it before. Throws `not_found`, and `order_changed` with the order.
 */
export async function withdrawOrder(
  { database, billingAccount, now, onChange }: Context,
  customer: Customer,
  number: string,
  from: string,
): Promise<string> {
  const row = await database.transaction().execute(async (transaction) => {
    const order = await lockedOrder(transaction, number);
    if (order?.customer_id !== customer.id) throw new ApiError('not_found');
    if (order.status === 'cancelled' && order.reason === cancelledByCustomer) return order;
    const placed = placedOrderFrom(order);
    if (order.status !== from || !isWithdrawable(placed) || order.struck !== '[]')
      throw new ApiError('order_changed', {
        message: 'The order is paid or begun by now; here it is.',
        order: placed,
      });
    const author = { staffId: null, customerId: customer.id, key: null, now: now() };
    return changeStatus(transaction, order, { to: 'cancelled', reason: cancelledByCustomer }, author);
  });
  onChange();
  return placedOrderJson(row, billingAccount);
}
