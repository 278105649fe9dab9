/**
 * How a call (`api.ts`) fails, and what can be read from its failure.
 *
 * | error | the shop |
 * | --- | --- |
 * | `HTTPError` (ky) | answered with a status that is no success; `data` is the body |
 * | `NetworkError` (ky), or `fetch`'s own error | did not answer |
 * | `TimeoutError` (ky) | did not answer in time |
 * | `SchemaValidationError` (ky), `SyntaxError` | sent a success that does not fit its schema, or is no JSON |
 * | `PortalAnswered` | was not asked: a network that wants a login first answered with its page |
 * | `NotTheShop` | may have been asked: what came as a success does not have the marks of this shop |
 */
import { isHTTPError, SchemaValidationError } from 'ky';
import * as v from 'valibot';
import { Failure } from '#core/contract';
import { platform } from './platform.ts';

/** A success that the shop itself did not send: what was asked for may have happened or not. */
export class NotTheShop extends Error {
  override name = 'NotTheShop';
}

/** An HTML page was sent in place of the shop's JSON: nothing that was asked for has happened (fault F11). */
export class PortalAnswered extends Error {
  override name = 'PortalAnswered';
}

/** The HTTP status a call was refused with; undefined when it was not answered, or answered with a success. */
export const statusOf = (failure: unknown): number | undefined =>
  isHTTPError(failure) ? failure.response.status : undefined;

/** Whether the call was answered with a success that cannot be read. */
export const isUnreadable = (failure: unknown): boolean =>
  failure instanceof SchemaValidationError || failure instanceof SyntaxError;

/** The bundled server's error body, when there is one. */
export function refusalOf(failure: unknown): Failure['error'] | undefined {
  const body = isHTTPError(failure) ? v.safeParse(Failure, failure.data) : undefined;
  return body?.success ? body.output.error : undefined;
}

/** The longest `Retry-After` that is respected, in ms: a proxy may ask for a year. */
const longestAskedFor = 60 * 60_000;

/** `Retry-After` of a refusal (RFC 9110 §10.2.3) in milliseconds, an hour at most; undefined when it gave none. */
export function retryAfterOf(failure: unknown): number | undefined {
  if (!isHTTPError(failure)) return undefined;
  const { headers } = failure.response;
  const given = headers.get('retry-after') ?? 'none';
  // A date is by the responding server's clock, where the response says what it is: the phone's may be wrong by days
  // (fault F15).
  const sent = Date.parse(headers.get('date') ?? '') || platform.now();
  const wait = Number.isNaN(Number(given)) ? Date.parse(given) - sent : Number(given) * 1_000;
  return Number.isFinite(wait) ? Math.min(wait, longestAskedFor) : undefined;
}

/** Whether a refusal is a page: no shop's API refuses with one. */
export const isPage = (failure: unknown) =>
  isHTTPError(failure) && /\bhtml\b/.test(failure.response.headers.get('content-type') ?? '');

/** The answer that came with a refusal and fits `schema` (a 412 brings the cart it was refused for). */
export function answerOf<const Schema extends v.GenericSchema>(failure: unknown, schema: Schema) {
  if (!isHTTPError(failure)) return undefined;
  const body = v.safeParse(schema, failure.data);
  return body.success ? { answer: body.output, etag: failure.response.headers.get('etag') } : undefined;
}
