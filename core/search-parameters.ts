/** A value that names nothing is not an absent parameter: an older or default choice must not silently replace it. */

const names = ['category', 'tags', 'search', 'page', 'produk', 'meja', 'layanan', 'invoice'];

/** However it was written; any other name is unchanged. */
export const parameterName = (written: string) => names.find((name) => name === written.toLowerCase()) ?? written;

/** Includes empty ones. */
export const valuesOf = (parameter: unknown): string[] =>
  [parameter].flat().flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : []));

export const filledValues = (parameter: unknown) => [...new Set(valuesOf(parameter))].filter((value) => value !== '');

/** Different values are joined: nothing has such a name, and the screen that looks for it says so. */
export const singleValue = (parameter: unknown, separator = ', ') =>
  filledValues(parameter).join(separator) || undefined;

/** Counted from 1; 0 for an invalid number, undefined when it is absent or empty. */
export function pageNumber(parameter: unknown): number | undefined {
  const pages = new Set(filledValues(parameter).map((value) => (/^\d+$/.test(value) ? Number(value) : 0)));
  const [page] = pages;
  return pages.size > 1 ? 0 : page;
}

/** An address may contain thousands. */
const maxCharacters = 24;

/** For a sentence; empty for blanks. */
export function quoted(values: readonly string[]): string {
  const characters = [...[...new Set(values)].join(', ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')];
  const text =
    characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : characters.join('');
  if (/^[\s,]*$/.test(text)) return '';
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(text) ? text : `“${text}”`;
}
