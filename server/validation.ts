/** How the contract's schemas validate and type a route, in one place. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';
import { Refusal } from './failures.ts';

interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
}

/** A Fastify whose route schemas are the contract's. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ContractTypes>;

/** Fastify's validator compiler: a body that does not fit is a 422, a query a 400; the sentence names the field only. */
export const validateWithContract: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema, httpPart }) =>
  (data) => {
    if (httpPart === 'body' && data === null) return { error: new Refusal('malformed_body') };
    const read = v.safeParse(schema, data, { abortEarly: true });
    if (read.success) return { value: read.output };
    const field = v.getDotPath(read.issues[0]);
    const message = field ? `The field "${field}" does not fit.` : undefined;
    return { error: new Refusal(httpPart === 'body' ? 'invalid_body' : 'invalid_query', message ? { message } : {}) };
  };
