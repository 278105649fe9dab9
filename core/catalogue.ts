import type { Product } from './contract.ts';
import { folded, holdsAll, rankOf, wordsOf } from './folding.ts';

/** A customer fills at most one of them; what is filled must all fit. */
export interface Filter {
  category: string;
  tags: string[];
  keyword: string;
}

export const noFilter: Filter = { category: '', tags: [], keyword: '' };

/** A keyword without words excludes nothing. */
export const isFiltered = ({ category, tags, keyword }: Filter) =>
  category !== '' || tags.length > 0 || wordsOf(keyword).length > 0;

/** Specification §9. */
export const perPage = 10;

export const withCategory = (category: string): Filter => ({ ...noFilter, category });

export const withTagToggled = ({ tags }: Pick<Filter, 'tags'>, tag: string): Filter => ({
  ...noFilter,
  tags: tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag],
});

const foldedTexts = new WeakMap<Product, readonly [name: string, description: string]>();

function foldedTextsOf(product: Product): readonly [name: string, description: string] {
  const known = foldedTexts.get(product);
  if (known) return known;
  const texts = [folded(product.name), folded(product.description)] as const;
  foldedTexts.set(product, texts);
  return texts;
}

/** The line end keeps a word from matching across name and description. */
const searchedText = (product: Product) => foldedTextsOf(product).join('\n');

/** Any of several tags matches; every word of a keyword must occur in name or description (decision A6). */
export function matching<P extends Product>(products: readonly P[], { category, tags, keyword }: Filter): P[] {
  const words = wordsOf(keyword);
  return products.filter(
    (product) =>
      (category === '' || product.category === category) &&
      (tags.length === 0 || product.tags.some((tag) => tags.includes(tag.name))) &&
      (words.length === 0 || holdsAll(searchedText(product), words)),
  );
}

/** The best first, by `rankOf`, then in the order of the menu; those that the menu does not list come last. */
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

export const pagesOf = (totalItems: number) => Math.max(1, Math.ceil(totalItems / perPage));

/** Counted from 1; a number beyond the last page gives the last page (decision A7). */
export function pageOf<P>(products: readonly P[], page: number): P[] {
  const start = (Math.min(Math.max(1, page), pagesOf(products.length)) - 1) * perPage;
  return products.slice(start, start + perPage);
}
