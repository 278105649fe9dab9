/** The OpenAPI document (3.1), made by @fastify/swagger from what the routes say about themselves. */
import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import * as v from 'valibot';
import * as contract from '#core/contract';
import * as counter from '#core/counter';
import * as failure from '#core/failure';
import * as order from '#core/order-contract';
import * as pause from '#core/pause';
import * as push from '#core/push';
import * as registration from '#core/registration';
import { shop } from '#core/shop';
import packageFile from '../../package.json' with { type: 'json' };
import { apiErrors, type ErrorCode } from '../http/api-error.ts';
import { compilersFactory } from '../http/type-provider.ts';

type Route = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/** The body of a 409 `order_changed` to the order's customer: the order as it is. */
const OwnOrderChanged = v.object({
  error: v.object({ ...counter.OrderChanged.entries.error.entries, order: order.PlacedOrder }),
});

/** The errors of every call with a body. */
const bodyErrors = ['malformed_body', 'body_too_large', 'unsupported_media_type', 'invalid_body'] as const;

/**
 * The document of these routes. They are added to a Fastify that is only described and never listens, so that the server loads the plugin
 * when the document is first asked for and not at its start.
 */
export async function describeRoutes(routes: readonly Route[]): Promise<object> {
  const described = Fastify({ exposeHeadRoutes: false, schemaController: { compilersFactory } });
  await described.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: `${shop.title}: the shop's API`,
        version: packageFile.version,
        description:
          'Amounts are whole rupiah, at most a thousand million. Names, addresses and phone numbers are judged without invisible characters and outer blanks. Unknown fields of a body are ignored. Every refusal has the one error body.',
        license: { name: packageFile.license, identifier: packageFile.license },
      },
      servers: [{ url: '/api' }],
      components: {
        schemas: componentSchemas(new Set(routes.map(({ schema }) => schema?.body))),
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token that a login answers with.' },
          staff: { type: 'http', scheme: 'bearer', description: 'The token that an invitation is exchanged for.' },
        },
      },
    },
    convertConstToEnum: false,
    transform: ({ schema, url }) => ({
      schema: transformed(schema, url),
      url: url.replace('*', ':file'),
    }),
  });
  for (const { method, url, schema = {} } of routes) described.route({ method, url, schema, handler: () => {} });
  await described.ready();
  return described.swagger();
}

function transformed(
  { parameters = {}, errors = [], params, querystring, body, response, security = [], ...said }: FastifySchema,
  url: string,
) {
  const { consumes = [], produces: [type = json] = [], ...rest } = said;
  const path = parameters.path ?? params;
  const isForStaff = security.some((scheme) => 'staff' in scheme);
  const codesByStatus = Map.groupBy<number, ErrorCode>(
    [
      ...(body === undefined ? [] : bodyErrors),
      ...(querystring === undefined ? [] : (['invalid_query'] as const)),
      ...(parameters.header === undefined ? [] : (['invalid_header'] as const)),
      ...errors,
      ...(security.length > 0 ? (['unauthorized'] as const) : []),
      ...(isForStaff ? (['forbidden', 'not_found'] as const) : []),
    ],
    (code) => apiErrors[code][0],
  );
  const refusals: Partial<Record<ErrorCode, v.GenericSchema>> = {
    cart_changed: v.intersect([failure.Failure, contract.CartAnswer]),
    order_changed: isForStaff ? counter.OrderChanged : OwnOrderChanged,
    key_reused: counter.KeyReused,
    menu_changed: counter.MenuChanged,
    menu_refused: counter.MenuRefused,
  };
  const refusalOf = (codes: readonly ErrorCode[]) => {
    const [schema = failure.Failure, ...others] = new Set(codes.map((code) => refusals[code] ?? failure.Failure));
    return others.length > 0 ? v.union([schema, ...others]) : schema;
  };
  return {
    ...rest,
    security,
    tags: url.split('/').slice(2, 3),
    ...(path !== undefined && { params: parameterSchemas(path as never) }),
    ...(querystring !== undefined && { querystring: parameterSchemas(querystring as never) }),
    ...(parameters.header && { headers: parameterSchemas(parameters.header) }),
    ...(body !== undefined && { body: bodySchema(body) }),
    ...(consumes.length > 0 && { body: { content: Object.fromEntries(consumes.map((one) => [one, { schema: {} }])) } }),
    response: {
      ...Object.fromEntries(
        Object.entries(response as Record<string, v.GenericSchema>).map(([status, schema]) => [
          status,
          responseOf(schema, STATUS_CODES[status], type),
        ]),
      ),
      ...Object.fromEntries(
        [...codesByStatus].map(([status, codes]) => [
          status,
          responseOf(refusalOf(codes), codes.map((code) => `\`${code}\`: ${apiErrors[code][1]}`).join(' ')),
        ]),
      ),
      default: responseOf(failure.Failure, 'Any other refusal, of the client (4xx) or for now (503).'),
    },
  };
}

const json = 'application/json';

/** A response's schema refers to those with a name. */
function responseOf(schema: v.GenericSchema, description = '', type = json) {
  if (schema.type === 'undefined') return { description, type: 'null' };
  return { description, content: { [type]: { schema: converted(schema, { ...outgoing, definitions: named }) } } };
}

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
function componentSchemas(bodies: ReadonlySet<unknown>): Record<string, object> {
  const taken = Object.entries(named).filter(([, schema]) => bodies.has(schema));
  return { ...toJsonSchemaDefs(named, outgoing), ...toJsonSchemaDefs(Object.fromEntries(taken), incoming) };
}

/** The schema of a body, which has a name. */
function bodySchema(schema: unknown) {
  const [name] = Object.entries(named).find(([, one]) => one === schema) ?? [];
  if (!name) throw new Error('A body has no name in the OpenAPI document.');
  return { $ref: refTo(name) };
}

/** The schemas of parameters, as what they are once they are read from text. */
const parameterSchemas = (schema: v.GenericSchema): object => converted(schema, outgoing);

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
