/** How the contract's schemas validate and type routes: Fastify's type provider and validator compiler for Valibot. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';

interface ValibotTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
}

/** A Fastify whose route schemas are the contract's. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ValibotTypeProvider
>;

/** Fastify's validator compiler: what does not fit is a 422 in a body, and a 400 everywhere else; the answer names the field and not its value. */
const validatorCompiler: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema, httpPart }) =>
  (data) => {
    const isBody = httpPart === 'body';
    if (isBody && data === null) return { error: new ApiError('malformed_body') };
    const read = v.safeParse(schema, data, { abortEarly: true });
    if (read.success) return { value: read.output };
    const field = v.getDotPath(read.issues[0]);
    const message = field ? { message: `The field "${field}" does not fit.` } : {};
    return { error: new ApiError(isBody ? 'invalid_body' : 'invalid_query', message) };
  };

/** Fastify would load compilers of its own by default, which take memory and would never run. */
export const compilersFactory = {
  buildValidator: (() => validatorCompiler) as never,
  buildSerializer: () => () => JSON.stringify,
};
