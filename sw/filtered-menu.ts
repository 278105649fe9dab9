/** Responses made of cached ones: the menu filtered, and regions out of their pack. */
import * as v from 'valibot';
import { matching } from '#core/catalogue';
import { forgiving, Product } from '#core/contract';
import { below } from '#core/region-pack';
import { regionCache } from '#device/public-caches';
import { apiPath, apiUrl } from './api-url.ts';

const Row = forgiving(Product);

const Menu = v.union([v.array(v.unknown()), v.looseObject({ data: v.array(v.unknown()) })]);

/** In the menu's own shape (array or `{ data }`) and with its headers. */
export async function filteredMenu(menu: Response, parameters: URLSearchParams): Promise<Response> {
  const body = v.parse(Menu, await menu.json());
  const rows = Array.isArray(body) ? body : body.data;
  const found = matching(
    rows.map((row) => ({ ...v.parse(Row, row), row })),
    {
      category: parameters.get('category') ?? '',
      tags: parameters.getAll('tags').filter((tag) => tag !== ''),
      keyword: parameters.get('search') ?? '',
    },
  ).map(({ row }) => row);
  const data = Array.isArray(body) ? found : { ...body, data: found, ...('count' in body && { count: found.length }) };
  return jsonLike(menu, data);
}

/** The headers of a cached response, except those about its body. */
function jsonLike(stored: Response, data: unknown): Response {
  const headers = new Headers(stored.headers);
  for (const name of ['etag', 'content-length', 'content-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(data), { headers });
}

const levels = ['regions/provinces', 'regions/regences', 'regions/districts', 'regions/villages'];

export async function regionsFromPack(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  const level = levels.indexOf(apiPath(url) ?? '');
  const parent = level === 0 ? '' : url.searchParams.get('code');
  if (level < 0 || parent === null || request.cache === 'no-cache') return undefined;
  const packUrl = apiUrl(level === 3 ? 'regions/villages-pack' : 'regions/pack');
  // Caches that cannot be read are treated as missing.
  const pack = await caches.match(packUrl, { cacheName: regionCache }).catch(() => undefined);
  if (!pack) return undefined;
  // A province has regencies, not districts.
  const isParent = level === 0 || parent.split('.').length === level;
  const data = isParent ? below(await pack.text(), parent) : [];
  return jsonLike(pack, { data, count: data.length });
}
