/** What this API takes and answers, as OpenAPI 3.1, made from the contract's own schemas. */
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import * as contract from '#core/contract';
import { shop } from '#core/shop';
import packageFile from '../package.json' with { type: 'json' };
import { type FailureCode, failures } from './failures.ts';

type Method = 'get' | 'put' | 'post' | 'delete';
type SchemaName = keyof typeof answered | keyof typeof taken;

/** What the server answers, as it leaves. */
const answered = {
  Product: contract.Product,
  Category: contract.Category,
  Tag: contract.Tag,
  PaymentMethod: contract.PaymentMethod,
  Region: contract.Region,
  User: contract.User,
  Session: contract.Session,
  Address: contract.Address,
  CartAnswer: contract.CartAnswer,
  PlacedOrder: contract.PlacedOrder,
  Quote: contract.Quote,
  Failure: contract.Failure,
} as const;

/** What the server takes, as it comes in. */
const taken = {
  Registration: contract.Registration,
  Credentials: contract.Credentials,
  CartUpload: contract.CartUpload,
  NewAddress: contract.NewAddress,
  Order: contract.Order,
} as const;

interface Operation {
  group: string;
  says: string;
  personal?: true;
  parameters?: object[];
  body?: keyof typeof taken;
  /** A status with what is answered under it; `list` is `{ data, count }`. */
  answers: Record<number, { says: string; schema?: object; type?: string; headers?: string[] }>;
  /** Refusals of this call besides those every call has. */
  refuses?: FailureCode[];
}

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: SchemaName) => ({
  type: 'object',
  properties: { data: { type: 'array', items: ref(name) }, count: { type: 'integer', minimum: 0 } },
  required: ['data', 'count'],
});
const query = (name: string, says: string, schema: object, required = false) => ({
  name,
  in: 'query',
  description: says,
  required,
  schema,
});
const header = (name: string, says: string, schema: object, required = false) => ({
  name,
  in: 'header',
  description: says,
  required,
  schema,
});

const text = (maxLength: number) => ({ type: 'string', maxLength });
const notModified = { 304: { says: 'The copy named by If-None-Match still holds.' } };
const publicList = (says: string, name: SchemaName): Operation => ({
  group: 'Menu',
  says,
  answers: { 200: { says: 'The list.', schema: list(name), headers: ['ETag'] }, ...notModified },
});
const regionsBelow = (says: string): Operation => ({
  group: 'Regions',
  says,
  parameters: [
    query('code', 'Code of the region above, like 31.71', { type: 'string', minLength: 1, maxLength: 32 }, true),
  ],
  answers: {
    200: { says: 'The list; empty below an unknown code.', schema: list('Region'), headers: ['ETag'] },
    ...notModified,
  },
  refuses: ['invalid_query'],
});
const pack = (says: string): Operation => ({
  group: 'Regions',
  says,
  answers: {
    200: {
      says: 'The pack (its form stands in core/region-pack.ts).',
      schema: { type: 'string' },
      type: 'text/plain',
      headers: ['ETag'],
    },
    ...notModified,
  },
});

const key = (required: boolean) =>
  header(
    'Idempotency-Key',
    'Names one intent to order. Sent again with the same order it answers the same bytes and orders nothing.',
    { type: 'string', pattern: '^[!-~]{1,255}$' },
    required,
  );
const device = [
  header('X-Client-Id', 'This device; goes with X-Client-Seq.', { type: 'string', pattern: '^[\\w-]{1,64}$' }),
  header('X-Client-Seq', 'Counts the uploads of this device up.', { type: 'integer', minimum: 0 }),
];

const operations: Record<string, Partial<Record<Method, Operation>>> = {
  '/products': {
    get: {
      ...publicList('The menu, whole or filtered. Several filters mean what fits them all.', 'Product'),
      parameters: [
        query('category', 'Exactly this category', text(200)),
        query('tags', 'Any of these tags', { type: 'array', items: { type: 'string' }, maxItems: 50 }),
        query('search', 'In name or description, whatever the case and accents', text(200)),
      ],
      refuses: ['invalid_query'],
    },
  },
  '/categories': { get: publicList('All categories.', 'Category') },
  '/tags': { get: publicList('All tags.', 'Tag') },
  '/banks': { get: publicList('Banks to pay by.', 'PaymentMethod') },
  '/mini-markets': { get: publicList('Mini-markets to pay at.', 'PaymentMethod') },
  '/images/{kind}/{file}': {
    get: {
      group: 'Menu',
      says: 'A picture; `file` is the `image_url` of a product or payment method.',
      parameters: [
        { name: 'kind', in: 'path', required: true, schema: { enum: ['products', 'banks', 'mini-markets'] } },
        { name: 'file', in: 'path', required: true, schema: text(200) },
      ],
      answers: { 200: { says: 'The picture.', type: 'image/*', headers: ['ETag'] }, ...notModified },
      refuses: ['not_found'],
    },
  },
  '/regions/provinces': {
    get: {
      group: 'Regions',
      says: 'The provinces of Indonesia.',
      answers: { 200: { says: 'The list.', schema: list('Region'), headers: ['ETag'] }, ...notModified },
    },
  },
  '/regions/regences': { get: regionsBelow('The regencies of a province.') },
  '/regions/districts': { get: regionsBelow('The districts of a regency.') },
  '/regions/villages': { get: regionsBelow('The villages of a district.') },
  '/regions/pack': { get: pack('Provinces, regencies and districts at once.') },
  '/regions/villages-pack': { get: pack('All villages at once.') },
  '/auth/register': {
    post: {
      group: 'Account',
      says: 'Makes an account.',
      body: 'Registration',
      answers: {
        201: {
          says: 'The account.',
          schema: { type: 'object', properties: { user: ref('User') }, required: ['user'] },
        },
      },
      refuses: ['malformed_body', 'unsupported_media_type', 'invalid_body', 'email_taken', 'too_many_requests'],
    },
  },
  '/auth/login': {
    post: {
      group: 'Account',
      says: 'Begins a session: 60 days without use or 180 in all.',
      body: 'Credentials',
      answers: { 200: { says: 'The customer and the token for `Authorization: Bearer`.', schema: ref('Session') } },
      refuses: ['credentials_missing', 'wrong_credentials', 'invalid_body', 'too_many_requests'],
    },
  },
  '/auth/logout': {
    post: {
      group: 'Account',
      says: 'Ends the session.',
      personal: true,
      answers: { 204: { says: 'It is ended.' } },
    },
  },
  '/carts': {
    get: {
      group: 'Cart',
      says: "The customer's saved cart, with today's facts of every product.",
      personal: true,
      parameters: [device[0] ?? {}],
      answers: { 200: { says: 'The cart; its revision is the ETag.', schema: ref('CartAnswer'), headers: ['ETag'] } },
      refuses: ['invalid_header'],
    },
    put: {
      group: 'Cart',
      says: 'Replaces the saved cart. Without the headers the last write wins.',
      personal: true,
      parameters: [header('If-Match', 'The revision this cart was made from.', { type: 'string' }), ...device],
      body: 'CartUpload',
      answers: {
        200: {
          says: 'The cart as stored; `applied: false` when a later upload of this device was there first.',
          schema: ref('CartAnswer'),
          headers: ['ETag'],
        },
        412: {
          says: '`cart_changed`: it was changed elsewhere; the current one stands beside the error.',
          schema: { allOf: [ref('Failure'), ref('CartAnswer')] },
          headers: ['ETag'],
        },
      },
      refuses: ['malformed_body', 'invalid_header', 'invalid_body', 'duplicate_line', 'unknown_product'],
    },
  },
  '/delivery-address': {
    get: {
      group: 'Addresses',
      says: 'The saved addresses.',
      personal: true,
      answers: { 200: { says: 'A plain list.', schema: { type: 'array', items: ref('Address') } } },
    },
    post: {
      group: 'Addresses',
      says: 'Saves an address; its four regions must lie in one another.',
      personal: true,
      body: 'NewAddress',
      answers: { 201: { says: 'The address.', schema: ref('Address') } },
      refuses: ['invalid_body', 'unknown_region'],
    },
  },
  '/orders': {
    get: {
      group: 'Orders',
      says: "The customer's orders, the newest first.",
      personal: true,
      answers: { 200: { says: 'The list.', schema: list('PlacedOrder') } },
    },
    post: {
      group: 'Orders',
      says: 'Orders. Prices, fee and totals must be those the shop counts itself.',
      personal: true,
      parameters: [key(false)],
      body: 'Order',
      answers: {
        201: {
          says: 'The order; `Idempotency-Replayed: true` when it was there already.',
          schema: ref('PlacedOrder'),
          headers: ['Idempotency-Replayed'],
        },
      },
      refuses: [
        'malformed_body',
        'invalid_header',
        'quote_changed',
        'order_voided',
        'invalid_body',
        'unknown_product',
        'unknown_courier',
        'unknown_payment_method',
        'recipient_missing',
        'address_incomplete',
        'duplicate_line',
        'key_reused',
        'too_many_requests',
      ],
    },
    delete: {
      group: 'Orders',
      says: 'Cancels an order that may not have arrived: its key is spent, and a late arrival is refused.',
      personal: true,
      parameters: [key(true)],
      answers: {
        200: { says: 'It had arrived; here it is.', schema: ref('PlacedOrder') },
        204: { says: 'It had not arrived, and will not.' },
      },
      refuses: ['invalid_header'],
    },
  },
  '/health': {
    get: {
      group: 'Operations',
      says: 'The process lives.',
      answers: {
        200: {
          says: 'It does.',
          schema: { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] },
        },
      },
    },
  },
  '/ready': {
    get: {
      group: 'Operations',
      says: 'Customers may be sent here.',
      answers: {
        200: {
          says: 'They may.',
          schema: { type: 'object', properties: { status: { const: 'ready' } }, required: ['status'] },
        },
      },
    },
  },
};

/** A transformation changes what a value is: what comes out of it, where the schema itself cannot tell. */
function transformations(): Map<unknown, JsonSchema> {
  const last = (schema: unknown) => (schema as { wrapped: { pipe: readonly unknown[] } }).wrapped.pipe.at(-1);
  const tag = { type: 'object', properties: { name: text(100) }, required: ['name'] } as JsonSchema;
  return new Map<unknown, JsonSchema>([
    [last(contract.Product.entries.tags), { type: 'array', items: tag }],
    [last(contract.Product.entries.category), text(100) as JsonSchema],
  ]);
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
        // Two checks stand in the contract: a password's length in characters, and 'not only spaces'.
        const isPassword = contract.Password.pipe.some((item) => (item as unknown) === action);
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

/** The whole document. Takes some ms; to be made once. */
export async function describeApi(): Promise<object> {
  const { toJsonSchema } = await import('@valibot/to-json-schema');
  const converted = (schemas: Record<string, v.GenericSchema>, mode: 'input' | 'output') =>
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, ...json } = toJsonSchema(schema, conversion(mode));
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
      schemas: Object.fromEntries([...converted(answered, 'output'), ...converted(taken, 'input')]),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function described({ group, says, personal, parameters, body, answers, refuses = [] }: Operation) {
  const refused = Map.groupBy<number, FailureCode>(
    [...refuses, ...(personal ? (['unauthorized'] as const) : [])],
    (code) => failures[code][0],
  );
  const failure = { 'application/json': { schema: ref('Failure') } };
  return {
    tags: [group],
    summary: says,
    ...(personal && { security: [{ session: [] }] }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { says: description, schema, type = 'application/json', headers }]) => [
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
        [...refused].map(([status, codes]) => [
          status,
          { description: codes.map((code) => `\`${code}\`: ${failures[code][1]}`).join(' '), content: failure },
        ]),
      ),
      default: { description: 'Any other refusal, of the client (4xx) or for now (503).', content: failure },
    },
  };
}
