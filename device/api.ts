/**
 * The twenty calls of specification §7, in its order, and what the bundled server adds to them (decision A2).
 *
 * Every call rejects with one of the errors that `failures.ts` lists. The token is an argument: a reader sees which
 * calls are personal.
 */
import ky, { type ResponsePromise, SchemaValidationError } from 'ky';
import type * as v from 'valibot';
import type { Filter } from '#core/catalogue';
import {
  Address,
  CartAnswer,
  Category,
  forgiving,
  listOf,
  type NewAddress,
  OrderAnswer,
  PaymentMethod,
  PlacedOrder,
  Product,
  Region,
  Session,
  Tag,
} from '#core/contract';
import { normalised, normalisedPhone } from '#core/normalised';
import type { Credentials, Registration } from '#core/registration';
import { hasKedaiCapabilities, isFromKedai, knownCapabilities, noteCapabilities } from './capabilities.ts';
import { NotTheShop } from './failures.ts';
import { apiHost } from './host.ts';
import { randomId } from './platform.ts';
import { cachedSince, reaching } from './reachability.ts';

const http = ky.create({ ...reaching, prefix: apiHost });

/** For calls that only the bundled server knows; their failure never counts as a lost connection (decision A2). */
const extra = http.extend({ context: { optional: true } });

/**
 * Whether the host offers what Kedai's own server adds (`hasKedaiCapabilities`). Asks a host that this device does not
 * know yet, or any host with `refresh`, so that what is sent does not depend on what was loaded before. Rejects as any
 * call.
 */
export async function detectCapabilities({ refresh = false } = {}): Promise<boolean> {
  if (refresh || (await knownCapabilities()) === undefined) await getCategories({ fresh: refresh });
  return hasKedaiCapabilities();
}

/**
 * The response's JSON as the schema reads it. Which field of which call does not fit is logged (decision A4), and
 * `SchemaValidationError` thrown.
 */
async function jsonOf<const Schema extends v.GenericSchema>(call: string, response: ResponsePromise, schema: Schema) {
  try {
    return await response.json(schema);
  } catch (failure) {
    if (failure instanceof SchemaValidationError) console.error(`${call}: ${misfitsIn(failure)}`);
    throw failure;
  }
}

/** The paths of the first fields that do not fit, and why: of a long menu all may. */
const misfitsIn = ({ issues }: SchemaValidationError) =>
  issues
    .slice(0, 5)
    .map(({ path = [], message }) => `${path.map(keyOf).join('.') || 'response'}: ${message}`)
    .join('; ');

const keyOf = (segment: PropertyKey | { key: PropertyKey }) =>
  String(typeof segment === 'object' ? segment.key : segment);

/** How a list is asked for. */
export interface Asking {
  /** Asks the shop itself instead of taking the device's copy; the response is cached. */
  fresh?: boolean | undefined;
}

/** A list of the catalogue; `cachedSince` (ms since 1970) when it was on the device and the shop was not asked yet. */
async function list<const Entries extends v.ObjectEntries>(
  path: string,
  item: v.ObjectSchema<Entries, undefined>,
  { searchParams, fresh }: Asking & { searchParams?: string[][] } = {},
) {
  const call = http.get(path, {
    ...(searchParams && { searchParams }),
    ...(fresh && { cache: 'no-cache' }),
  });
  const answer = await jsonOf(`GET /${path}`, call, listOf(forgiving(item)));
  const response = await call;
  noteCapabilities(response, answer.items.length);
  const since = Number(response.headers.get(cachedSince));
  return { ...answer, ...(since > 0 && { cachedSince: since }) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * Options for a personal response, which no cache of the browser may store. Adds no header that would need permission
 * by CORS.
 */
const personal = (token: string) => ({ headers: bearer(token), cache: 'no-store' as const });

/** The first value that came under `name`, which is `value` itself when it is new. */
function shared<T>(known: Map<string, T>, name: string, value: T): T {
  const first = known.get(name);
  if (first === undefined) known.set(name, value);
  return first ?? value;
}

/**
 * Products with equal categories or tags share one object for them, which saves a third of a long menu's memory
 *.
 */
async function listProducts(asking?: Asking & { searchParams?: string[][] }) {
  const answer = await list('products', Product, asking);
  const categories = new Map<string, string>();
  const tagSets = new Map<string, Product['tags']>();
  for (const product of answer.items) {
    product.category = shared(categories, product.category, product.category);
    product.tags = shared(tagSets, JSON.stringify(product.tags), product.tags);
  }
  return answer;
}

/** `GET /products`: the whole menu (decision A7). */
export const getProducts = (asking?: Asking) => listProducts(asking);

/** Thrown before a filtered call that names no category, tag or keyword (specification §5). */
class InvalidFilter extends Error {
  override name = 'InvalidFilter';
  constructor() {
    super('Invalid filter');
  }
}

/**
 * `GET /products?category=`, `?tags=` (one for each, meaning any of them) or `?search=`; rejects with `InvalidFilter`
 * when there is none.
 */
export async function getFilteredProducts({ category, tags, keyword }: Filter) {
  if (category) return listProducts({ searchParams: [['category', category]] });
  if (tags.length > 0) return listProducts({ searchParams: tags.map((tag) => ['tags', tag]) });
  if (keyword.trim()) return listProducts({ searchParams: [['search', keyword.trim()]] });
  throw new InvalidFilter();
}

/** `GET /categories`. */
export const getCategories = (asking?: Asking) => list('categories', Category, asking);

/** `GET /tags`. */
export const getTags = (asking?: Asking) => list('tags', Tag, asking);

/** What the bundled server needs to tell a new cart from a late one (decision C3). */
interface CartRevision {
  clientId: string;
  seq: number;
  etag: string | null;
}

/**
 * `PUT /carts` with `{ items }`; `revision` only for a host that announced itself. Answers the stored cart and its
 * revision, if any.
 */
export async function putCart(token: string, items: readonly unknown[], revision?: CartRevision) {
  const call = http.put('carts', {
    json: { items },
    headers: {
      ...bearer(token),
      ...(revision && {
        'x-client-id': revision.clientId,
        'x-client-seq': `${revision.seq}`,
        ...(revision.etag && { 'if-match': revision.etag }),
      }),
    },
  });
  const etag = (await call).headers.get('etag');
  // A plain host may send anything, or nothing. Kedai's says whether it took the cart, so its response must fit.
  if (!revision) return { etag, answer: undefined };
  return { etag, answer: await jsonOf('PUT /carts', call, CartAnswer) };
}

/**
 * `GET /carts` (bundled server only, decision C3): the stored cart, its revision, and the last sequence it took of this
 * device.
 */
export async function getCart(token: string, clientId: string) {
  const call = extra.get('carts', {
    ...personal(token),
    headers: { ...bearer(token), 'x-client-id': clientId },
  });
  return { answer: await jsonOf('GET /carts', call, CartAnswer), etag: (await call).headers.get('etag') };
}

/**
 * `POST /auth/register`; the response is not read. Chromium repeats a POST by itself when its connection drops. The
 * key, which only a host that announced itself is sent, says that both are the same registration. What was typed is sent
 * normalised (decision F10), here and at the login.
 */
export const register = async ({ fullName, email, phoneNumber, password }: Registration) => {
  const headers = (await detectCapabilities()) ? { 'idempotency-key': randomId() } : {};
  const json: Registration = {
    fullName: normalised(fullName),
    email: normalised(email),
    phoneNumber: normalisedPhone(phoneNumber),
    password,
  };
  await http.post('auth/register', { json, headers });
};

/** `POST /auth/login`: the user and a token. */
export const logIn = ({ email, password }: Credentials): Promise<Session> =>
  jsonOf('POST /auth/login', http.post('auth/login', { json: { email: normalised(email), password } }), Session);

/** `POST /auth/logout`: no body. Resolves with whether the bundled server itself answered. */
export const logOut = async (token: string): Promise<boolean> =>
  isFromKedai(await http.post('auth/logout', { headers: bearer(token) }));

/** `GET /delivery-address`: the customer's saved addresses. */
export const getAddresses = async (token: string) =>
  (await jsonOf('GET /delivery-address', http.get('delivery-address', personal(token)), listOf(forgiving(Address))))
    .items;

/**
 * `POST /delivery-address`. Rejects with `NotTheShop` when the host has announced itself and this was not its response.
 */
export const addAddress = async (token: string, address: NewAddress) => {
  const response = await http.post('delivery-address', { headers: bearer(token), json: address });
  if (!isFromKedai(response) && (await hasKedaiCapabilities())) throw new NotTheShop('No word on the address');
};

/** The levels of regions, from the highest to the lowest, as the calls name them (specification §7). */
export type RegionLevel = 'provinces' | 'regences' | 'districts' | 'villages';

/** `GET /regions/provinces`, or the regions of the next level below `code`. */
export const getRegions = async (level: RegionLevel, code?: string) =>
  (await list(`regions/${level}`, Region, code === undefined ? {} : { searchParams: [['code', code]] })).items;

/** `GET /banks`. */
export const getBanks = async () => (await list('banks', PaymentMethod)).items;

/** `GET /mini-markets`. */
export const getMiniMarkets = async () => (await list('mini-markets', PaymentMethod)).items;

/** Which orders are asked for: the newest `limit` of those that are older than the order with the number `before`. */
interface OrderPage {
  limit: number;
  before?: string;
}

/**
 * `GET /orders`: the customer's orders, newest first, as many as the host gives, and how many there are in all. `page`
 * only for a host that announced itself.
 */
export const getOrders = (token: string, page?: OrderPage) =>
  jsonOf(
    'GET /orders',
    http.get('orders', { ...personal(token), ...(page && { searchParams: { ...page } }) }),
    listOf(PlacedOrder),
  );

/** The order, if it carries its key and a number as the bundled server's do; throws `NotTheShop` otherwise. */
function orderOfKey(order: PlacedOrder, key: string): PlacedOrder {
  if (order.client_ref !== key || order.order_number === '') throw new NotTheShop(`No word on order ${key}`);
  return order;
}

/**
 * `POST /orders` with the frozen bytes of an order; `key` (the `Idempotency-Key`) only for a host that announced itself
 * (decision O2). Rejects with `NotTheShop` when such a host's response is not about this order.
 */
export async function postOrder(token: string, body: string, key?: string): Promise<PlacedOrder> {
  const headers = { ...bearer(token), 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
  const order = await jsonOf('POST /orders', http.post('orders', { body, headers }), OrderAnswer);
  return key === undefined ? order : orderOfKey(order, key);
}

/**
 * `DELETE /orders` with an order's key (bundled server only, decision O3a): the order if it exists, else undefined and
 * the key is spent. Rejects with `NotTheShop` when the response is not the shop's own.
 */
export async function voidOrder(token: string, key: string): Promise<PlacedOrder | undefined> {
  const call = extra.delete('orders', { headers: { ...bearer(token), 'idempotency-key': key } });
  const response = await call;
  if (!isFromKedai(response)) throw new NotTheShop(`No word on order ${key}`);
  return response.status === 204 ? undefined : orderOfKey(await jsonOf('DELETE /orders', call, OrderAnswer), key);
}
