/** The headers that the server reads itself: Fastify would answer otherwise to one that does not fit (B7, B11). */
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';

type Headers = Pick<FastifyRequest, 'headers'>;

/** Names one intent, however often it is sent (draft-ietf-httpapi-idempotency-key-header). Node joins repeated headers with a comma and a space, which no key contains. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[!-~]{1,255}$/));

/** Tells the devices of a customer apart (decision C3). */
export const ClientId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.description('This device.'));

/** A header as `schema` reads it; undefined without one. Throws `invalid_header`. */
export function headerOf<Value>(
  { headers }: Headers,
  name: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | undefined {
  const header = headers[name.toLowerCase()];
  if (header === undefined) return undefined;
  const read = v.safeParse(schema, header);
  if (!read.success) throw headerError(name);
  return read.output;
}

export const headerError = (name: string) =>
  new ApiError('invalid_header', { message: `The header ${name} does not fit.` });

export const clientIdOf = (request: Headers) => headerOf(request, 'X-Client-Id', ClientId);
export const idempotencyKeyOf = (request: Headers) => headerOf(request, 'Idempotency-Key', IdempotencyKey);

/** The key of a request that says nothing without one: of an order, or of a tap. Throws `invalid_header`. */
export function requiredKey(request: Headers, what: 'order' | 'tap') {
  const key = idempotencyKeyOf(request);
  if (key === undefined) throw new ApiError('invalid_header', { message: `Which ${what}? Send its Idempotency-Key.` });
  return key;
}
