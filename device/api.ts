/**
 * The calls of specification §7 that a visitor can make, in its order. Those of a customer, which no first screen needs, are in `customer-calls.ts`
 * and `order-calls.ts`.
 *
 * Every call rejects with one of the errors that `failures.ts` lists. The token is an argument, so that a reader sees
 * which calls are personal.
 */
import { type ResponsePromise, SchemaValidationError } from 'ky';
import type * as v from 'valibot';
import type { Filter } from '#core/catalogue';
import { Category, forgiving, listOf, PaymentMethod, Product, Region, Tag } from '#core/contract';
import { hasKedaiCapabilities, knownCapabilities, noteCapabilities } from './capabilities.ts';
import { bearer, clientFor } from './client.ts';
import { isFromKedai } from './failures.ts';
import { apiHost } from './host.ts';
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
  if (refresh || (await knownCapabilities()) === undefined) await getCategories({ noCache: refresh });
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
  noCache?: boolean | undefined;
}

/** A list of the catalogue. `cachedSince` (ms since 1970) is present when the list comes from the device's cache. */
async function list<const Entries extends v.ObjectEntries>(
  path: string,
  item: v.ObjectSchema<Entries, undefined>,
  request?: ListRequest,
) {
  const call = requestOf(path, request);
  const body = await jsonOf(`GET /${path}`, call, listOf(forgiving(item)));
  return { ...body, ...(await noted(call, body.items.length)) };
}

type ListRequest = ListOptions & { searchParams?: string[][] };

const requestOf = (path: string, { searchParams, noCache }: ListRequest = {}) =>
  http.get(path, { ...(searchParams && { searchParams }), ...(noCache && { cache: 'no-cache' }) });

/** Records what the response to a call of the catalogue says about its host, and since when the device has it. */
async function noted(call: ResponsePromise, count: number) {
  const response = await call;
  noteCapabilities(response, count);
  const since = Number(response.headers.get(cachedSince));
  return since > 0 ? { cachedSince: since } : {};
}

/**
 * Options for a personal response, which the browser's cache may not store. Adds no header that CORS would have to
 * allow.
 */
export const personal = (token: string) => ({ headers: bearer(token), cache: 'no-store' as const });

/**
 * `GET /products`, by default the whole menu (decision A7). `groups`: what Kedai's own server sends beside it; at another host a field
 * called `option_groups` means something else (decision M4).
 */
export async function getProducts(request?: ListRequest) {
  const call = requestOf('products', request);
  const { groups, ...menu } = await jsonOf('GET /products', call, ProductList);
  const since = await noted(call, menu.items.length);
  const hasOptions = isFromKedai(await call);
  if (!hasOptions) for (const product of menu.items) delete product.option_groups;
  return { ...menu, ...since, ...(hasOptions && { groups }) };
}

const ProductList = listOf(forgiving(Product));

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
  if (category) return getProducts({ searchParams: [['category', category]] });
  if (tags.length > 0) return getProducts({ searchParams: tags.map((tag) => ['tags', tag]) });
  if (keyword.trim()) return getProducts({ searchParams: [['search', keyword.trim()]] });
  throw new InvalidFilter();
}

/** `GET /categories`. */
export const getCategories = (options?: ListOptions) => list('categories', Category, options);

/** `GET /tags`. */
export const getTags = (options?: ListOptions) => list('tags', Tag, options);

/** The levels of regions, from the highest to the lowest, as the calls name them (specification §7). */
export type RegionLevel = 'provinces' | 'regences' | 'districts' | 'villages';

/** `GET /regions/provinces`, or the regions of the next level below `code`. */
export const getRegions = async (level: RegionLevel, code?: string) =>
  (await list(`regions/${level}`, Region, code === undefined ? {} : { searchParams: [['code', code]] })).items;

/** `GET /banks`. */
export const getBanks = async () => (await list('banks', PaymentMethod)).items;

/** `GET /mini-markets`. */
export const getMiniMarkets = async () => (await list('mini-markets', PaymentMethod)).items;
