/** The OpenAPI document (3.1), made by @fastify/swagger from what the routes say about themselves. */
import swagger from '@fastify/swagger';
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import * as v from 'valibot';
import { MenuChanged, MenuRefused, OrderChanged } from '#core/counter';
import { Failure } from '#core/failure';
import { PlacedOrder } from '#core/order-contract';
import { shop } from '#core/shop';
import packageFile from '../../package.json' with { type: 'json' };
import { apiErrors, type ErrorCode } from '../http/api-error.ts';
import { compilersFactory } from '../http/type-provider.ts';
import type { DescribedResponse } from './route-schema.ts';
import { bodySchema, componentSchemas, parameterSchemas, refTo, responseSchema } from './schemas.ts';

type Route = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/** With the first parts of the paths of their calls. */
const tags = [
  {
    name: 'Menu',
    description: 'Products, their pictures, and the ways to pay. Everyone may read them.',
    of: 'products categories tags banks mini-markets images shop',
  },
  {
    name: 'Regions',
    description:
      'The four levels of Indonesian regions: data of idn-area-data, under the Open Database License (ODbL).',
    of: 'regions',
  },
  { name: 'Account', description: 'Accounts and sessions.', of: 'auth' },
  { name: 'Cart', description: "The customer's cart, shared by several devices.", of: 'carts' },
  { name: 'Addresses', description: "The customer's addresses.", of: 'delivery-address' },
  {
    name: 'Orders',
    description: "The customer's orders. Each is stored once, however often it is sent.",
    of: 'orders',
  },
  { name: 'Notifications', description: "Tells a customer's browser what becomes of an order.", of: 'push' },
  {
    name: 'Counter',
    description: 'For the staff. None of it exists before the owner has added a member (`staff add`).',
    of: 'counter staff',
  },
  { name: 'Operations', description: 'For supervisors, proxies and uptime checks.', of: 'health ready' },
];

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
          'Amounts are whole rupiah. Unknown fields of a body are ignored. Every refusal has the one error body.',
        license: { name: packageFile.license, identifier: packageFile.license },
      },
      servers: [{ url: '/api' }],
      tags: tags.map(({ name, description }) => ({ name, description })),
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
  return withoutUnused(described.swagger() as OpenApi);
}

interface OpenApi {
  components: { schemas: Record<string, object> };
}

/** Without the schemas that nothing refers to. */
function withoutUnused(document: OpenApi): OpenApi {
  const text = JSON.stringify(document);
  const used = Object.entries(document.components.schemas).filter(([name]) => text.includes(`"${refTo(name)}"`));
  if (used.length === Object.keys(document.components.schemas).length) return document;
  return withoutUnused({ ...document, components: { ...document.components, schemas: Object.fromEntries(used) } });
}

function transformed(
  { parameters = {}, errors = [], params, querystring, body, bytes, response, security = [], ...said }: FastifySchema,
  url: string,
) {
  const path = parameters.path ?? params;
  const query = parameters.query ?? querystring;
  const isForStaff = security.some((scheme) => 'staff' in scheme);
  const codesByStatus = Map.groupBy<number, ErrorCode>(
    [
      ...(body === undefined ? [] : bodyErrors),
      ...errors,
      ...(security.length > 0 ? (['unauthorized'] as const) : []),
      ...(isForStaff ? (['forbidden', 'not_found'] as const) : []),
    ],
    (code) => apiErrors[code][0],
  );
  const refusal = (description: string, schema: v.GenericSchema = Failure) => responseOf({ description, schema });
  const refusals: Partial<Record<ErrorCode, v.GenericSchema>> = {
    order_changed: isForStaff ? OrderChanged : OwnOrderChanged,
    menu_changed: MenuChanged,
    menu_refused: MenuRefused,
  };
  const refusalOf = (codes: readonly ErrorCode[]) => {
    const [schema = Failure, ...others] = new Set(codes.map((code) => refusals[code] ?? Failure));
    return others.length > 0 ? v.union([schema, ...others]) : schema;
  };
  return {
    ...said,
    security,
    tags: tags.flatMap(({ name, of }) => (of.split(' ').includes(url.split('/')[2] ?? '') ? name : [])),
    ...(path !== undefined && { params: parameterSchemas(path as never) }),
    ...(query !== undefined && { querystring: parameterSchemas(query as never) }),
    ...(parameters.header && { headers: parameterSchemas(parameters.header) }),
    ...(body !== undefined && { body: bodySchema(body) }),
    ...(bytes && { body: { content: { [bytes]: { schema: {} } } } }),
    response: {
      ...Object.fromEntries(
        Object.entries(response as Record<string, DescribedResponse>).map(([status, one]) => [status, responseOf(one)]),
      ),
      ...Object.fromEntries(
        [...codesByStatus].map(([status, codes]) => [
          status,
          refusal(codes.map((code) => `\`${code}\`: ${apiErrors[code][1]}`).join(' '), refusalOf(codes)),
        ]),
      ),
      default: refusal('Any other refusal, of the client (4xx) or for now (503).'),
    },
  };
}

function responseOf({ description, schema, type = 'application/json', headers }: DescribedResponse) {
  const hasBody = schema !== undefined || type !== 'application/json';
  return {
    description,
    ...(headers && { headers: Object.fromEntries(headers.map((name) => [name, { type: 'string' }])) }),
    ...(hasBody ? { content: { [type]: { schema: schema ? responseSchema(schema) : {} } } } : { type: 'null' }),
  };
}
