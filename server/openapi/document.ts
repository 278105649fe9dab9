/** The OpenAPI document (3.1), made by @fastify/swagger from what the routes say about themselves. */
import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import * as v from 'valibot';
import { CartAnswer } from '#core/contract';
import { MenuChanged, MenuRefused, OrderChanged } from '#core/counter';
import { Failure } from '#core/failure';
import { PlacedOrder } from '#core/order-contract';
import { shop } from '#core/shop';
import packageFile from '../../package.json' with { type: 'json' };
import { apiErrors, type ErrorCode } from '../http/api-error.ts';
import { compilersFactory } from '../http/type-provider.ts';
import { bodySchema, componentSchemas, parameterSchemas, responseSchema } from './schemas.ts';

type Route = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/** The body of a 409 `order_changed` to the order's customer: the order as it is. */
const OwnOrderChanged = v.object({
  error: v.object({ ...OrderChanged.entries.error.entries, order: PlacedOrder }),
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
    cart_changed: v.intersect([Failure, CartAnswer]),
    order_changed: isForStaff ? OrderChanged : OwnOrderChanged,
    menu_changed: MenuChanged,
    menu_refused: MenuRefused,
  };
  const refusalOf = (codes: readonly ErrorCode[]) => {
    const [schema = Failure, ...others] = new Set(codes.map((code) => refusals[code] ?? Failure));
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
      default: responseOf(Failure, 'Any other refusal, of the client (4xx) or for now (503).'),
    },
  };
}

const json = 'application/json';

function responseOf(schema: v.GenericSchema, description = '', type = json) {
  if (schema.type === 'undefined') return { description, type: 'null' };
  return { description, content: { [type]: { schema: responseSchema(schema) } } };
}
