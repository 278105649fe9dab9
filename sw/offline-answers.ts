import { forgiving, listOf, Product } from '#core/contract';
import { menuCache } from '#device/public-caches';
import { apiPath, apiUrl } from './cache-rules.ts';
import { fromMenu } from './filtered-menu.ts';
import { fits, keptAt } from './kept-answer.ts';

/** How long the shop may take before the device answers, where the menu is kept; in ms. */
const patience = 4_000;

const filters = ['category', 'tags', 'search'];

/** Whether an address asks for products of a category, of tags or by a keyword (specification §7). */
export const asksForFiltered = (url: URL) =>
  apiPath(url) === 'products' &&
  url.search !== '' &&
  [...url.searchParams.keys()].every((name) => filters.includes(name));

/**
 * The shop's own answer while there is one; else the menu on the device, filtered by the rule the server uses (decision
 * A6). Filtered answers are never kept: one menu on the device gives one answer to how old a price is.
 */
export async function filteredProducts(request: Request, url: URL): Promise<Response> {
  const menu = await keptAt(apiUrl('products'), { cacheName: menuCache });
  if (!menu) return fetch(request);
  const answer = await fetch(request, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  const refused = answer && answer.status >= 400 && answer.status < 500;
  return answer && (refused || (await fits(answer, listOf(forgiving(Product)))))
    ? answer
    : fromMenu(menu, url.searchParams);
}
