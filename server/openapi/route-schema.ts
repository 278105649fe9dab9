/** What a route says about itself in its schema, besides what Fastify validates; `document.ts` makes the OpenAPI document of it. */
import type {} from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import * as v from 'valibot';
import type { ErrorCode } from '../http/api-error.ts';

type Parameters = v.ObjectSchema<v.ObjectEntries, undefined>;

declare module 'fastify' {
  interface FastifySchema {
    /** Parameters that the handler checks itself: only described. Fastify would answer otherwise to what does not fit `schema.headers` (B7, B11). */
    parameters?: { path?: Parameters; header?: Parameters };
    /** Headers that need others, in the form of JSON Schema's `dependentRequired`; OpenAPI has no word for it. */
    'x-dependentRequired'?: Readonly<Record<string, readonly string[]>>;
    /** The errors of this call, besides those of its body, its query, its headers, its session, and every call. */
    errors?: readonly ErrorCode[];
  }
}

const none = v.undefined();

export const noContent = { 204: none };

/** An `onRoute` hook for where every call needs a session, as the document says of each. */
export const needs = (scheme: 'session' | 'staff') => (route: RouteOptions) => {
  route.schema = { ...route.schema, security: [{ [scheme]: [] }] };
};

/** The responses of a call whose copies are revalidated. */
export const revalidated = (schema: v.GenericSchema) => ({ 200: schema, 304: none });

/** A stream of events without data. */
export const events = { response: { 200: v.string() }, produces: ['text/event-stream'] };

/** A list as this server answers it. */
export const listOf = (item: v.GenericSchema) =>
  v.object({ data: v.array(item), count: v.pipe(v.number(), v.integer(), v.minValue(0)) });

export const IdPath = v.object({ id: v.string() });
/** An id that is a number; 0, which nothing has, for what is no id: neither '01' nor '1e0' is another name of 1. */
export const numberOf = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);
export const OrderPath = v.object({ number: v.pipe(v.string(), v.description('The number of an order.')) });

/** The parameter of a list of orders whose later pages begin behind an order. */
export const before = v.optional(
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(64),
    v.description('The number of an order: only older ones are listed.'),
  ),
);

/** What a new order is refused for, by a customer and at the till. */
export const orderErrors = [
  'order_in_progress',
  'quote_changed',
  'unknown_product',
  'unknown_courier',
  'unknown_payment_method',
  'unknown_place',
  'amount_too_large',
  'duplicate_line',
  'unknown_choice',
  'impossible_choices',
  'key_reused',
] as const;
