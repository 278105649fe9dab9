/**
 * The twenty calls of specification §7, in its order, and the additions of the bundled server (decision A2); those about orders, which no first
 * screen needs, are in `order-calls.ts`.
 *
 * Every call rejects with one of the errors that `failures.ts` lists. The token is an argument, so that a reader sees
 * which calls are personal.
 */
import { type ResponsePromise, SchemaValidationError } from 'ky';
import type * as v from 'valibot';
import type { Filter } from '#core/catalogue';
import {
  CartAnswer,
  Category,
  forgiving,
  listOf,
  type NewAddress,
  PaymentMethod,
  Product,
  Region,
  SavedAddress,
  Session,
  Tag,
} from '#core/contract';
import { normalised, normalisedPhone } from '#core/normalised';
import type { Credentials, Registration } from '#core/registration';
import { hasKedaiCapabilities, knownCapabilities, noteCapabilities } from './capabilities.ts';
import { bearer, clientFor } from './client.ts';
import { isFromKedai, NotTheShop } from './failures.ts';
import { apiHost } from './host.ts';
import { randomId } from './platform.ts';
import { cachedSince, reaching } from './reachability.ts';

export const http = clientFor(apiHost).extend(reaching);

/** For calls that only the bundled server knows; their failure never counts as a lost connection (decision A2). */
export const extra = http.extend({ context: { optional: true } });

/**
 * Whether the host offers the additions of Kedai's own server (`hasKedaiCapabilities`). Sends a request when this
 * device does not know the host yet, or with `refresh`: the next call then does not depend on what was loaded before.
 * Rejects as any call.
 */
export async function detectCapabilities({ refresh = false } = {}): Promise<boolean> {
  if (refresh || (await knownCapabilities()) === undefined) await getCategories({ fresh: refresh });
  return hasKedaiCapabilities();
}

/**
 * The response's JSON, parsed by the schema. If it does not fit, logs the call and the fields (decision A4) and throws
 * `SchemaValidationError`.
 */
export async function jsonOf<const Schema extends v.GenericSchema>(
  call: string,
  response: ResponsePromise,
  schema: Schema,
) {
  try {
    return await response.json(schema);
  } catch (failure) {
    if (failure instanceof SchemaValidationError) console.error(`${call}: ${misfitsIn(failure)}`);
    throw failure;
  }
}

/** The paths of the first fields that do not fit, and the reasons. Not of all: in a long menu every item may be wrong. */
const misfitsIn = ({ issues }: SchemaValidationError) =>
  issues
    .slice(0, 5)
    .map(({ path = [], message }) => `${path.map(keyOf).join('.') || 'response'}: ${message}`)
    .join('; ');

const keyOf = (segment: PropertyKey | { key: PropertyKey }) =>
  String(typeof segment === 'object' ? segment.key : segment);

/** Options for the request of a list. */
export interface ListOptions {
  /** Asks the shop instead of using the device's copy; the response is cached. */
  fresh?: boolean | undefined;
}

/** A list of the catalogue. `cachedSince` (ms since 1970) is present when the list comes from the device's cache. */
async function list<const Entries extends v.ObjectEntries>(
  path: string,
  item: v.ObjectSchema<Entries, undefined>,
  { searchParams, fresh }: ListOptions & { searchParams?: string[][] } = {},
) {
  const call = http.get(path, {
    ...(searchParams && { searchParams }),
    ...(fresh && { cache: 'no-cache' }),
  });
  const body = await jsonOf(`GET /${path}`, call, listOf(forgiving(item)));
  const response = await call;
  noteCapabilities(response, body.items.length);
  const since = Number(response.headers.get(cachedSince));
  return { ...body, ...(since > 0 && { cachedSince: since }) };
}

/**
 * Options for a personal response, which the browser's cache may not store. Adds no header that CORS would have to
 * allow.
 */
export const personal = (token: string) => ({ headers: bearer(token), cache: 'no-store' as const });

/** The first value that was given for `name`: `value` itself when the name is new. */
function shared<T>(values: Map<string, T>, name: string, value: T): T {
  const first = values.get(name);
  if (first === undefined) values.set(name, value);
  return first ?? value;
}

/**
 * Products with equal categories or tags share one object for them, which saves a third of a long menu's memory.
 */
async function listProducts(options?: ListOptions & { searchParams?: string[][] }) {
  const menu = await list('products', Product, options);
  const categories = new Map<string, string>();
  const tagSets = new Map<string, Product['tags']>();
  for (const product of menu.items) {
    product.category = shared(categories, product.category, product.category);
    product.tags = shared(tagSets, JSON.stringify(product.tags), product.tags);
  }
  return menu;
}

/** `GET /products`: the whole menu (decision A7). */
export const getProducts = (options?: ListOptions) => listProducts(options);

/** Thrown before a filtered call that names no category, tag or keyword (specification §5). */
class InvalidFilter extends Error {
  override name = 'InvalidFilter';
  constructor() {
    super('Invalid filter');
  }
}

/**
 * `GET /products?category=`, `?tags=` (once for each tag; any of them matches) or `?search=`. Rejects with
 * `InvalidFilter` without any of them.
 */
export async function getFilteredProducts({ category, tags, keyword }: Filter) {
  if (category) return listProducts({ searchParams: [['category', category]] });
  if (tags.length > 0) return listProducts({ searchParams: tags.map((tag) => ['tags', tag]) });
  if (keyword.trim()) return listProducts({ searchParams: [['search', keyword.trim()]] });
  throw new InvalidFilter();
}

/** `GET /categories`. */
export const getCategories = (options?: ListOptions) => list('categories', Category, options);

/** `GET /tags`. */
export const getTags = (options?: ListOptions) => list('tags', Tag, options);

/** With it the bundled server distinguishes a new cart from a late one (decision C3). */
interface CartRevision {
  clientId: string;
  seq: number;
  etag: string | null;
}

/**
 * `PUT /carts` with `{ items }`; `revision` only for a host that announced itself. Resolves with the stored cart and
 * its revision, if any.
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
  // A plain host may send anything, or nothing. Kedai's host says whether it accepted the cart: its response must fit.
  if (!revision) return { etag, answer: undefined };
  return { etag, answer: await jsonOf('PUT /carts', call, CartAnswer) };
}

/**
 * `GET /carts` (bundled server only, decision C3): the stored cart, its revision, and the last sequence it accepted from this
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
 * `POST /auth/register`; the response is not read. Chromium repeats a POST automatically when its connection drops. The
 * key says that both requests are the same registration; it is sent only to a host that announced itself. The input is
 * sent normalised (decision F10), here and at the login.
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

/** `POST /auth/login`: the user and a token. `clientId` names this device, only to a host that announced itself. */
export const logIn = ({ email, password }: Credentials, clientId?: string): Promise<Session> => {
  const json = { email: normalised(email), password };
  const headers = clientId === undefined ? {} : { 'x-client-id': clientId };
  return jsonOf('POST /auth/login', http.post('auth/login', { json, headers }), Session);
};

/** `POST /auth/logout`: no body. Resolves with whether the bundled server itself responded. */
export const logOut = async (token: string): Promise<boolean> =>
  isFromKedai(await http.post('auth/logout', { headers: bearer(token) }));

/** `GET /delivery-address`: the customer's saved addresses. */
export const getAddresses = async (token: string) =>
  (
    await jsonOf(
      'GET /delivery-address',
      http.get('delivery-address', personal(token)),
      listOf(forgiving(SavedAddress)),
    )
  ).items;

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
