/** The rule for which products a filter selects (decision A6), and paging (decision A7). */
import type { Product } from './contract.ts';
import { folded, holdsAll, wordsOf } from './folding.ts';

/** Category, tags and keyword exclude each other: at most one of them is filled. */
export interface Filter {
  category: string;
  tags: string[];
  keyword: string;
}

/** Selects everything: 'All'. */
export const noFilter: Filter = { category: '', tags: [], keyword: '' };

/** Whether a filter excludes anything; a keyword without words does not. */
export const isFiltered = ({ category, tags, keyword }: Filter) =>
  category !== '' || tags.length > 0 || wordsOf(keyword).length > 0;

/** Products on one page of the list (specification §9). */
export const perPage = 10;

/** Selecting a category clears keyword and tags; an empty one is 'All'. */
export const withCategory = (category: string): Filter => ({ ...noFilter, category });

/** Adds the tag or removes it; clears category and keyword. */
export const withTagToggled = ({ tags }: Pick<Filter, 'tags'>, tag: string): Filter => ({
  ...noFilter,
  tags: tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag],
});

/** The folded texts by product, so that each product is folded only once. */
const searchedTexts = new WeakMap<Product, string>();

/** Name and description of a product, folded. The line end between them keeps a keyword's word from matching across both. */
function searchedText(product: Product): string {
  const known = searchedTexts.get(product);
  if (known !== undefined) return known;
  const text = `${folded(product.name)}\n${folded(product.description)}`;
  searchedTexts.set(product, text);
  return text;
}

/**
 * The products that a filter selects, in the menu's order. With several tags any of them matches; every word of a keyword
 * must occur in name or description.
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

/** How many pages this number of products fills; at least 1. */
export const pagesOf = (totalItems: number) => Math.max(1, Math.ceil(totalItems / perPage));

/** The products of one page, counted from 1; a number beyond the last page gives the last page. */
export function pageOf<P>(products: readonly P[], page: number): P[] {
  const start = (Math.min(Math.max(1, page), pagesOf(products.length)) - 1) * perPage;
  return products.slice(start, start + perPage);
}
