/** The rule for which products a filter selects (decision A6), and paging (decision A7). */
import type { Product } from './contract.ts';
import { folded, holdsAll, rankOf, wordsOf } from './folding.ts';

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

/** The folded name and description by product, so that each product is folded only once. */
const foldedTexts = new WeakMap<Product, readonly [name: string, description: string]>();

function foldedTextsOf(product: Product): readonly [name: string, description: string] {
  const known = foldedTexts.get(product);
  if (known) return known;
  const texts = [folded(product.name), folded(product.description)] as const;
  foldedTexts.set(product, texts);
  return texts;
}

/** The line end between name and description keeps a keyword's word from matching across both. */
const searchedText = (product: Product) => foldedTextsOf(product).join('\n');

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

/**
 * Products that a search has found, the best first, whoever has found them: by `rankOf`, then in the menu's order; those
 * that the menu does not list come last, in their own. Without a keyword they stay as they are.
 */
export function ranked<P extends Product>(found: readonly P[], keyword: string, menu: readonly Product[] = found): P[] {
  const words = wordsOf(keyword);
  if (words.length === 0) return [...found];
  const positions = new Map(menu.map(({ _id }, at) => [_id, at]));
  return found
    .map((product) => ({
      product,
      rank: rankOf(...foldedTextsOf(product), words),
      position: positions.get(product._id) ?? menu.length,
    }))
    .sort((one, other) => one.rank - other.rank || one.position - other.position)
    .map(({ product }) => product);
}

/** How many pages this number of products fills; at least 1. */
export const pagesOf = (totalItems: number) => Math.max(1, Math.ceil(totalItems / perPage));

/** The products of one page, counted from 1; a number beyond the last page gives the last page. */
export function pageOf<P>(products: readonly P[], page: number): P[] {
  const start = (Math.min(Math.max(1, page), pagesOf(products.length)) - 1) * perPage;
  return products.slice(start, start + perPage);
}
