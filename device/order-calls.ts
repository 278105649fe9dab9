/** The calls about orders; they reject as those of `api.ts`. */
import { listOf } from '#core/contract';
import { OrderAnswer, PlacedOrder } from '#core/order-contract';
import { extra, http, jsonOf, personal } from './api.ts';
import { bearer } from './client.ts';
import { isFromKedai, NotTheShop, statusOf } from './failures.ts';

/** Selects the newest `limit` orders that are older than the order with the number `before`. */
interface OrderPage {
  limit: number;
  before?: string;
}

/**
 * `GET /orders`: the customer's orders, newest first, as many as the host sends, and how many exist in all. `page` only
 * for a host that announced itself.
 */
export const getOrders = (token: string, page?: OrderPage) =>
  jsonOf(
    'GET /orders',
    http.get('orders', { ...personal(token), ...(page && { searchParams: { ...page } }) }),
    listOf(PlacedOrder),
  );

/**
 * The newest orders, as `getOrders` (bundled server only), and their `ETag`; undefined when they are still those of `etag`.
 */
export async function getNewestOrders(token: string, limit: number, etag?: string) {
  const headers = { ...bearer(token), ...(etag && { 'if-none-match': etag }) };
  const call = http.get('orders', { headers, cache: 'no-store', searchParams: { limit } });
  try {
    const list = await jsonOf('GET /orders', call, listOf(PlacedOrder));
    return { list, etag: (await call).headers.get('etag') ?? '' };
  } catch (failure) {
    if (etag && statusOf(failure) === 304) return undefined;
    throw failure;
  }
}

/**
 * `PATCH /orders/{number}` (bundled server only, decision W18): cancels an order that has the status that was shown. Rejects with a 409 once it
 * is paid or begun.
 */
export const withdrawOrder = (token: string, { order_number, status }: PlacedOrder) =>
  jsonOf(
    'PATCH /orders',
    extra.patch(`orders/${encodeURIComponent(order_number)}`, { headers: bearer(token), json: { from: status } }),
    PlacedOrder,
  );

/** The order, if it has its key and a number, as the bundled server's orders have; throws `NotTheShop` otherwise. */
function orderOfKey(order: PlacedOrder, key: string): PlacedOrder {
  if (order.client_ref !== key || order.order_number === '') throw new NotTheShop(`No word on order ${key}`);
  return order;
}

/**
 * `POST /orders` with the frozen bytes of an order; `key` (the `Idempotency-Key`) only for a host that announced itself
 * (decision O2). Such a host also decides whether the same was ordered on another device, unless the customer has
 * `agreed` to that (decision O8). Rejects with `NotTheShop` when such a host's response is not about this order.
 */
export async function postOrder(token: string, body: string, key?: string, agreed = false): Promise<PlacedOrder> {
  const headers = {
    ...bearer(token),
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': key, 'kedai-repeat': agreed ? 'agreed' : 'ask' }),
  };
  const order = await jsonOf('POST /orders', http.post('orders', { body, headers }), OrderAnswer);
  return key === undefined ? order : orderOfKey(order, key);
}

/**
 * `DELETE /orders` with an order's key (bundled server only, decision O3a): resolves with the order
 * if it exists; otherwise the key is spent and the result undefined. Rejects with `NotTheShop` when the response is not
 * the shop's own.
 */
export async function voidOrder(token: string, key: string): Promise<PlacedOrder | undefined> {
  const call = extra.delete('orders', { headers: { ...bearer(token), 'idempotency-key': key } });
  const response = await call;
  if (!isFromKedai(response)) throw new NotTheShop(`No word on order ${key}`);
  return response.status === 204 ? undefined : orderOfKey(await jsonOf('DELETE /orders', call, OrderAnswer), key);
}
