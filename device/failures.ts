/** What can be read from the failure of a call (`api.ts`). */
import * as v from 'valibot';
import { Failure } from '#core/contract';
import { platform } from './platform.ts';

/** Somebody answered in the shop's place: what was asked may have happened or not. */
export class NotTheShop extends Error {
  override name = 'NotTheShop';
}

/** An answer is not what its call answers with; the message names the fields. */
export class DoesNotFit extends Error {
  override name = 'DoesNotFit';
}

interface Answered extends Error {
  response: Response;
  data?: unknown;
}

// By name, not by class: the page's is ky's, which comes behind the first paint, and the worker has one of its own.
const isAnswered = (failure: unknown): failure is Answered => failure instanceof Error && failure.name === 'HTTPError';

/** The HTTP status a call was refused with; undefined when nothing answered. */
export const statusOf = (failure: unknown) => (isAnswered(failure) ? failure.response.status : undefined);

/** The bundled server's error body, when there is one. */
export function refusalOf(failure: unknown): Failure['error'] | undefined {
  const body = isAnswered(failure) ? v.safeParse(Failure, failure.data) : undefined;
  return body?.success ? body.output.error : undefined;
}

/** The longest `Retry-After` that is respected, in ms: a proxy may ask for a year. */
const longestAskedFor = 60 * 60_000;

/** `Retry-After` of a refusal (RFC 9110 §10.2.3) in milliseconds, an hour at most; undefined when it gave none. */
export function retryAfterOf(failure: unknown): number | undefined {
  if (!isAnswered(failure)) return undefined;
  const { headers } = failure.response;
  const given = headers.get('retry-after') ?? 'none';
  // A date is by the clock of whoever answered, where they say what it is: the phone's may be wrong by days
  // (fault F15).
  const sent = Date.parse(headers.get('date') ?? '') || platform.now();
  const wait = Number.isNaN(Number(given)) ? Date.parse(given) - sent : Number(given) * 1_000;
  return Number.isFinite(wait) ? Math.min(wait, longestAskedFor) : undefined;
}

/** Whether a refusal is a page: no shop's API refuses with one. */
export const isPage = (failure: unknown) =>
  isAnswered(failure) && /\bhtml\b/.test(failure.response.headers.get('content-type') ?? '');

/** The answer that came with a refusal and fits `schema` (a 412 brings the cart it was refused for). */
export function answerOf<const Schema extends v.GenericSchema>(failure: unknown, schema: Schema) {
  if (!isAnswered(failure)) return undefined;
  const body = v.safeParse(schema, failure.data);
  return body.success ? { answer: body.output, etag: failure.response.headers.get('etag') } : undefined;
}
