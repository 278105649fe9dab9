/** Orders in the database: each is stored once, however often its request arrives (decisions O2, O3a, O5). */
import type { Region } from '#core/contract';
import { linesOf, repeatWindow } from '#core/order';
import type { Order, PlacedOrder } from '#core/order-contract';
import { cancelledByCustomer, isWithdrawable } from '#core/order-steps';
import { type PaidWith, tillId } from '#core/payment';
import { handoverOf } from '#core/shop';
import { lockCustomer } from '../accounts/customers.ts';
import type { Customer } from '../accounts/sessions.ts';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { type MenuSnapshot, menuVersion, pauseAt } from '../menu/menu-snapshot.ts';
import { requireChained } from '../region-chain.ts';
import { changeStatus, lockedOrder, writeFirstEvent } from './order-changes.ts';
import { type Claim, inProgressOr, responseToTaken, takeKey } from './order-keys.ts';
import { orderNumber } from './order-number.ts';
import { orderColumns, placedOrderFrom, placedOrderJson } from './order-row.ts';
import { enqueueWebhook } from './order-webhook.ts';
import { type PricedOrder, priceOrder } from './pricing.ts';
import { placesOf } from './queue.ts';
import { drawQueueNumber } from './queue-number.ts';
import { addTillCustomer } from './till.ts';

/** An order at the shop's prices, the menu that these are from, and how it is priced again from another one. */
interface Offer {
  order: PricedOrder;
  menu: MenuSnapshot;
  priceFrom: (menu: MenuSnapshot) => PricedOrder;
}

/** Who takes an order at the till, and how it was paid there. */
interface AtTill {
  staffId: number;
  paidWith: PaidWith | undefined;
}

interface OrderStoreOptions {
  database: Database;
  menu: MenuCache;
  /** The shop's account number in full, for the customer of an order. */
  billingAccount: string | undefined;
  /** Where the couriers deliver; empty: everywhere. */
  deliveryRegencies: readonly Region[];
  /** Whether every new order is posted to the shop's own program. */
  hasWebhook: boolean;
  /** Called when an order is stored or changed. */
  onChange: () => void;
  /** ms since 1970. */
  now: () => number;
}

/** The most orders in one response; a client that asks for no number gets as many. */
export const maxListed = 200;
/** Bytes of a page of orders, so that little waits for a client that does not read it (fault B46). */
const pageBytes = 50_000;

/** Those of these texts that fit into a page, and one at least. */
function firstPage(texts: readonly string[]) {
  let bytes = 0;
  return texts.filter((text, at) => {
    bytes += Buffer.byteLength(text);
    return at === 0 || bytes <= pageBytes;
  });
}

/** How often an order is stored again after its number was taken or the menu has changed. */
const maxAttempts = 10;

/** The orders of a shop. Requests that are sent again find what the first of them stored. */
export class OrderStore {
  readonly #options: OrderStoreOptions;

  constructor(options: OrderStoreOptions) {
    this.#options = options;
  }

  /**
   * A customer's newest orders as JSON, the newest first: at most `limit`, all of them older than the order `before`, and how many the
   * customer has in all. Throws `invalid_query` when `before` is none of theirs.
   */
  async list(
    customer: Customer,
    { limit, before }: { limit: number; before: string | undefined },
  ): Promise<{ orders: string[]; count: number }> {
    const own = this.#options.database.selectFrom('orders').where('customer_id', '=', customer.id);
    const last =
      before === undefined ? undefined : await own.select('id').where('order_number', '=', before).executeTakeFirst();
    if (before !== undefined && !last) throw new ApiError('invalid_query', { message: 'There is no such order.' });
    const older = last ? own.where('id', '<', last.id) : own;
    const [rows, { count }] = await Promise.all([
      older.selectAll().orderBy('id', 'desc').limit(limit).execute(),
      own.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ]);
    const places = await placesOf(this.#options.database, rows, this.#options.now());
    const orders = rows.map((row) => placedOrderJson(row, this.#options.billingAccount, places.get(row.id)));
    return { orders: firstPage(orders), count: Number(count) };
  }

  /**
   * Prices an order, or finds the response to its claim. Only who holds the key may refuse: an attempt that was priced before the menu
   * changed may be storing this very order now. Throws as `priceOrder` does, and `order_in_progress` while the key is being taken.
   */
  async offerFor(
    customer: Customer,
    body: Order,
    claim: Claim | undefined,
    { isAtTill = false } = {},
  ): Promise<Offer | string> {
    const menu = await this.#options.menu.latest();
    // A client without a key may know of no such refusal (specification §7): its order is taken, and the staff see the address.
    const regencies = claim && this.#options.deliveryRegencies;
    const priceFrom = (latest: MenuSnapshot) => priceOrder(body, latest, { regencies, isAtTill });
    try {
      const order = priceFrom(menu);
      if (handoverOf(order.delivery_courier)?.kind === 'courier')
        await requireChained(this.#options.database, order.delivery_address);
      return { order, menu, priceFrom };
    } catch (refusal) {
      if (!claim) throw refusal;
      return this.#options.database
        .transaction()
        .execute(async (transaction) => {
          if (isAtTill) await addTillCustomer(transaction, '');
          const row = { ...claim, status: 409, response: '', voided: 0, created_at: '' };
          // Nothing of it stays: the transaction is rolled back.
          if (await takeKey(transaction, customer, row)) throw new KeyIsFree();
          return responseToTaken(transaction, customer, claim);
        })
        .catch((error: unknown) => {
          throw error instanceof KeyIsFree ? refusal : inProgressOr(error);
        });
    }
  }

  /**
   * Stores the claim and the order in one transaction, or finds that another request was faster. Resolves with the body of the response,
   * byte for byte as it is stored under the key. Throws as `offerFor` does. With
   * `asksAboutRepeat` also `order_repeated`, which leaves the key free.
   */
  async place(
    customer: Customer,
    offer: Offer,
    claim: Claim | undefined,
    { asksAboutRepeat = false, atTill }: { asksAboutRepeat?: boolean; atTill?: AtTill } = {},
  ): Promise<{ response: string; isNew: boolean }> {
    const now = this.#options.now();
    let { order, menu } = offer;
    for (let attempt = 0; ; attempt++) {
      const placed: PlacedOrder = {
        order_number: orderNumber(now, attempt),
        status: 'waiting_payment',
        created_at: new Date(now).toISOString(),
        ...order,
        ...paymentOfNew(order, now),
        ...(atTill?.paidWith && paidAtTill(atTill.paidWith, now)),
        revision: 0,
        ...(claim && { client_ref: claim.key }),
        ...(this.#options.billingAccount !== undefined && { billing_account: this.#options.billingAccount }),
      };
      try {
        const stored = await this.#store(customer, placed, { order, menu, claim, asksAboutRepeat, atTill });
        if (stored.isNew) this.#options.onChange();
        return stored;
      } catch (error) {
        if (attempt < maxAttempts && error instanceof NumberTaken) continue;
        if (attempt < maxAttempts && error instanceof MenuChanged) {
          menu = await this.#options.menu.latest();
          order = offer.priceFrom(menu);
          continue;
        }
        throw claim ? inProgressOr(error) : error;
      }
    }
  }

  /** One attempt of `place`. Throws `NumberTaken` or `MenuChanged` when another one must follow. */
  #store(
    customer: Customer,
    placed: PlacedOrder,
    {
      order,
      menu,
      claim,
      asksAboutRepeat,
      atTill,
    }: Pick<Offer, 'order' | 'menu'> & {
      claim: Claim | undefined;
      asksAboutRepeat: boolean;
      atTill: AtTill | undefined;
    },
  ) {
    const { order_number, status, created_at = '' } = placed;
    return this.#options.database.transaction().execute(async (transaction) => {
      if (atTill) await addTillCustomer(transaction, created_at);
      if (claim) {
        const row = { ...claim, status: 201, response: '', voided: 0, created_at };
        const isFree = await takeKey(transaction, customer, row);
        if (!isFree) return { response: await responseToTaken(transaction, customer, claim), isNew: false };
      }
      // After the key is claimed: an attempt that was refused at the new prices found it free, and this one is not stored at the old ones.
      if ((await menuVersion(transaction)) !== menu.version) throw new MenuChanged();
      if (!atTill) refusePaused(menu, this.#options.now());
      if (asksAboutRepeat) await refuseRepeat(transaction, customer, order, this.#options.now());
      const queue_number = await drawQueueNumber(transaction, Date.parse(created_at));
      const response = JSON.stringify({ ...placed, queue_number } satisfies PlacedOrder);
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('orders')
        .values({
          order_number,
          customer_id: customer.id,
          status,
          created_at,
          ...orderColumns(order),
          paid_at: placed.paid_at ?? null,
          paid_with: placed.paid_with ? JSON.stringify(placed.paid_with) : null,
          client_ref: claim?.key ?? null,
          queue_number,
        })
        .onConflict((conflict) => conflict.column('order_number').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) throw new NumberTaken();
      await writeFirstEvent(transaction, { order_number, created_at, status }, atTill?.staffId);
      if (this.#options.hasWebhook) await enqueueWebhook(transaction, order_number, this.#options.now());
      if (claim)
        await transaction
          .updateTable('idempotency_keys')
          .set({ response })
          .where('customer_id', '=', customer.id)
          .where('key', '=', claim.key)
          .execute();
      return { response, isNew: true };
    });
  }

  /**
   * Cancels a customer's order whose status is `from`, while nothing of it is paid or begun (decision W18). Resolves with it as JSON, also when
   * the customer had cancelled it before. Throws `not_found`, and `order_changed` with the order.
   */
  async withdraw(customer: Customer, number: string, from: string): Promise<string> {
    const row = await this.#options.database.transaction().execute(async (transaction) => {
      const order = await lockedOrder(transaction, number);
      if (order?.customer_id !== customer.id) throw new ApiError('not_found');
      if (order.status === 'cancelled' && order.reason === cancelledByCustomer) return order;
      const placed = placedOrderFrom(order);
      if (order.status !== from || !isWithdrawable(placed) || order.struck !== '[]')
        throw new ApiError('order_changed', {
          message: 'The order is paid or begun by now; here it is.',
          order: placed,
        });
      const author = { staffId: null, customerId: customer.id, key: null, now: this.#options.now() };
      return changeStatus(transaction, order, { to: 'cancelled', reason: cancelledByCustomer }, author);
    });
    this.#options.onChange();
    return placedOrderJson(row, this.#options.billingAccount);
  }
}

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

/** Nothing is left to pay of an order of Rp0 (decision O15). */
const paymentOfNew = ({ totalShopping }: PricedOrder, now: number) =>
  totalShopping === 0 ? { paid: true, paid_at: new Date(now).toISOString() } : { paid: false };

/** An order at the till that is paid; cash is the way of the till itself. */
const paidAtTill = (paidWith: PaidWith, now: number) => ({
  status: 'paid',
  paid: true,
  paid_at: new Date(now).toISOString(),
  ...(paidWith._id !== tillId && { paid_with: paidWith }),
});

class KeyIsFree extends Error {}
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
  const lines = linesOf(order);
  const twin = recent.find(({ order_items }) => linesOf({ order_items: JSON.parse(order_items) }) === lines);
  if (!twin) return;
  const { order_number, created_at } = twin;
  const minutes = Math.max(0, Math.round((now - Date.parse(created_at)) / 60_000));
  throw new ApiError('order_repeated', { repeated: { order_number, minutes } });
}
