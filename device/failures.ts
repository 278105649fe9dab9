/**
 * The errors of a call (`api.ts`), and what can be read from them.
 *
 * | error | the shop |
 * | --- | --- |
 * | `HTTPError` (ky) | responded with a status that is no success; `data` is the body |
 * | `NetworkError` (ky), or `fetch`'s own error | did not respond |
 * | `TimeoutError` (ky) | did not respond in time |
 * | `SchemaValidationError` (ky), `SyntaxError` | sent a success that does not fit its schema, or is no JSON |
 * | `PortalAnswered` | did not get the request: a network that requires a login sent its own page |
 * | `NotTheShop` | may have got the request: the successful response lacks the marks of this shop |
 */
import { isHTTPError, SchemaValidationError } from 'ky';
import * as v from 'valibot';
import { Failure } from '#core/failure';
import { platform } from './platform.ts';

/** The request may have been carried out or not. */
export class NotTheShop extends Error {
  override name = 'NotTheShop';
}

/** A captive portal's page: the request was not carried out (fault F11). */
export class PortalAnswered extends Error {
  override name = 'PortalAnswered';
}

export const isFromKedai = ({ headers }: Response): boolean => headers.get('kedai-api') === '1';

/** Undefined when there was no response, or a successful one. */
export const statusOf = (failure: unknown): number | undefined =>
  isHTTPError(failure) ? failure.response.status : undefined;

export function isTemporary(failure: unknown): boolean {
  const status = statusOf(failure) ?? 0;
  return status < 400 || status >= 500 || [408, 425, 429].includes(status);
}

export const isUnreadable = (failure: unknown): boolean =>
  failure instanceof SchemaValidationError || failure instanceof SyntaxError;

export const refusalOf = (failure: unknown): Failure['error'] | undefined => answerOf(failure, Failure)?.answer.error;

/** A proxy may ask for a year. */
const longestRetryAfterMs = 60 * 60_000;

/** RFC 9110 §10.2.3, in ms; undefined when the refusal gave none. */
export function retryAfterOf(failure: unknown): number | undefined {
  if (!isHTTPError(failure)) return undefined;
  const { headers } = failure.response;
  const given = headers.get('retry-after') ?? 'none';
  // By the server's clock where the response has it: the phone's clock may be wrong by days (fault F15).
  const sent = Date.parse(headers.get('date') ?? '') || platform.now();
  const wait = Number.isNaN(Number(given)) ? Date.parse(given) - sent : Number(given) * 1_000;
  return Number.isFinite(wait) ? Math.min(wait, longestRetryAfterMs) : undefined;
}

/** No shop's API refuses with an HTML page. */
export const isPage = (failure: unknown) => isHTTPError(failure) && isHtml(failure.response);

export const isHtml = ({ headers }: Response) => /\bhtml\b/.test(headers.get('content-type') ?? '');

export function answerOf<const Schema extends v.GenericSchema>(failure: unknown, schema: Schema) {
  if (!isHTTPError(failure)) return undefined;
  const body = v.safeParse(schema, failure.data);
  return body.success ? { answer: body.output, etag: failure.response.headers.get('etag') } : undefined;
}
