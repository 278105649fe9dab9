/** The calls of the counter (`core/counter.ts`). Each rejects as ky does; the token is an argument. */
import type { Options } from 'ky';
import * as v from 'valibot';
import { forgiving, listOf, Product } from '#core/contract';
import {
  Board,
  Closing,
  type ClosingRequest,
  Closings,
  CounterOrder,
  Edited,
  type GroupEdit,
  Invited,
  KeyReused,
  Member,
  NewInvitation,
  type NewMember,
  OrderChanged,
  type OrderOfKey,
  type PauseRequest,
  type ProductEdit,
  StaffSession,
  type StatusChange,
  StoredPicture,
  type TillOrder,
  Today,
} from '#core/counter';
import { bearer, clientFor } from '#device/client';
import { answerOf, refusalOf, statusOf } from '#device/failures';

const http = clientFor('/api').extend({ cache: 'no-store' });

/** Calls with the token of a session and, to be made once however often it is sent, a key. */
const as = (token: string, key?: string) =>
  http.extend({ headers: { ...bearer(token), ...(key && { 'idempotency-key': key }) } });
const orderPath = (orderNumber: string) => `counter/orders/${encodeURIComponent(orderNumber)}`;

/** `POST /staff/session` with the secret of an invitation, which is used up by it. */
export const redeemInvitation = (invitation: string) =>
  http.post('staff/session', { json: { invitation } }).json(StaffSession);

/** `POST /staff/invitation`: whose it is, without using it up. */
export const readInvitation = (invitation: string) =>
  http.post('staff/invitation', { json: { invitation } }).json(Invited);

/** `DELETE /staff/session`; also while the page is being closed. */
export const endStaffSession = (token: string) => as(token).delete('staff/session', { keepalive: true }).text();

/**
 * Asks for what may be known already, as `etag`: `data` is undefined while what has it is still so. `at`: when the shop answered, on its
 * clock (ms since 1970); NaN when it did not say.
 */
async function revalidated<const Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  token: string,
  etag: string | undefined,
  options: Options = {},
) {
  const call = as(token).get(path, {
    ...options,
    headers: { 'if-none-match': etag },
    throwHttpErrors: (status) => status !== 304,
  });
  const { status, headers } = await call;
  const at = Date.parse(headers.get('date') ?? '');
  if (status === 304) return { data: undefined, etag, at };
  return { data: await call.json(schema), etag: headers.get('etag') ?? undefined, at };
}

/** `GET /counter/board`. */
export const getBoard = (token: string, etag?: string) => revalidated('counter/board', Board, token, etag);

/** The lists of orders beside the board: unfinished ones that it does not show, and those that were finished on this day. */
export type OrderList = 'older' | 'finished';

/** `GET /counter/older` or `/counter/finished`: the newest 200, with `before` of those that are older than the order with this number. */
export const getOrders = (
  list: OrderList,
  token: string,
  { etag, before }: { etag?: string | undefined; before?: string },
) => revalidated(`counter/${list}`, listOf(CounterOrder), token, etag, { searchParams: { before } });

/** The order in a response; undefined if it does not fit: the change was made all the same, and the next look says the rest. */
const OrderNow = v.fallback(v.optional(CounterOrder), undefined);

/** `PATCH /counter/orders/{order_number}`; resolves with the order. */
export const patchOrder = (token: string, orderNumber: string, key: string, change: StatusChange) =>
  as(token, key).patch(orderPath(orderNumber), { json: change }).json(OrderNow);

/** `PUT /counter/orders/{order_number}/made/{line}`, for a line's place or, of a change that an earlier build has stored, its name; resolves with the order. */
export const putLine = (token: string, orderNumber: string, line: number | string, struck: boolean) =>
  as(token)
    .put(`${orderPath(orderNumber)}/${typeof line === 'string' ? 'lines' : 'made'}/${encodeURIComponent(line)}`, {
      json: { struck },
    })
    .json(OrderNow);

/** `POST /counter/orders/{order_number}/prints`; resolves with the order. */
export const postPrint = (token: string, orderNumber: string, key: string) =>
  as(token, key)
    .post(`${orderPath(orderNumber)}/prints`)
    .json(OrderNow);

/** `POST /counter/orders`: an order at the till; sent again with its key it is the same one. */
export const postTillOrder = (token: string, key: string, order: v.InferInput<typeof TillOrder>) =>
  as(token, key).post('counter/orders', { json: order }).json(CounterOrder);

/** `GET /counter/today`, for owners; `day` as '2026-11-28', by default the current one. */
export const getToday = (token: string, day?: string) =>
  as(token).get('counter/today', { searchParams: { day } }).json(Today);

/** `GET /counter/closings`, for owners. */
export const getTill = (token: string) => as(token).get('counter/closings').json(Closings);

/** `POST /counter/closings`, for owners. */
export const postClosing = (token: string, closing: ClosingRequest) =>
  as(token).post('counter/closings', { json: closing }).json(Closing);

/** `GET /counter/closings/{id}/csv`, for owners. */
export const getClosingCsv = (token: string, id: number) => as(token).get(`counter/closings/${id}/csv`).blob();

/** `GET /products`. With the token, so that the storefront's worker, which may be on this device, does not answer from its cache. */
export const getProducts = (token: string, etag?: string) =>
  revalidated('products', listOf(forgiving(Product)), token, etag);

/** `PATCH /counter/products/{id}` or `/counter/choices/{id}` (decisions W8 and M10). */
export const patchAvailable = (kind: 'products' | 'choices', token: string, id: string, available: boolean) =>
  as(token)
    .patch(`counter/${kind}/${encodeURIComponent(id)}`, { json: { available } })
    .json(v.object({ available: v.optional(v.boolean()) }));

/** What of the menu an owner edits (decision W15); without `id` it is new. */
export interface Editing {
  part: 'products' | 'groups';
  id: string | undefined;
}

const editedPath = ({ part, id }: Editing) => `counter/${part}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

/** `GET /counter/products/{id}` or `/counter/groups/{id}`, for owners. */
export const getEdited = (token: string, editing: Editing) => as(token).get(editedPath(editing)).json(Edited);

/** `PUT /counter/products/{id}` or `/counter/groups/{id}`, without an id `POST`; sent again it is the same one. */
export const saveEdited = (token: string, editing: Editing, edit: ProductEdit | GroupEdit) =>
  as(token)(editedPath(editing), { method: editing.id === undefined ? 'post' : 'put', json: edit }).json(Edited);

/** `DELETE /counter/products/{id}` or `/counter/groups/{id}`. */
export const deleteEdited = (token: string, editing: Editing, revision: number) =>
  as(token).delete(editedPath(editing), { searchParams: { revision } }).text();

/** `POST /counter/pictures`: a phone may take long to send one. */
export const postPicture = (token: string, picture: Blob) =>
  as(token).post('counter/pictures', { body: picture, totalTimeout: 90_000 }).json(StoredPicture);

/** `PUT /counter/pause` (decision W12). */
export const putPause = (token: string, pause: PauseRequest) => as(token).put('counter/pause', { json: pause }).text();

/** `DELETE /counter/pause`. */
export const deletePause = (token: string) => as(token).delete('counter/pause').text();

/** `GET /counter/staff`, for owners. */
export const getStaff = (token: string) => as(token).get('counter/staff').json(listOf(Member));

/** `POST /counter/staff`, for owners. */
export const postInvitation = (token: string, member: v.InferInput<typeof NewMember>) =>
  as(token).post('counter/staff', { json: member }).json(NewInvitation);

/** `DELETE /counter/staff/{id}`, for owners. */
export const deleteMember = (token: string, id: number) => as(token).delete(`counter/staff/${id}`).text();

/** Whether the shop, and not a proxy, refuses the session itself: a call for owners is no reason to end it (decision W14). */
export const isSessionRefused = (failure: unknown): boolean => {
  const code = refusalOf(failure)?.code;
  return code !== undefined && code !== 'owner_only' && [401, 403].includes(statusOf(failure) ?? 0);
};

/** The order that was sent with the same key before it was changed. */
export const orderOfKey = (failure: unknown): OrderOfKey | undefined =>
  answerOf(failure, KeyReused)?.answer.error.order;

/** The order in a refusal because another counter was faster (decision W3). */
export const changedOrderOf = (failure: unknown): CounterOrder | undefined =>
  answerOf(failure, OrderChanged)?.answer.error.order;
