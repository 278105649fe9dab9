/**
 * Reads search parameters as links, QR codes and customers write them: repeated, empty, or in capitals. A value that
 * names nothing is not treated as an absent parameter, because an older or default choice must not silently replace it.
 */

/** The search parameters of the shop's addresses. */
const names = ['category', 'tags', 'search', 'page', 'produk', 'meja', 'layanan', 'invoice'];

/** The name of one of the shop's parameters in lower case, however it was written; any other name unchanged. */
export const parameterName = (written: string) => names.find((name) => name === written.toLowerCase()) ?? written;

/** All values of a parameter as texts, in their order, including empty ones; none when it is absent. */
export const valuesOf = (parameter: unknown): string[] =>
  [parameter].flat().flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : []));

/** The different values that are not empty. */
export const filledValues = (parameter: unknown) => [...new Set(valuesOf(parameter))].filter((value) => value !== '');

/**
 * The value of a parameter that can have only one; undefined when it is absent or empty. Different values are joined:
 * nothing has such a name, and the screen that looks for it says so.
 */
export const singleValue = (parameter: unknown, separator = ', ') =>
  filledValues(parameter).join(separator) || undefined;

/** The page number in a parameter, counted from 1; 0 for an invalid number, undefined when it is absent or empty. */
export function pageNumber(parameter: unknown): number | undefined {
  const pages = new Set(filledValues(parameter).map((value) => (/^\d+$/.test(value) ? Number(value) : 0)));
  const [page] = pages;
  return pages.size > 1 ? 0 : page;
}

/** The longest quoted value, in characters: an address may contain thousands. */
const maxCharacters = 24;

/**
 * Values in the form for a sentence: in quotation marks unless they are one plain word, shortened, and without invisible
 * characters; empty for blanks.
 */
export function quoted(values: readonly string[]): string {
  const characters = [...[...new Set(values)].join(', ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')];
  const text =
    characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : characters.join('');
  if (/^[\s,]*$/.test(text)) return '';
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(text) ? text : `“${text}”`;
}
