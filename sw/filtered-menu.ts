/** Responses made of cached ones: the menu filtered. */
import * as v from 'valibot';
import { matching } from '#core/catalogue';
import { forgiving, Product } from '#core/contract';

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
export function jsonLike(stored: Response, data: unknown): Response {
  const headers = new Headers(stored.headers);
  for (const name of ['etag', 'content-length', 'content-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(data), { headers });
}
