/** The calls of the counter (`core/counter.ts`). Each rejects as ky does; the token is an argument. */
import ky, { isHTTPError } from 'ky';
import * as v from 'valibot';
import { Failure, forgiving, listOf, Product } from '#core/contract';
import { CounterOrder, OrderChanged, StaffSession, type StatusChange, Today } from '#core/counter';

const http = ky.create({ prefix: '/api', retry: 0, timeout: 15_000, cache: 'no-store' });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const withKey = (token: string, key: string) => ({ ...bearer(token), 'idempotency-key': key });
const orderPath = (orderNumber: string) => `counter/orders/${encodeURIComponent(orderNumber)}`;

/** `POST /staff/session` with the secret of an invitation, which is used up by it. */
export const redeemInvitation = (invitation: string) =>
  http.post('staff/session', { json: { invitation } }).json(StaffSession);

/** `DELETE /staff/session`; also while the page is being closed. */
export const endStaffSession = (token: string) =>
  http.delete('staff/session', { headers: bearer(token), keepalive: true }).text();

/** `GET /counter/stream`. Its response has no end, and so no time limit of ky's. */
export const openStream = (token: string, signal: AbortSignal) =>
  http.get('counter/stream', { headers: { ...bearer(token), accept: 'text/event-stream' }, signal, timeout: false });

/** `PATCH /counter/orders/{order_number}`; resolves with the order. */
export const patchOrder = (token: string, orderNumber: string, key: string, change: StatusChange) =>
  orderIn(http.patch(orderPath(orderNumber), { headers: withKey(token, key), json: change }).json());

/** `PUT /counter/orders/{order_number}/lines/{product}`; resolves with the order. */
export const putLine = (token: string, orderNumber: string, product: string, struck: boolean) =>
  orderIn(
    http
      .put(`${orderPath(orderNumber)}/lines/${encodeURIComponent(product)}`, {
        headers: bearer(token),
        json: { struck },
      })
      .json(),
  );

/** `POST /counter/orders/{order_number}/prints`; resolves with the order. */
export const postPrint = (token: string, orderNumber: string, key: string) =>
  orderIn(http.post(`${orderPath(orderNumber)}/prints`, { headers: withKey(token, key) }).json());

/** The order in a successful response; undefined if it does not fit: the change was made all the same, and the stream says the rest. */
async function orderIn(response: Promise<unknown>): Promise<CounterOrder | undefined> {
  const order = v.safeParse(CounterOrder, await response);
  return order.success ? order.output : undefined;
}

/** `GET /counter/older`: the newest 200 unfinished orders that the board does not show. */
export const getOlder = async (token: string) =>
  (await http.get('counter/older', { headers: bearer(token) }).json(listOf(CounterOrder))).items;

/** `GET /counter/today`. */
export const getToday = (token: string) => http.get('counter/today', { headers: bearer(token) }).json(Today);

/** `GET /products`. With the token, so that the storefront's worker, which may be on this device, does not answer from its cache. */
export const getProducts = async (token: string) =>
  (await http.get('products', { headers: bearer(token) }).json(listOf(forgiving(Product)))).items;

/** `PATCH /counter/products/{id}` (decision W8). */
export const patchProduct = (token: string, id: string, available: boolean) =>
  http.patch(`counter/products/${encodeURIComponent(id)}`, { headers: bearer(token), json: { available } }).text();

/** The status of a refused call; undefined when there was no response, or a successful one. */
export const statusOf = (failure: unknown) => (isHTTPError(failure) ? failure.response.status : undefined);

/** The code and the sentence of a refusal of the bundled server; undefined for any other failure. */
export function refusalOf(failure: unknown) {
  const body = isHTTPError(failure) ? v.safeParse(Failure, failure.data) : undefined;
  return body?.success ? body.output.error : undefined;
}

/** The order in a refusal because another counter was faster (decision W3). */
export function changedOrderOf(failure: unknown): CounterOrder | undefined {
  const body = isHTTPError(failure) ? v.safeParse(OrderChanged, failure.data) : undefined;
  return body?.success ? body.output.error.order : undefined;
}

/** `Retry-After` of a refusal in ms, a minute at most; 0 without one. */
export function retryAfterOf(failure: unknown): number {
  const seconds = isHTTPError(failure) ? Number(failure.response.headers.get('retry-after')) : 0;
  return seconds > 0 ? Math.min(seconds, 60) * 1_000 : 0;
}
