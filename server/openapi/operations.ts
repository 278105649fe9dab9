/** Every call of this API in words: what it takes, what it answers and what it refuses. `document.ts` makes the document of it. */
import * as contract from '#core/contract';
import { Credentials, Registration } from '#core/registration';
import type { ErrorCode } from '../http/api-error.ts';

type Method = 'get' | 'put' | 'post' | 'delete';
type SchemaName = keyof typeof answered | keyof typeof taken;

/** What the server answers, as it leaves. */
export const answered = {
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
export const taken = {
  Registration,
  Credentials,
  CartUpload: contract.CartUpload,
  NewAddress: contract.NewAddress,
  Order: contract.Order,
} as const;

export interface Operation {
  group: string;
  says: string;
  personal?: true;
  parameters?: object[];
  body?: keyof typeof taken;
  /** A status with what is answered under it; `list` is `{ data, count }`. */
  answers: Record<number, { says: string; schema?: object; type?: string; headers?: string[] }>;
  /** Refusals of this call besides those every call has, and every call with a body. */
  refuses?: ErrorCode[];
}

/** What can be wrong with a body, whatever it is for. */
export const bodyRefusals: ErrorCode[] = ['malformed_body', 'body_too_large', 'unsupported_media_type', 'invalid_body'];

export const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: SchemaName) => ({
  type: 'object',
  properties: { data: { type: 'array', items: ref(name) }, count: { type: 'integer', minimum: 0 } },
  required: ['data', 'count'],
});
const parameter =
  (place: 'query' | 'header') =>
  (name: string, says: string, schema: object, required = false) => ({
    name,
    in: place,
    description: says,
    required,
    schema,
  });
const query = parameter('query');
const header = parameter('header');

export const text = (maxLength: number) => ({ type: 'string', maxLength });
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

const key = (says: string, required = false) =>
  header('Idempotency-Key', says, { type: 'string', pattern: '^[!-~]{1,255}$' }, required);
const orderKey =
  'Names one intent to order. Sent again with the same order it answers the same bytes and orders nothing.';
const device = [
  header('X-Client-Id', 'This device; goes with X-Client-Seq.', { type: 'string', pattern: '^[\\w-]{1,64}$' }),
  header('X-Client-Seq', 'Counts the uploads of this device up.', { type: 'integer', minimum: 0 }),
];

export const operations: Record<string, Partial<Record<Method, Operation>>> = {
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
      parameters: [key('Names one registration. Sent again at once it answers the same and makes no other.')],
      body: 'Registration',
      answers: {
        201: {
          says: 'The account.',
          schema: { type: 'object', properties: { user: ref('User') }, required: ['user'] },
        },
      },
      refuses: ['invalid_header', 'email_taken', 'too_many_requests'],
    },
  },
  '/auth/login': {
    post: {
      group: 'Account',
      says: 'Begins a session: 60 days without use or 180 in all.',
      body: 'Credentials',
      answers: { 200: { says: 'The customer and the token for `Authorization: Bearer`.', schema: ref('Session') } },
      refuses: ['credentials_missing', 'wrong_credentials', 'too_many_requests'],
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
      refuses: ['invalid_header', 'duplicate_line', 'unknown_product'],
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
      refuses: ['unknown_region', 'too_many_addresses'],
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
      parameters: [key(orderKey)],
      body: 'Order',
      answers: {
        201: {
          says: 'The order; `Idempotency-Replayed: true` when it was there already.',
          schema: ref('PlacedOrder'),
          headers: ['Idempotency-Replayed'],
        },
      },
      refuses: [
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
      group: 'Orders',
      says: 'Cancels an order that may not have arrived: its key is spent, and a late arrival is refused.',
      personal: true,
      parameters: [key(orderKey, true)],
      answers: {
        200: { says: 'It had arrived; here it is.', schema: ref('PlacedOrder') },
        204: { says: 'It had not arrived, and will not.' },
      },
      refuses: ['invalid_header', 'too_many_requests'],
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
