/** The one rule that says which products a filter means (decision A6), and paging (decision A7). */
import type { Product } from './contract.ts';

/** Category, tags and keyword exclude each other; at most one of them is not empty. */
export interface Filter {
  category: string;
  tags: string[];
  keyword: string;
}

/** Everything: what 'All' means. */
export const noFilter: Filter = { category: '', tags: [], keyword: '' };

/** Whether a filter leaves anything out; a keyword of blanks does not. */
export const isFiltered = ({ category, tags, keyword }: Filter) =>
  category !== '' || tags.length > 0 || keyword.trim() !== '';

/** Products on one page of the list (specification §9). */
export const perPage = 10;

/** Selecting a category clears keyword and tags; an empty one is 'All'. */
export const withCategory = (category: string): Filter => ({ ...noFilter, category });

/** Adds the tag or takes it away; clears category and keyword. */
export const withTagToggled = ({ tags }: Pick<Filter, 'tags'>, tag: string): Filter => ({
  ...noFilter,
  tags: tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag],
});

/**
 * A text as it is searched: lower case, without accents (`CAFÉ` and `cafe` are one word) and without invisible
 * characters, which a pasted word may contain; several blanks in a row become one.
 */
export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Cf}]|\s(?=\s)/gu, '')
    .toLowerCase();

/** The folded texts by product, so that each product is folded once only. */
const searched = new WeakMap<Product, readonly string[]>();

/** The folded texts of a product that a keyword may stand in. */
export function searchedTexts(product: Product): readonly string[] {
  const known = searched.get(product);
  if (known) return known;
  const texts = [folded(product.name), folded(product.description)];
  searched.set(product, texts);
  return texts;
}

/**
 * The products a filter means, in the menu's order; several tags mean any of them, a keyword is sought in name and
 * description.
 */
export function matching<P extends Product>(products: readonly P[], { category, tags, keyword }: Filter): P[] {
  const wanted = folded(keyword.trim());
  return products.filter(
    (product) =>
      (category === '' || product.category === category) &&
      (tags.length === 0 || product.tags.some((tag) => tags.includes(tag.name))) &&
      (wanted === '' || searchedTexts(product).some((text) => text.includes(wanted))),
  );
}

/** How many pages so many products fill; at least 1. */
export const pagesOf = (totalItems: number) => Math.max(1, Math.ceil(totalItems / perPage));

/** The products of one page, counted from 1; a page beyond the last one is the last one. */
export function pageOf<P>(products: readonly P[], page: number): P[] {
  const start = (Math.min(Math.max(1, page), pagesOf(products.length)) - 1) * perPage;
  return products.slice(start, start + perPage);
}
