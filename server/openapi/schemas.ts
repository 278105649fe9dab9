/** The document's schemas: the contract's as JSON Schema. */
import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import * as contract from '#core/contract';
import * as counter from '#core/counter';
import * as failure from '#core/failure';
import * as order from '#core/order-contract';
import * as pause from '#core/pause';
import * as push from '#core/push';
import * as registration from '#core/registration';

/** The contract's objects, each of which has its name in the document. */
const named = Object.fromEntries(
  Object.entries({ ...contract, ...counter, ...failure, ...order, ...pause, ...push, ...registration }).filter(
    isObject,
  ),
) as Record<string, v.GenericSchema>;

function isObject([, one]: [string, unknown]) {
  const { kind, type } = (typeof one === 'object' ? one : {}) as { kind?: string; type?: string };
  return kind === 'schema' && type === 'object';
}

/** All schemas with a name: `bodies` as they come in, the others as they leave. */
export function componentSchemas(bodies: ReadonlySet<unknown>): Record<string, object> {
  const taken = Object.entries(named).filter(([, schema]) => bodies.has(schema));
  return { ...toJsonSchemaDefs(named, outgoing), ...toJsonSchemaDefs(Object.fromEntries(taken), incoming) };
}

/** The schema of a response; those with a name are referred to. */
export const responseSchema = (schema: v.GenericSchema): object =>
  converted(schema, { ...outgoing, definitions: named });

/** The schema of a body, which has a name. */
export function bodySchema(schema: unknown) {
  const [name] = Object.entries(named).find(([, one]) => one === schema) ?? [];
  if (!name) throw new Error('A body has no name in the OpenAPI document.');
  return { $ref: refTo(name) };
}

/** The schemas of parameters, as what they are once they are read from text. */
export const parameterSchemas = (schema: v.GenericSchema): object => converted(schema, outgoing);

const refTo = (name: string) => `#/components/schemas/${name}`;

function converted(schema: v.GenericSchema, config: ConversionConfig) {
  const { $schema: _, $defs: __, ...json } = toJsonSchema(schema, config);
  return json;
}

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const last = (schema: unknown) => (schema as { wrapped: { pipe: readonly unknown[] } }).wrapped.pipe.at(-1);

/** What comes out of a transformation, where the schema itself cannot say it. */
const transformations = new Map<unknown, JsonSchema>([
  [
    last(contract.Product.entries.tags),
    { type: 'array', items: { type: 'object', properties: { name: text(100) }, required: ['name'] } },
  ],
  [last(contract.Product.entries.category), text(100)],
]);

const outgoing: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => refTo(referenceId),
  overrideAction({ valibotAction, jsonSchema }) {
    const { anyOf, ...rest } = jsonSchema;
    const { type, requirement, operation } = valibotAction as unknown as Record<string, unknown>;
    if (type === 'min_value' && anyOf) return { ...jsonSchema, minimum: requirement as number };
    if (type === 'max_value' && anyOf) return { ...jsonSchema, maximum: requirement as number };
    if (type !== 'transform') return undefined;
    if (operation === String) return { type: 'string' };
    if (operation === Math.trunc) return { ...rest, type: 'integer' };
    return transformations.get(valibotAction);
  },
};

/** Bodies before they are transformed. The rules for what they become are sentences in the descriptions of the calls. */
const incoming: ConversionConfig = { ...outgoing, typeMode: 'input' };
