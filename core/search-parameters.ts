/**
 * Reads search parameters as links, QR codes and customers write them: repeated, empty, or in capitals. A value that
 * names nothing is told from a parameter that was left out, because an older or default choice must not silently take
 * its place.
 */

/** The search parameters of the shop's addresses. */
const names = ['category', 'tags', 'search', 'page', 'produk', 'meja', 'layanan', 'invoice'];

/** The name of a parameter that the shop has, in whatever case it was written; any other name as it is. */
export const parameterName = (written: string) => names.find((name) => name === written.toLowerCase()) ?? written;

/** All values of a parameter as texts, in their order, empty ones included; none when it was left out. */
export const valuesOf = (parameter: unknown): string[] =>
  [parameter].flat().flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : []));

/** The different values that say something. */
export const filledValues = (parameter: unknown) => [...new Set(valuesOf(parameter))].filter((value) => value !== '');

/**
 * The value of a parameter that can have one only; undefined when it says nothing. Different values are joined: nothing
 * has that name, and the screen that looks for it says so.
 */
export const singleValue = (parameter: unknown, separator = ', ') =>
  filledValues(parameter).join(separator) || undefined;

/** The page of a list that a parameter names, counted from 1; 0 for what is no page, undefined when it says nothing. */
export function pageNumber(parameter: unknown): number | undefined {
  const pages = new Set(filledValues(parameter).map((value) => (/^\d+$/.test(value) ? Number(value) : 0)));
  const [page] = pages;
  return pages.size > 1 ? 0 : page;
}

/** Characters of a quoted value at most: an address may hold thousands. */
const mostCharacters = 24;

/**
 * Values as a sentence shows them: in quotation marks unless they are one plain word, shortened, and without invisible
 * characters; empty for blanks.
 */
export function quoted(values: readonly string[]): string {
  const characters = [...[...new Set(values)].join(', ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')];
  const text =
    characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : characters.join('');
  if (/^[\s,]*$/.test(text)) return '';
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(text) ? text : `“${text}”`;
}
