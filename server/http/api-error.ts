/** Every error response of this server: a stable code, its status and its sentence (specification §8). */

import type { CounterOrder, EditedGroup, EditedProduct, MenuRefused, OrderOfKey } from '#core/counter';
import type { Quote, RepeatedOrder } from '#core/failure';
import type { PlacedOrder } from '#core/order-contract';

/** By code: the HTTP status, and the sentence for who reads the response. */
export const apiErrors = {
  bad_request: [400, 'The request could not be understood.'],
  malformed_body: [400, 'The body must be one JSON object in UTF-8, without doubled or forbidden keys.'],
  invalid_query: [400, 'A query parameter is missing or does not fit.'],
  invalid_header: [400, 'A header does not fit.'],
  credentials_missing: [400, 'E-mail and password are both needed.'],
  unauthorized: [401, 'This needs a valid session: please log in.'],
  wrong_credentials: [401, 'E-mail or password is wrong.'],
  invitation_refused: [401, 'This invitation is unknown, used or too old.'],
  forbidden: [403, 'This is for the staff of the shop.'],
  owner_only: [403, 'This is for the owners of the shop.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not answer that method.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  email_taken: [409, 'There is already an account with this e-mail.'],
  order_in_progress: [409, 'This very order is being stored right now; ask again in a moment.'],
  quote_changed: [409, 'A price, a fee or what can be had has changed; nothing was ordered.'],
  order_changed: [409, 'The order has another status by now; here it is.'],
  closing_changed: [409, 'The till was closed on another device by now.'],
  menu_changed: [409, 'It was changed elsewhere; here it is. Nothing was stored.'],
  last_owner: [409, 'The shop needs an owner; name another one first.'],
  already_owner: [409, 'An owner has this name; give the barista another one.'],
  paused: [409, 'The shop takes no orders right now; send it again later.'],
  order_repeated: [409, 'The same was ordered a moment ago; nothing was ordered.'],
  order_voided: [410, 'This order was cancelled before it arrived; nothing was ordered.'],
  cart_changed: [412, 'The cart was changed elsewhere; here is the current one.'],
  file_changed: [412, 'The file is another one by now.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body must be sent as application/json, not compressed.'],
  invalid_body: [422, 'A field of the body does not fit.'],
  menu_refused: [422, 'The menu cannot be so, or looks wrong; nothing was stored.'],
  duplicate_line: [422, 'The same stands on more than one line.'],
  unknown_choice: [422, 'A choice is not one of this product.'],
  impossible_choices: [422, 'These choices cannot be had together.'],
  unknown_product: [422, 'This shop never had such a product.'],
  unknown_courier: [422, 'This shop has no such courier.'],
  unknown_payment_method: [422, 'This shop has no such payment method.'],
  unknown_region: [422, 'These four regions do not belong to one another.'],
  recipient_missing: [422, 'An order needs a name and a phone number.'],
  address_incomplete: [422, 'A delivery needs a name, a phone number, a street and four regions.'],
  unknown_place: [422, 'This shop has no such table, or hands no order over there.'],
  outside_delivery_area: [422, 'The couriers of this shop do not deliver to that regency.'],
  amount_too_large: [422, 'The total is larger than this shop can take.'],
  too_many_addresses: [422, 'No more addresses can be saved.'],
  endpoint_refused: [422, 'A subscription must lead to a public address by HTTPS.'],
  step_refused: [422, 'An order with this status cannot get that one, or it is too late to take a change back.'],
  reason_missing: [422, 'Say why the order is cancelled.'],
  key_reused: [422, 'This Idempotency-Key belongs to another order.'],
  too_many_requests: [429, 'Too many attempts; please wait a moment.'],
  headers_too_large: [431, 'The headers are too large.'],
  internal: [500, 'Something went wrong in the shop; it was noted.'],
  busy: [503, 'The shop is very busy; please ask again in a moment.'],
  storage_unavailable: [503, 'The shop cannot store anything right now; please try again later.'],
  closing: [503, 'This server is closing; please ask again in a moment.'],
  storefront_missing: [503, 'The storefront is not built yet: run `npm run build`.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof apiErrors;

type MenuRefusal = Pick<MenuRefused['error'], 'faults' | 'questions'> | EditedProduct | EditedGroup;

interface ErrorDetails {
  /** Whole seconds, as the header says it (RFC 9110 §10.2.3). */
  retryAfter?: number;
  quote?: Quote;
  repeated?: RepeatedOrder;
  order?: CounterOrder | PlacedOrder | OrderOfKey;
  until?: string | undefined;
  menu?: MenuRefusal;
  /** The rate limit that was reached, for the log. */
  limit?: string;
}

/** Thrown anywhere in a request, it becomes a response with its code's status and the one error body (`error-handler.ts`). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, { message, ...details }: ErrorDetails & { message?: string } = {}) {
    super(message ?? apiErrors[code][1]);
    this.code = code;
    this.statusCode = apiErrors[code][0];
    this.details = details;
  }

  /** The one error body: `{ error: { code, message, quote?, repeated?, order?, until? } }` (`Failure` of the contract, `OrderChanged`, `MenuRefused` and `MenuChanged` of the counter). */
  get body() {
    const { retryAfter, limit, menu, ...shown } = this.details;
    return { error: { code: this.code, message: this.message, ...shown, ...menu } };
  }
}
