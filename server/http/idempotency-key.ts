/** The header that tells requests that are sent again. */
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
