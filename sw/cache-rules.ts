/**
 * What of the API may be kept on the device, how fresh, for how long. What is not in this table goes to the network and
 * leaves no trace: personal calls above all (decision S5).
 */
import type * as v from 'valibot';
import { Category, forgiving, listOf, PaymentMethod, Product, Region, Tag } from '#core/contract';
import { apiHost } from '#device/host';
import { imageCache, menuCache, regionCache } from '#device/public-caches';

export interface CacheRule {
  /** Path below the API host. */
  path: RegExp;
  /** The search parameters an address may carry; with any other it is another question, and not kept. */
  parameters: string[];
  /** What a kept answer must be: JSON that fits a schema, an image, or a whole pack of regions. */
  is: v.GenericSchema | 'image' | 'pack';
  cache: string;
  /** An answer this young is not asked for again, in seconds; an older one is given at once and renewed behind. */
  freshFor: number;
  /** How many bytes are kept in all; an answer that does not fit in is not kept (decision S4). */
  atMostBytes?: number;
}

const day = 24 * 60 * 60;

/**
 * Long enough that a page which asks again after `CHANGED` gets the kept answer instead of starting another renewal; in
 * seconds.
 */
const moment = 5;

const list = (path: RegExp, item: v.ObjectSchema<v.ObjectEntries, undefined>): CacheRule => ({
  path,
  parameters: [],
  is: listOf(forgiving(item)),
  cache: menuCache,
  freshFor: moment,
});

export const cacheRules: CacheRule[] = [
  list(/^products$/, Product),
  list(/^categories$/, Category),
  list(/^tags$/, Tag),
  list(/^(banks|mini-markets)$/, PaymentMethod),
  {
    path: /^regions\/(provinces|regences|districts|villages)$/,
    parameters: ['code'],
    is: listOf(Region),
    cache: regionCache,
    freshFor: day,
  },
  {
    path: /^regions\/(villages-)?pack$/,
    parameters: [],
    is: 'pack',
    cache: regionCache,
    freshFor: 7 * day,
  },
  {
    path: /^images\/./,
    parameters: [],
    is: 'image',
    cache: imageCache,
    freshFor: day,
    atMostBytes: 10_000_000,
  },
];

const host = new URL(`${apiHost}/`, location.origin).href;

/** The path of an address below the API host; undefined for any other address. */
export const apiPath = ({ origin, pathname }: URL) =>
  `${origin}${pathname}`.startsWith(host) ? `${origin}${pathname}`.slice(host.length) : undefined;

/** The address of a path below the API host. */
export const apiUrl = (path: string) => host + path;

/** The rule for an address, if there is one. */
export function ruleFor(url: URL): CacheRule | undefined {
  const path = apiPath(url);
  return path === undefined
    ? undefined
    : cacheRules.find(
        (rule) => rule.path.test(path) && [...url.searchParams.keys()].every((name) => rule.parameters.includes(name)),
      );
}

/** A request that carries `Authorization` is personal, whatever its address. */
export const isPublic = (request: Request) => request.method === 'GET' && !request.headers.has('authorization');
