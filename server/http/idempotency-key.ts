/** Requests that are sent again: the header that tells them, and responses that are kept for them. */
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';

/** 1 to 255 visible characters. Node joins repeated headers with a comma and a space, which no key contains. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[!-~]{1,255}$/));

/**
 * The request's `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): names one intent, however often it is sent.
 * Undefined without one, and then every request is a new intent. Throws `invalid_header` (fault B7).
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (!v.is(IdempotencyKey, key)) {
    throw new ApiError('invalid_header', { message: 'The header Idempotency-Key does not fit.' });
  }
  return key;
}

/** How many results are kept. */
const maxResults = 1_000;

/** The last results by key, in memory only: for clients that repeat a request at once, not after a pause or a restart. */
export class IdempotencyCache<Result> {
  readonly #results = new Map<string, Promise<Result>>();

  /** The result under this key, or else that of `work`, which is kept unless it rejects. Without a key always that of `work`. */
  async once(key: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (!key) return work();
    const known = this.#results.get(key);
    if (known) return known;
    const result = work();
    this.#results.set(key, result);
    result.catch(() => this.#results.delete(key));
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }
}
