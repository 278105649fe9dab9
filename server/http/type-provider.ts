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

/** What `data` is by a schema. Throws an `ApiError` with this code, which names the field and not its value. */
export function validated<const Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  code: 'invalid_body' | 'invalid_query',
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, data, { abortEarly: true });
  if (read.success) return read.output;
  const field = v.getDotPath(read.issues[0]);
  throw new ApiError(code, field ? { message: `The field "${field}" does not fit.` } : {});
}

/** Fastify's validator compiler: what does not fit is a 422 in a body, and a 400 everywhere else. */
const validatorCompiler: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema, httpPart }) =>
  (data) => {
    try {
      if (httpPart === 'body' && data === null) throw new ApiError('malformed_body');
      return { value: validated(schema, data, httpPart === 'body' ? 'invalid_body' : 'invalid_query') };
    } catch (error) {
      return { error: error as ApiError };
    }
  };

/** Fastify would load compilers of its own by default, which take memory and would never run. */
export const compilersFactory = {
  buildValidator: (() => validatorCompiler) as never,
  buildSerializer: () => () => JSON.stringify,
};
