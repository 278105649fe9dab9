/** What everybody may read: products, categories, tags and payment methods (specification §7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Filter, isFiltered, matching } from '#core/catalogue';
import { type PrebuiltResponse, prebuildList } from '../http/prebuilt-response.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send-prebuilt.ts';
import { type App, validated } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { MenuSnapshot } from '../menu/menu-snapshot.ts';

const word = v.optional(v.pipe(v.string(), v.maxLength(200)), '');

/** The screens send only one of the three (decision A6); a client that sends several gets the products that fit all of them. */
const ProductQuery = v.object({
  category: word,
  search: word,
  tags: v.optional(
    v.pipe(
      v.union([v.string(), v.pipe(v.array(v.string()), v.maxLength(50))]),
      v.transform((tags) => (Array.isArray(tags) ? tags : [tags]).filter((tag) => tag !== '')),
    ),
    [],
  ),
});

const lists = {
  '/products': 'products',
  '/categories': 'categories',
  '/tags': 'tags',
  '/banks': 'banks',
  '/mini-markets': 'miniMarkets',
} as const;

/** While more responses than this are being built, further ones are not compressed, so that nobody waits for that. */
const maxAtOnce = 16;

/** Bytes of filtered lists that are kept: anybody may ask for any filter, and that must not fill the memory (fault B27). */
const maxFilteredBytes = 8_000_000;

type Response = PrebuiltResponse | Promise<PrebuiltResponse>;

/** `GET /products`, `/categories`, `/tags`, `/banks` and `/mini-markets`. To be registered where no hook writes headers: the responses bring their own. */
export function catalogueRoutes(app: App, menu: MenuCache) {
  const send = (request: FastifyRequest, reply: FastifyReply, responseOf: (menu: MenuSnapshot) => Response) => {
    const current = menu.current();
    return sendPrebuilt(request, reply, current instanceof Promise ? current.then(responseOf) : responseOf(current));
  };

  app.get('/products', (request, reply) => {
    const { url = '' } = request.raw;
    const query = url.indexOf('?');
    return send(request, reply, (current) =>
      // Looked up by the raw query first: a known one need not be parsed.
      query < 0 ? whole(current, 'products') : filtered(current, url.slice(query), request.query),
    );
  });

  const { '/products': _, ...unfiltered } = lists;
  for (const [path, list] of Object.entries(unfiltered)) {
    app.get(path, (request, reply) => send(request, reply, (current) => whole(current, list)));
  }
}

/** The responses made of a menu; they are dropped with it. */
const responses = new WeakMap<MenuSnapshot, { lists: ResponseCache; filtered: ResponseCache }>();

function responsesOf(menu: MenuSnapshot) {
  const known = responses.get(menu);
  if (known) return known;
  const made = {
    lists: new ResponseCache(Number.POSITIVE_INFINITY),
    filtered: new ResponseCache(maxFilteredBytes),
  };
  responses.set(menu, made);
  return made;
}

const headers = apiHeaders;

const whole = (menu: MenuSnapshot, list: (typeof lists)[keyof typeof lists]): Response =>
  responsesOf(menu).lists.get(list, () => prebuildList(menu[list], { headers }));

function filtered(menu: MenuSnapshot, key: string, query: unknown): Response {
  const cache = responsesOf(menu).filtered;
  const known = cache.known(key);
  if (known) return known;
  const { category, search, tags } = validated(ProductQuery, query, 'invalid_query');
  const filter: Filter = { category, tags, keyword: search };
  const products = isFiltered(filter) ? matching(menu.searchCandidates(search), filter) : menu.products;
  if (products.length === menu.products.length) return whole(menu, 'products');
  if (cache.building >= maxAtOnce) return prebuildList(products, { headers, compression: 'none' });
  return cache.build(key, () => prebuildList(products, { headers, compression: 'fast' }));
}
