import * as v from 'valibot';
import { matching } from '#core/catalogue';
import { forgiving, Product } from '#core/contract';
import { answerWith } from './kept-answer.ts';

/** A row as the page reads it. */
const Row = forgiving(Product);

const Menu = v.union([v.array(v.unknown()), v.looseObject({ data: v.array(v.unknown()) })]);

/**
 * An answer with the products of a kept menu that fit the search parameters, in the menu's own shape (array or `{ data
 * }`) and with its headers.
 */
export async function fromMenu(menu: Response, parameters: URLSearchParams): Promise<Response> {
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
  return answerWith(data, menu);
}
