/** Everything this server refuses, in one list: a stable code, its status, and the sentence that goes with it. */
import type { ServerResponse } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Quote } from '#core/contract';
import { storageFailureOf } from '../database/open.ts';
import { dataHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    journal: Journal;
  }
}

/**
 * A log such as `pino`. Not Fastify's own, which creates a logger for every request; that takes longer than answering it from memory.
 */
export interface Journal {
  level: string;
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export const noJournal: Journal = { level: 'silent', info: () => {}, error: () => {} };

export const failures = {
  bad_request: [400, 'The request could not be understood.'],
  malformed_body: [400, 'The body must be one JSON object in UTF-8, without doubled or forbidden keys.'],
  invalid_query: [400, 'A query parameter is missing or does not fit.'],
  invalid_header: [400, 'A header does not fit.'],
  credentials_missing: [400, 'E-mail and password are both needed.'],
  unauthorized: [401, 'This needs a valid session: please log in.'],
  wrong_credentials: [401, 'E-mail or password is wrong.'],
  not_found: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not answer that method.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  email_taken: [409, 'There is already an account with this e-mail.'],
  order_in_progress: [409, 'This very order is being stored right now; ask again in a moment.'],
  quote_changed: [409, 'A price, a fee or what can be had has changed; nothing was ordered.'],
  order_voided: [410, 'This order was cancelled before it arrived; nothing was ordered.'],
  cart_changed: [412, 'The cart was changed elsewhere; here is the current one.'],
  file_changed: [412, 'The file is another one by now.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body must be sent as application/json, not compressed.'],
  invalid_body: [422, 'A field of the body does not fit.'],
  duplicate_line: [422, 'A product stands on more than one line.'],
  unknown_product: [422, 'This shop never had such a product.'],
  unknown_courier: [422, 'This shop has no such courier.'],
  unknown_payment_method: [422, 'This shop has no such payment method.'],
  unknown_region: [422, 'These four regions do not belong to one another.'],
  recipient_missing: [422, 'An order needs a name and a phone number.'],
  address_incomplete: [422, 'A delivery needs a name, a phone number, a street and four regions.'],
  amount_too_large: [422, 'The total is larger than this shop can take.'],
  too_many_addresses: [422, 'No more addresses can be saved.'],
  key_reused: [422, 'This Idempotency-Key belongs to another order.'],
  too_many_requests: [429, 'Too many attempts; please wait a moment.'],
  headers_too_large: [431, 'The headers are too large.'],
  internal: [500, 'Something went wrong in the shop; it was noted.'],
  busy: [503, 'The shop is very busy; please ask again in a moment.'],
  storage_unavailable: [503, 'The shop cannot store anything right now; please try again later.'],
  closing: [503, 'This server is closing; please ask again in a moment.'],
  storefront_missing: [503, 'The storefront is not built yet: run `npm run build`.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type FailureCode = keyof typeof failures;

/** A refusal on purpose: thrown anywhere in a request, answered as its code's status with the one error body. */
export class Refusal extends Error {
  readonly code: FailureCode;
  readonly statusCode: number;
  /** Whole seconds, as the header says it (RFC 9110 §10.2.3). */
  readonly retryAfter: number | undefined;
  readonly quote: Quote | undefined;

  constructor(code: FailureCode, more: { message?: string; retryAfter?: number; quote?: Quote } = {}) {
    super(more.message ?? failures[code][1]);
    this.code = code;
    this.statusCode = failures[code][0];
    this.retryAfter = more.retryAfter;
    this.quote = more.quote;
  }

  /** The one error body: `{ error: { code, message, quote? } }` (`Failure` of the contract). */
  get body() {
    return { error: { code: this.code, message: this.message, ...(this.quote && { quote: this.quote }) } };
  }
}

const ofFastify: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
};

function refusalFrom(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  // A client that hung up in the middle of a body; its error must not be taken for one of the storage.
  if (error === request.raw.errored) return new Refusal('bad_request');
  const storage = storageFailureOf(error);
  if (storage === 'busy') return new Refusal('busy', { retryAfter: 1 });
  if (storage === 'unavailable') return new Refusal('storage_unavailable', { retryAfter: 30 });
  const { code, statusCode = 500 } = error as FastifyError;
  const known = ofFastify[code];
  if (known) return new Refusal(known);
  return new Refusal(statusCode >= 400 && statusCode < 500 ? 'bad_request' : 'internal');
}

/** Fastify's error handler: every failure, ours or the framework's, leaves as the one error body. */
export function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalFrom(error, request);
  if (refusal.statusCode >= 500) {
    request.server.journal.error({ reqId: request.id, req: request, err: error }, refusal.code);
  }
  reply
    .code(refusal.statusCode)
    .headers(dataHeaders)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8');
  // Fastify would close the connection, and a client that is still sending would not read the answer; Node discards the rest instead.
  if (refusal.code === 'body_too_large') reply.removeHeader('connection');
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.statusCode === 401) reply.header('www-authenticate', 'Bearer');
  return reply.send(JSON.stringify(refusal.body));
}

/** Sends a refusal past Fastify, which was not asked. */
export function refuse(response: ServerResponse, code: FailureCode, headers: Record<string, string> = {}) {
  const refusal = new Refusal(code);
  const body = JSON.stringify(refusal.body);
  const own = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(refusal.statusCode, { ...dataHeaders, 'cache-control': 'no-store', ...own, ...headers }).end(body);
}

const ofNode: Record<string, FailureCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  CONNECT: 'method_not_allowed',
};

/** What never became a request (broken HTTP, too slow, too long) is answered on the bare socket, in the same shape. */
export function rawFailureAnswer(code: string | undefined) {
  const refusal = new Refusal(ofNode[code ?? ''] ?? 'bad_request');
  const body = JSON.stringify(refusal.body);
  return [
    `HTTP/1.1 ${refusal.statusCode} Refused`,
    // `Date` and `Allow` are required (RFC 9110 §6.6.1 and §15.5.6); no method is allowed, so none is named.
    `Date: ${new Date().toUTCString()}`,
    ...(refusal.code === 'method_not_allowed' ? ['Allow:'] : []),
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
