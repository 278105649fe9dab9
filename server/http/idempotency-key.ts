import type { FastifyRequest } from 'fastify';
import { Refusal } from './api-error.ts';

/**
 * The request's `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): names one intent, however often it is sent. 1 to 255 visible
 * characters in exactly one header; undefined without one, and then every request is a new intent. Throws `invalid_header` (fault B7).
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  // Node joins repeated headers with a comma and a space, which no key contains.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid_header', { message: 'The header Idempotency-Key does not fit.' });
  }
  return key;
}
