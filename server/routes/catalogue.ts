/** What everybody may read: products, categories, tags and payment methods (specification §7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Filter, isFiltered, matching } from '#core/catalogue';
import { type PrebuiltAnswer, prebuiltList, sendPrebuilt } from '../http/prebuilt-response.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { type App, fitting } from '../http/type-provider.ts';
import type { MenuInMemory, ServedMenu } from '../menu/menu-cache.ts';

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

/** While more answers than this are being built, further ones are not compressed, so that nobody waits for that. */
const mostAtOnce = 16;

/** Registered where no hook writes headers: the answers bring their own. */
export function catalogueRoutes(app: App, menu: MenuInMemory) {
  const answer = (request: FastifyRequest, reply: FastifyReply, answerOf: (menu: ServedMenu) => Answer) => {
    const current = menu.current();
    return sendPrebuilt(request, reply, current instanceof Promise ? current.then(answerOf) : answerOf(current));
  };

  app.get('/products', (request, reply) => {
    const { url = '' } = request.raw;
    const query = url.indexOf('?');
    return answer(request, reply, (current) =>
      // Looked up by the raw query first: a known one need not be parsed.
      query < 0 ? whole(current, 'products') : filtered(current, url.slice(query), request.query),
    );
  });

  const { '/products': _, ...unfiltered } = lists;
  for (const [path, list] of Object.entries(unfiltered)) {
    app.get(path, (request, reply) => answer(request, reply, (current) => whole(current, list)));
  }
}

/** The whole lists of a menu that still holds, where their answers are finished, by their addresses below `prefix`. */
export function finishedLists(menu: MenuInMemory, prefix: string) {
  const byAddress = new Map(Object.entries(lists).map(([path, list]) => [`${prefix}${path}`, list]));
  return (url: string): PrebuiltAnswer | undefined => {
    const list = byAddress.get(url);
    const current = list && menu.current();
    const answer = current && !(current instanceof Promise) && whole(current, list);
    return answer && !(answer instanceof Promise) ? answer : undefined;
  };
}

type Answer = PrebuiltAnswer | Promise<PrebuiltAnswer>;

const headers = apiHeaders;

const whole = (menu: ServedMenu, list: (typeof lists)[keyof typeof lists]): Answer =>
  menu.lists.get(list, () => prebuiltList(menu[list], { headers }));

function filtered(menu: ServedMenu, key: string, query: unknown): Answer {
  const known = menu.filtered.known(key);
  if (known) return known;
  const { category, search, tags } = fitting(ProductQuery, query, 'invalid_query');
  const filter: Filter = { category, tags, keyword: search };
  const products = isFiltered(filter) ? matching(menu.perhapsHolding(search), filter) : menu.products;
  if (products.length === menu.products.length) return whole(menu, 'products');
  if (menu.filtered.building >= mostAtOnce) return prebuiltList(products, { headers, compression: 'none' });
  return menu.filtered.build(key, () => prebuiltList(products, { headers, compression: 'fast' }));
}
