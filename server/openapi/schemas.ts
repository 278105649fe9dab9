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
  return {
    ...toJsonSchemaDefs(named, outgoing),
    ...Object.fromEntries(taken.map(([name, schema]) => [name, converted(schema, incoming)])),
    // A missing e-mail or password is refused with an error of its own, so the server's schema lets it through.
    Credentials: filled(converted(registration.Credentials, incoming)),
  };
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
export const parameterSchemas = (schema: v.GenericSchema): object => converted(schema, read);

export const refTo = (name: string) => `#/components/schemas/${name}`;

function converted(schema: v.GenericSchema, config: ConversionConfig) {
  const { $schema: _, $defs: __, ...json } = toJsonSchema(schema, config);
  return json;
}

/** An object of texts of which none may be missing or empty. */
function filled({ properties = {}, ...json }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties).map(([name, field]) => {
    const { default: _, ...rules } = field as JsonSchema;
    return [name, { ...rules, minLength: 1 }];
  });
  return { ...json, properties: Object.fromEntries(fields), required: Object.keys(properties) };
}

/** A text with something to see in it: `withoutInvisible` and `trim` leave something of it. */
const visible = String.raw`[^\s\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufffc]`;

const digit = String.raw`[\d\uff10-\uff19]`;
/** What may be between the digits of a phone number: signs and blanks, visible or not. */
const signs = String.raw`\s!-/:-@\[-\x60{-~\u00a0\u00ad\u2000-\u206f\u2212\u3000\ufeff\uff01-\uff0f`;
/**
 * A phone number as it may be typed: 9 to 15 digits with signs between them, and words before or after. A few odd forms that
 * `normalisedPhone` reads too, like digits in circles, are not described.
 */
const typedPhone = `^[A-Za-z${signs}]*(?:${digit}[${signs}]*){8,14}${digit}[A-Za-z${signs}]*$`;

/** A numeric text of 12 digits at most before the point, up to a thousand million, as `Rupiah` takes it. */
const numericRupiah = String.raw`^\s*(0{0,3}\d{1,9}(\.\d+)?|0{0,2}1000000000(\.0+)?)\s*$`;

const incoming: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'ignore',
  errorMode: 'ignore',
  overrideAction({ valibotAction, jsonSchema }) {
    const action: unknown = valibotAction;
    const { type, requirement } = action as { type: string; requirement?: unknown };
    if (isOf(registration.Password, action)) return ofPassword(jsonSchema, type, requirement);
    if (isOf(registration.PhoneNumber, action) && type === 'regex') return { ...jsonSchema, pattern: typedPhone };
    // Two other checks exist: 'not only blanks', and 'still not when normalised'.
    if (type === 'check') return { ...jsonSchema, pattern: jsonSchema.pattern ? visible : '\\S' };
    if (type === 'min_value' && jsonSchema.anyOf) return { ...jsonSchema, minimum: requirement as number };
    if (type === 'max_value' && jsonSchema.anyOf) return atMost(jsonSchema, requirement as number);
    return undefined;
  },
};

const isOf = ({ pipe }: { pipe: readonly unknown[] }, action: unknown) => pipe.includes(action);

/** A password's length is counted in characters, like JSON Schema's; it has a letter and a digit, in any order. */
function ofPassword(json: JsonSchema, type: string, requirement: unknown): JsonSchema | undefined {
  if (type === 'check') return { ...json, minLength: 3, maxLength: 30 };
  const { source } = requirement as RegExp;
  if (type !== 'regex' || json.pattern === undefined || json.pattern === source) return undefined;
  return { ...json, pattern: `${json.pattern}[\\s\\S]*${source}|${source}[\\s\\S]*${json.pattern}` };
}

/** `maximum` says nothing about numeric text. */
const atMost = (json: JsonSchema, most: number): JsonSchema => ({
  ...json,
  maximum: most,
  ...(most === contract.maxRupiah && {
    anyOf: json.anyOf?.map((one) =>
      typeof one === 'object' && one.type === 'string' ? { ...one, pattern: numericRupiah } : one,
    ),
  }),
});

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
    if (type === 'check') return { ...jsonSchema, pattern: '\\S' };
    if (type === 'min_value' && anyOf) return { ...jsonSchema, minimum: requirement as number };
    if (type === 'max_value' && anyOf) return { ...jsonSchema, maximum: requirement as number };
    if (type !== 'transform') return undefined;
    if (operation === String) return { type: 'string' };
    if (operation === Math.trunc) return { ...rest, type: 'integer' };
    return transformations.get(valibotAction);
  },
};

const read: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'output',
  errorMode: 'ignore',
  overrideSchema({ jsonSchema }) {
    // A default is in the server's schema as it is sent: as text.
    return jsonSchema.type === 'integer' && jsonSchema.default !== undefined
      ? { ...jsonSchema, default: Number(jsonSchema.default) }
      : undefined;
  },
  overrideAction({ valibotAction, jsonSchema: { description } }) {
    const { type, operation } = valibotAction as unknown as Record<string, unknown>;
    if (type !== 'transform') return undefined;
    return { ...(description && { description }), ...(operation === Number && { type: 'integer' }) };
  },
};
