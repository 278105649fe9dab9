/** What this API takes and answers, as OpenAPI 3.1: its operations with the contract's own schemas. */
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { Product } from '#core/contract';
import { normalised } from '#core/normalised';
import { Password } from '#core/registration';
import { shop } from '#core/shop';
import packageFile from '../../package.json' with { type: 'json' };
import { apiErrors, type ErrorCode } from '../http/api-error.ts';
import { bodyErrors, type Operation, operations, ref, requestSchemas, responseSchemas, text } from './operations.ts';

/** A transformation changes what a value is: what comes out of it, where the schema itself cannot tell. */
function transformations(): Map<unknown, JsonSchema> {
  const last = (schema: unknown) => (schema as { wrapped: { pipe: readonly unknown[] } }).wrapped.pipe.at(-1);
  const tag = { type: 'object', properties: { name: text(100) }, required: ['name'] } as JsonSchema;
  return new Map<unknown, JsonSchema>([
    [last(Product.entries.tags), { type: 'array', items: tag }],
    [last(Product.entries.category), text(100) as JsonSchema],
  ]);
}

/**
 * A schema that takes texts as they are once they are normalised, like the rules that stand behind that: the conversion
 * would leave out what follows a transformation.
 */
function ofNormalised<Part extends object>(schema: Part): Part {
  const { pipe, entries, wrapped } = schema as { pipe?: object[]; entries?: Record<string, object>; wrapped?: object };
  return {
    ...schema,
    ...(pipe && { pipe: pipe.filter((item) => !('operation' in item && item.operation === normalised)) }),
    ...(wrapped && { wrapped: ofNormalised(wrapped) }),
    ...(entries && {
      entries: Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, ofNormalised(entry)])),
    }),
  };
}

function conversion(typeMode: 'input' | 'output'): ConversionConfig {
  const known = transformations();
  return {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
    overrideAction({ valibotAction, jsonSchema }) {
      const action = valibotAction as unknown as { type: string; operation?: unknown };
      if (action.type === 'check') {
        // Two checks stand in the schemas: a password's length in characters, and 'not only spaces'.
        const isPassword = Password.pipe.some((item) => (item as unknown) === action);
        return isPassword ? { ...jsonSchema, minLength: 3, maxLength: 30 } : { ...jsonSchema, pattern: '\\S' };
      }
      if (action.type !== 'transform') return undefined;
      if (typeMode === 'input') return jsonSchema;
      if (action.operation === String) return { type: 'string' };
      if (action.operation === Math.trunc) return { type: 'integer' };
      return known.get(action);
    },
  };
}

/** The whole OpenAPI document. Takes some ms; to be made once. */
export async function describeApi(): Promise<object> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  const converted = (schemas: Record<string, v.GenericSchema>, mode: 'input' | 'output') =>
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, ...json } = toJsonSchema(ofNormalised(schema), conversion(mode));
      return [name, json];
    });
  return {
    openapi: '3.1.1',
    info: {
      title: `${shop.title}: the shop's API`,
      version: packageFile.version,
      description:
        'Amounts are whole rupiah. Unknown fields of a body are ignored. Every refusal has the one error body.',
    },
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, described(operation)])),
      ]),
    ),
    components: {
      schemas: Object.fromEntries([...converted(responseSchemas, 'output'), ...converted(requestSchemas, 'input')]),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function described({ tag, summary, needsSession, parameters, body, responses, errors = [] }: Operation) {
  const codesByStatus = Map.groupBy<number, ErrorCode>(
    [...(body ? bodyErrors : []), ...errors, ...(needsSession ? (['unauthorized'] as const) : [])],
    (code) => apiErrors[code][0],
  );
  const failure = { 'application/json': { schema: ref('Failure') } };
  return {
    tags: [tag],
    summary,
    ...(needsSession && { security: [{ session: [] }] }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, { description, schema, type = 'application/json', headers }]) => [
          status,
          {
            description,
            ...(headers && {
              headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
            }),
            ...((schema || type !== 'application/json') && { content: { [type]: schema ? { schema } : {} } }),
          },
        ]),
      ),
      ...Object.fromEntries(
        [...codesByStatus].map(([status, codes]) => [
          status,
          { description: codes.map((code) => `\`${code}\`: ${apiErrors[code][1]}`).join(' '), content: failure },
        ]),
      ),
      default: { description: 'Any other refusal, of the client (4xx) or for now (503).', content: failure },
    },
  };
}
