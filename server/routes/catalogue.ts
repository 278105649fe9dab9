/** What any client may read: products, categories, tags and payment methods (specification §7), and the shop right now (decision W12). */
import * as v from 'valibot';
import { type Filter, isFiltered, matching } from '#core/catalogue';
import { Category, OptionGroup, PaymentMethod, Product, Tag } from '#core/contract';
import { ShopState } from '#core/pause';
import type { Context } from '../context.ts';
import { prebuildList, ResponseCache } from '../http/prebuilt-response.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { sendPrebuilt } from '../http/send.ts';
import type { App } from '../http/type-provider.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { type MenuSnapshot, pauseAt } from '../menu/menu-snapshot.ts';
import { listOf, revalidated } from '../openapi/route-schema.ts';

const word = (description: string) => v.optional(v.pipe(v.string(), v.maxLength(200), v.description(description)), '');

const maxTags = 50;

/** The screens send only one of the three (decision A6); a client that sends several gets the products that fit all of them. */
const ProductQuery = v.object({
  category: word('Exactly this category.'),
  search: word('In name or description, ignoring case and accents.'),
  tags: v.optional(
    v.pipe(
      v.union([v.string(), v.array(v.string())]),
      v.transform((tags) => [tags].flat()),
      v.array(v.string()),
      v.maxLength(maxTags),
      v.transform((tags) => tags.filter((tag) => tag !== '')),
      v.description('Any of these tags.'),
    ),
    [],
  ),
});

const described = (operationId: string, summary: string, item: v.GenericSchema) => ({
  operationId,
  summary,
  response: revalidated(listOf(item)),
});

const productList = {
  operationId: 'listProducts',
  summary: 'Lists the menu, whole or filtered.',
  description: 'Several filters mean what fits them all. The option groups that products name are beside them.',
  response: revalidated(v.object({ ...listOf(Product).entries, option_groups: v.optional(v.array(OptionGroup)) })),
  querystring: ProductQuery,
};

const unfilteredLists = {
  '/categories': { list: 'categories', schema: described('listCategories', 'Lists all categories.', Category) },
  '/tags': { list: 'tags', schema: described('listTags', 'Lists all tags.', Tag) },
  '/banks': { list: 'banks', schema: described('listBanks', 'Lists the banks to pay by.', PaymentMethod) },
  '/mini-markets': {
    list: 'miniMarkets',
    schema: described('listMiniMarkets', 'Lists the mini-markets to pay at.', PaymentMethod),
  },
} as const;

type List = 'products' | (typeof unfilteredLists)[keyof typeof unfilteredLists]['list'];

/** `GET /products`, `/categories`, `/tags`, `/banks` and `/mini-markets`. To be registered where no hook writes headers: the responses bring their own. */
export function catalogueRoutes(app: App, menu: MenuCache) {
  app.get('/products', { schema: productList }, async (request, reply) =>
    sendPrebuilt(request, reply, filtered(await menu.current(), request.query)),
  );

  for (const [path, { list, schema }] of Object.entries(unfilteredLists)) {
    app.get(path, { schema }, async (request, reply) =>
      sendPrebuilt(request, reply, whole(await menu.current(), list)),
    );
  }
}

/** The whole lists of a menu; they are dropped with it. */
const lists = new WeakMap<MenuSnapshot, ResponseCache>();

function whole(menu: MenuSnapshot, list: List) {
  const cache = lists.get(menu) ?? new ResponseCache(Number.POSITIVE_INFINITY);
  lists.set(menu, cache);
  return cache.get(list, () =>
    prebuildList(menu[list], { headers: apiHeaders }, list === 'products' ? menu.option_groups : []),
  );
}

function filtered(menu: MenuSnapshot, { category, search, tags }: v.InferOutput<typeof ProductQuery>) {
  const filter: Filter = { category, tags, keyword: search };
  const products = isFiltered(filter) ? matching(menu.products, filter) : menu.products;
  if (products.length === menu.products.length) return whole(menu, 'products');
  const groups = products.some(({ option_groups }) => option_groups) ? menu.option_groups : [];
  return prebuildList(products, { headers: apiHeaders, compression: 'fast' }, groups);
}

const readingShop = {
  operationId: 'getShop',
  summary: 'Whether the shop takes orders right now, and which menu it has.',
  description:
    '`pause` is there while it takes none; `until` says when it ends, if that is known. `menu_version` is another number after each change.',
  response: { 200: ShopState },
};

/** `GET /shop`. To be registered where no cache may keep responses. */
export function shopRoute(app: App, { menu, now }: Context) {
  app.get('/shop', { schema: readingShop }, async (): Promise<ShopState> => {
    const current = await menu.current();
    const pause = pauseAt(current, now());
    return { now: new Date(now()).toISOString(), menu_version: current.version, ...(pause && { pause }) };
  });
}
