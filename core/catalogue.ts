/** The one rule that says which products a filter means (decision A6), and paging (decision A7). */
import type { Product } from './contract.ts';
import { folded, holdsAll, wordsOf } from './folding.ts';

/** Category, tags and keyword exclude each other; at most one of them is not empty. */
export interface Filter {
  category: string;
  tags: string[];
  keyword: string;
}

/** Everything: what 'All' means. */
export const noFilter: Filter = { category: '', tags: [], keyword: '' };

/** Whether a filter leaves anything out; a keyword without words does not. */
export const isFiltered = ({ category, tags, keyword }: Filter) =>
  category !== '' || tags.length > 0 || wordsOf(keyword).length > 0;

/** Products on one page of the list (specification §9). */
export const perPage = 10;

/** Selecting a category clears keyword and tags; an empty one is 'All'. */
export const withCategory = (category: string): Filter => ({ ...noFilter, category });

/** Adds the tag or takes it away; clears category and keyword. */
export const withTagToggled = ({ tags }: Pick<Filter, 'tags'>, tag: string): Filter => ({
  ...noFilter,
  tags: tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag],
});

/** The folded texts by product, so that each product is folded once only. */
const searched = new WeakMap<Product, string>();

/** Name and description of a product, folded; no word of a keyword reaches over the line end between them. */
export function searchedText(product: Product): string {
  const known = searched.get(product);
  if (known !== undefined) return known;
  const text = `${folded(product.name)}\n${folded(product.description)}`;
  searched.set(product, text);
  return text;
}

/**
 * The products a filter means, in the menu's order; several tags mean any of them, and every word of a keyword must
 * occur in name or description.
 */
export function matching<P extends Product>(products: readonly P[], { category, tags, keyword }: Filter): P[] {
  const words = wordsOf(keyword);
  return products.filter(
    (product) =>
      (category === '' || product.category === category) &&
      (tags.length === 0 || product.tags.some((tag) => tags.includes(tag.name))) &&
      (words.length === 0 || holdsAll(searchedText(product), words)),
  );
}

/** How many pages so many products fill; at least 1. */
export const pagesOf = (totalItems: number) => Math.max(1, Math.ceil(totalItems / perPage));

/** The products of one page, counted from 1; a page beyond the last one is the last one. */
export function pageOf<P>(products: readonly P[], page: number): P[] {
  const start = (Math.min(Math.max(1, page), pagesOf(products.length)) - 1) * perPage;
  return products.slice(start, start + perPage);
}
