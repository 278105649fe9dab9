/** Every call of this API: what it takes, its responses and its errors. `document.ts` makes the document of it. */
import * as contract from '#core/contract';
import { Credentials, Registration } from '#core/registration';
import type { ErrorCode } from '../http/api-error.ts';
import { maxListed } from '../orders/order-store.ts';

type Method = 'get' | 'put' | 'post' | 'delete';
type SchemaName = keyof typeof responseSchemas | keyof typeof requestSchemas;

/** What the server answers, as it leaves. */
export const responseSchemas = {
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
export const requestSchemas = {
  Registration,
  Credentials,
  CartUpload: contract.CartUpload,
  NewAddress: contract.NewAddress,
  Order: contract.Order,
} as const;

/** One call, in OpenAPI's words. */
export interface Operation {
  tag: string;
  summary: string;
  needsSession?: true;
  parameters?: object[];
  body?: keyof typeof requestSchemas;
  /** By status. */
  responses: Record<number, { description: string; schema?: object; type?: string; headers?: string[] }>;
  /** Those of this call, besides those that every call has, and every call with a body. */
  errors?: ErrorCode[];
}

/** The errors of every call with a body. */
export const bodyErrors: ErrorCode[] = ['malformed_body', 'body_too_large', 'unsupported_media_type', 'invalid_body'];

/** A reference to a schema of the document. */
export const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: SchemaName) => ({
  type: 'object',
  properties: { data: { type: 'array', items: ref(name) }, count: { type: 'integer', minimum: 0 } },
  required: ['data', 'count'],
});
const parameter =
  (place: 'query' | 'header') =>
  (name: string, description: string, schema: object, required = false) => ({
    name,
    in: place,
    description,
    required,
    schema,
  });
const query = parameter('query');
const header = parameter('header');

/** The schema of a text of so many characters at most. */
export const text = (maxLength: number) => ({ type: 'string', maxLength });
const notModified = { 304: { description: 'The copy named by If-None-Match still holds.' } };
const publicList = (summary: string, name: SchemaName): Operation => ({
  tag: 'Menu',
  summary,
  responses: { 200: { description: 'The list.', schema: list(name), headers: ['ETag'] }, ...notModified },
});
const regionsBelow = (summary: string): Operation => ({
  tag: 'Regions',
  summary,
  parameters: [
    query('code', 'Code of the region above, like 31.71', { type: 'string', minLength: 1, maxLength: 32 }, true),
  ],
  responses: {
    200: { description: 'The list; empty below an unknown code.', schema: list('Region'), headers: ['ETag'] },
    ...notModified,
  },
  errors: ['invalid_query'],
});
const pack = (summary: string): Operation => ({
  tag: 'Regions',
  summary,
  responses: {
    200: {
      description: 'The pack (its form stands in core/region-pack.ts).',
      schema: { type: 'string' },
      type: 'text/plain',
      headers: ['ETag'],
    },
    ...notModified,
  },
});

const key = (summary: string, required = false) =>
  header('Idempotency-Key', summary, { type: 'string', pattern: '^[!-~]{1,255}$' }, required);
const orderKey =
  'Names one intent to order. Sent again with the same order it answers the same bytes and orders nothing.';
const device = [
  header('X-Client-Id', 'This device; goes with X-Client-Seq.', { type: 'string', pattern: '^[\\w-]{1,64}$' }),
  header('X-Client-Seq', 'Counts the uploads of this device up.', { type: 'integer', minimum: 0 }),
];

/** By path below `/api`, and method. */
export const operations: Record<string, Partial<Record<Method, Operation>>> = {
  '/products': {
    get: {
      ...publicList('The menu, whole or filtered. Several filters mean what fits them all.', 'Product'),
      parameters: [
        query('category', 'Exactly this category', text(200)),
        query('tags', 'Any of these tags', { type: 'array', items: { type: 'string' }, maxItems: 50 }),
        query('search', 'In name or description, whatever the case and accents', text(200)),
      ],
      errors: ['invalid_query'],
    },
  },
  '/categories': { get: publicList('All categories.', 'Category') },
  '/tags': { get: publicList('All tags.', 'Tag') },
  '/banks': { get: publicList('Banks to pay by.', 'PaymentMethod') },
  '/mini-markets': { get: publicList('Mini-markets to pay at.', 'PaymentMethod') },
  '/images/{kind}/{file}': {
    get: {
      tag: 'Menu',
      summary: 'A picture; `file` is the `image_url` of a product or payment method.',
      parameters: [
        { name: 'kind', in: 'path', required: true, schema: { enum: ['products', 'banks', 'mini-markets'] } },
        { name: 'file', in: 'path', required: true, schema: text(200) },
      ],
      responses: { 200: { description: 'The picture.', type: 'image/*', headers: ['ETag'] }, ...notModified },
      errors: ['not_found'],
    },
  },
  '/regions/provinces': {
    get: {
      tag: 'Regions',
      summary: 'The provinces of Indonesia.',
      responses: { 200: { description: 'The list.', schema: list('Region'), headers: ['ETag'] }, ...notModified },
    },
  },
  '/regions/regences': { get: regionsBelow('The regencies of a province.') },
  '/regions/districts': { get: regionsBelow('The districts of a regency.') },
  '/regions/villages': { get: regionsBelow('The villages of a district.') },
  '/regions/pack': { get: pack('Provinces, regencies and districts at once.') },
  '/regions/villages-pack': { get: pack('All villages at once.') },
  '/auth/register': {
    post: {
      tag: 'Account',
      summary: 'Makes an account.',
      parameters: [key('Names one registration. Sent again at once it answers the same and makes no other.')],
      body: 'Registration',
      responses: {
        201: {
          description: 'The account.',
          schema: { type: 'object', properties: { user: ref('User') }, required: ['user'] },
        },
      },
      errors: ['invalid_header', 'email_taken', 'too_many_requests'],
    },
  },
  '/auth/login': {
    post: {
      tag: 'Account',
      summary: 'Begins a session: 60 days without use or 180 in all.',
      body: 'Credentials',
      responses: {
        200: { description: 'The customer and the token for `Authorization: Bearer`.', schema: ref('Session') },
      },
      errors: ['credentials_missing', 'wrong_credentials', 'too_many_requests'],
    },
  },
  '/auth/logout': {
    post: {
      tag: 'Account',
      summary: 'Ends the session.',
      needsSession: true,
      responses: { 204: { description: 'It is ended.' } },
    },
  },
  '/carts': {
    get: {
      tag: 'Cart',
      summary: "The customer's saved cart, with today's facts of every product.",
      needsSession: true,
      parameters: [device[0] ?? {}],
      responses: {
        200: { description: 'The cart; its revision is the ETag.', schema: ref('CartAnswer'), headers: ['ETag'] },
      },
      errors: ['invalid_header'],
    },
    put: {
      tag: 'Cart',
      summary: 'Replaces the saved cart. Without the headers the last write wins.',
      needsSession: true,
      parameters: [header('If-Match', 'The revision this cart was made from.', { type: 'string' }), ...device],
      body: 'CartUpload',
      responses: {
        200: {
          description: 'The cart as stored; `applied: false` when a later upload of this device was there first.',
          schema: ref('CartAnswer'),
          headers: ['ETag'],
        },
        412: {
          description: '`cart_changed`: it was changed elsewhere; the current one stands beside the error.',
          schema: { allOf: [ref('Failure'), ref('CartAnswer')] },
          headers: ['ETag'],
        },
      },
      errors: ['invalid_header', 'duplicate_line', 'unknown_product'],
    },
  },
  '/delivery-address': {
    get: {
      tag: 'Addresses',
      summary: 'The saved addresses.',
      needsSession: true,
      responses: { 200: { description: 'A plain list.', schema: { type: 'array', items: ref('Address') } } },
    },
    post: {
      tag: 'Addresses',
      summary: 'Saves an address; its four regions must lie in one another.',
      needsSession: true,
      body: 'NewAddress',
      responses: { 201: { description: 'The address.', schema: ref('Address') } },
      errors: ['unknown_region', 'too_many_addresses'],
    },
  },
  '/orders': {
    get: {
      tag: 'Orders',
      summary: "The customer's orders, the newest first. `count` is how many there are in all.",
      needsSession: true,
      parameters: [
        query('limit', 'At most so many; 200 unless told otherwise', {
          type: 'integer',
          minimum: 1,
          maximum: maxListed,
        }),
        query('before', 'Only those older than the order with this number', { ...text(64), minLength: 1 }),
      ],
      responses: { 200: { description: 'The list.', schema: list('PlacedOrder') } },
      errors: ['invalid_query'],
    },
    post: {
      tag: 'Orders',
      summary: 'Orders. Prices, fee and totals must be those the shop counts itself.',
      needsSession: true,
      parameters: [key(orderKey)],
      body: 'Order',
      responses: {
        201: {
          description: 'The order; `Idempotency-Replayed: true` when it was there already.',
          schema: ref('PlacedOrder'),
          headers: ['Idempotency-Replayed'],
        },
      },
      errors: [
        'invalid_header',
        'order_in_progress',
        'quote_changed',
        'order_voided',
        'unknown_product',
        'unknown_courier',
        'unknown_payment_method',
        'recipient_missing',
        'address_incomplete',
        'amount_too_large',
        'duplicate_line',
        'key_reused',
        'too_many_requests',
      ],
    },
    delete: {
      tag: 'Orders',
      summary: 'Cancels an order that may not have arrived: its key is spent, and a late arrival is refused.',
      needsSession: true,
      parameters: [key(orderKey, true)],
      responses: {
        200: { description: 'It had arrived; here it is.', schema: ref('PlacedOrder') },
        204: { description: 'It had not arrived, and will not.' },
      },
      errors: ['invalid_header', 'too_many_requests'],
    },
  },
  '/health': {
    get: {
      tag: 'Operations',
      summary: 'The process lives.',
      responses: {
        200: {
          description: 'It does.',
          schema: { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] },
        },
      },
    },
  },
  '/ready': {
    get: {
      tag: 'Operations',
      summary: 'Customers may be sent here.',
      responses: {
        200: {
          description: 'They may.',
          schema: { type: 'object', properties: { status: { const: 'ready' } }, required: ['status'] },
        },
      },
    },
  },
};
