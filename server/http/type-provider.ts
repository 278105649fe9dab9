/** How the contract's schemas validate and type a route, in one place. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';
import { Refusal } from './api-error.ts';

interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
}

/** A Fastify whose route schemas are the contract's. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ContractTypes>;

/** What `data` is by the contract. Throws the `Refusal` of its part: a body is a 422, a query a 400; the sentence names the field only. */
export function fitting<const Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  code: 'invalid_body' | 'invalid_query',
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, data, { abortEarly: true });
  if (read.success) return read.output;
  const field = v.getDotPath(read.issues[0]);
  throw new Refusal(code, field ? { message: `The field "${field}" does not fit.` } : {});
}

/** How often a header was sent: of some that came more than once Node knows only the first, of others it makes one. */
export const timesGiven = ({ raw }: FastifyRequest, header: string) =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === header).length;

/** Fastify's validator compiler. */
export const validateWithContract: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema, httpPart }) =>
  (data) => {
    try {
      if (httpPart === 'body' && data === null) throw new Refusal('malformed_body');
      return { value: fitting(schema, data, httpPart === 'body' ? 'invalid_body' : 'invalid_query') };
    } catch (error) {
      return { error: error as Refusal };
    }
  };
