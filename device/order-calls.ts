import { listOf } from '#core/contract';
import { OrderAnswer, PlacedOrder } from '#core/order-contract';
import { extra, http, jsonOf, personal } from './api.ts';
import { bearer } from './client.ts';
import { isFromKedai, NotTheShop } from './failures.ts';

/** The newest `limit` orders older than the order with the number `before`. */
interface OrderPage {
  limit: number;
  before?: string;
}

/** Newest first, and how many exist in all; `page` only for a host that announced itself. */
export const getOrders = (token: string, page?: OrderPage) =>
  jsonOf(
    'GET /orders',
    http.get('orders', { ...personal(token), ...(page && { searchParams: { ...page } }) }),
    listOf(PlacedOrder),
  );

/** Bundled server only; undefined when they are still those of `etag`. */
export async function getNewestOrders(token: string, limit: number, etag?: string) {
  const headers = { ...bearer(token), ...(etag && { 'if-none-match': etag }) };
  const options = { headers, cache: 'no-store', searchParams: { limit } } as const;
  const call = http.get('orders', { ...options, throwHttpErrors: (status) => status !== 304 });
  const response = await call;
  if (response.status === 304) return undefined;
  return { list: await jsonOf('GET /orders', call, listOf(PlacedOrder)), etag: response.headers.get('etag') ?? '' };
}

/** Bundled server only (decision W18). Rejects with a 409 once the order is paid or begun. */
export const withdrawOrder = (token: string, { order_number, status }: PlacedOrder) =>
  jsonOf(
    'PATCH /orders',
    extra.patch(`orders/${encodeURIComponent(order_number)}`, { headers: bearer(token), json: { from: status } }),
    PlacedOrder,
  );

/** Throws `NotTheShop` without the key or a number, which the bundled server's orders have. */
function orderOfKey(order: PlacedOrder, key: string): PlacedOrder {
  if (order.client_ref !== key || order.order_number === '') throw new NotTheShop(`No word on order ${key}`);
  return order;
}

/**
 * `body`: the frozen bytes. `key`: only for a host that announced itself (decision O2), which also looks for the same order of another device unless
 * the customer has `agreed` (decision O8). Rejects with `NotTheShop` when its response is not about this order.
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

/** Bundled server only (decision O3a). Undefined: there is no order, and its key is spent. May reject with `NotTheShop`. */
export async function voidOrder(token: string, key: string): Promise<PlacedOrder | undefined> {
  const call = extra.delete('orders', { headers: { ...bearer(token), 'idempotency-key': key } });
  const response = await call;
  if (!isFromKedai(response)) throw new NotTheShop(`No word on order ${key}`);
  return response.status === 204 ? undefined : orderOfKey(await jsonOf('DELETE /orders', call, OrderAnswer), key);
}
