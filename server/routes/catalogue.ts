/** What everybody may read: products, categories, tags and payment methods (specification §7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Filter, isFiltered, matching } from '#core/catalogue';
import type { MenuInMemory } from '../menu.ts';
import { prebuiltList, sendPrebuilt } from '../prebuilt-answers.ts';
import type { App } from '../validation.ts';

const word = v.optional(v.pipe(v.string(), v.maxLength(200)), '');

/** The three exclude each other on the screen (decision A6); a client that sends several gets what fits them all. */
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

/** Any copy may be kept, none may be shown without asking whether it still holds. */
const cacheControl = 'no-cache';

export function catalogueRoutes(app: App, menu: MenuInMemory) {
  app.get('/products', { schema: { querystring: ProductQuery } }, async (request, reply) => {
    const { category, search, tags } = request.query;
    const filter: Filter = { category, tags, keyword: search };
    const { products, answers } = await menu.current();
    const key = isFiltered(filter) ? `products ${JSON.stringify(filter)}` : 'products';
    const answer = await answers.get(key, () => prebuiltList(matching(products, filter)));
    return sendPrebuilt(request, reply, answer, cacheControl);
  });

  const lists = {
    '/categories': 'categories',
    '/tags': 'tags',
    '/banks': 'banks',
    '/mini-markets': 'miniMarkets',
  } as const;
  for (const [path, list] of Object.entries(lists)) {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const current = await menu.current();
      const answer = await current.answers.get(list, () => prebuiltList(current[list]));
      return sendPrebuilt(request, reply, answer, cacheControl);
    });
  }
}
