/** A visitor's calls (specification §7); they reject as `failures.ts` lists. The token is an argument: it shows which calls are personal. */
import { type ResponsePromise, SchemaValidationError } from 'ky';
import * as v from 'valibot';
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

/** `refresh` asks even a known host: the next call then does not depend on what was loaded before. Rejects as any call. */
export async function detectCapabilities({ refresh = false } = {}): Promise<boolean> {
  if (refresh || (await knownCapabilities()) === undefined) await getCategories({ noCache: refresh });
  return hasKedaiCapabilities();
}

/** If it does not fit, logs the call and the fields (decision A4) and throws `SchemaValidationError`. */
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

/** Not all: in a long menu every item may be wrong. */
const misfitsIn = ({ issues }: SchemaValidationError) =>
  issues
    .slice(0, 5)
    .map((issue) => `${v.getDotPath(issue as v.BaseIssue<unknown>) ?? 'response'}: ${issue.message}`)
    .join('; ');

export interface ListOptions {
  /** Skips the device's copy; the response is cached. */
  noCache?: boolean | undefined;
}

type ListRequest = ListOptions & { searchParams?: string[][] };

/** `cachedSince` (ms since 1970) is present when the list comes from the device's cache; `groups` only from Kedai's own server. */
async function list<const Entries extends v.ObjectEntries>(
  path: string,
  item: v.ObjectSchema<Entries, undefined>,
  { searchParams, noCache }: ListRequest = {},
) {
  const call = http.get(path, { ...(searchParams && { searchParams }), ...(noCache && { cache: 'no-cache' }) });
  const { groups, ...body } = await jsonOf(`GET /${path}`, call, listOf(forgiving(item)));
  const response = await call;
  noteCapabilities(response, body.items.length);
  const since = Number(response.headers.get(cachedSince));
  return { ...body, ...(since > 0 && { cachedSince: since }), ...(isFromKedai(response) && { groups }) };
}

/** The browser's cache may not store the response. Adds no header that CORS would have to allow. */
export const personal = (token: string) => ({ headers: bearer(token), cache: 'no-store' as const });

/** By default the whole menu (decision A7). Elsewhere than at Kedai's own server `option_groups` means something else (decision M4). */
export async function getProducts(request?: ListRequest) {
  const menu = await list('products', Product, request);
  if (!('groups' in menu)) for (const product of menu.items) delete product.option_groups;
  return menu;
}

/** Any of several tags matches. Rejects without category, tag or keyword (specification §5). */
export async function getFilteredProducts({ category, tags, keyword }: Filter) {
  if (category) return getProducts({ searchParams: [['category', category]] });
  if (tags.length > 0) return getProducts({ searchParams: tags.map((tag) => ['tags', tag]) });
  if (keyword.trim()) return getProducts({ searchParams: [['search', keyword.trim()]] });
  throw new Error('Invalid filter');
}

export const getCategories = (options?: ListOptions) => list('categories', Category, options);

export const getTags = (options?: ListOptions) => list('tags', Tag, options);

/** From the highest to the lowest, as the calls name them (specification §7). */
export type RegionLevel = 'provinces' | 'regences' | 'districts' | 'villages';

export const getRegions = async (level: RegionLevel, code?: string) =>
  (await list(`regions/${level}`, Region, code === undefined ? {} : { searchParams: [['code', code]] })).items;

export const getBanks = async () => (await list('banks', PaymentMethod)).items;

export const getMiniMarkets = async () => (await list('mini-markets', PaymentMethod)).items;
