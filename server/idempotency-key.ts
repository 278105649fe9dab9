import type { FastifyRequest } from 'fastify';
import { Refusal } from './failures.ts';

/**
 * What names one intent, however often it is sent: 1 to 255 visible characters in exactly one header (`Idempotency-Key`, as the IETF's draft of
 * that name has it). Undefined when it was not sent: what comes without one is taken for new. Throws `invalid_header` (fault B7).
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  // Of several Node makes one, with a space between them.
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('invalid_header', { message: 'The header Idempotency-Key does not fit.' });
  }
  return key;
}
