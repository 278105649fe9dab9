/** The one folding of texts that are searched (decision A6): in the menu, in the regions, and in an owner's command. */

/**
 * Removes direction marks, joiners, zero-width blanks, soft hyphens, control characters and what else Unicode says is
 * not displayed. Line ends and tabs stay.
 */
export const withoutInvisible = (text: string) => text.replace(/[\p{Cf}\p{DI}]|(?!\s)\p{Cc}/gu, '');

/** Marks that are typed in place of a quotation mark or an apostrophe, besides those that Unicode calls quotation marks. */
const quotes = /[\p{QMark}`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u2032-\u2037]/gu;

/**
 * Compatible forms (NFKC), case and accents are one. Quotes and invisible characters are removed; dashes and blanks are
 * one blank each.
 */
const simplified = (text: string) =>
  // Quotes first: NFKC makes a blank of an acute accent that stands alone.
  withoutInvisible(
    text
      .replace(quotes, '')
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, ''),
  )
    .replace(/[\s\p{Dash}]+/gu, ' ')
    .trim()
    // Lower case alone would tell `ẞ` from `SS`.
    .toLowerCase()
    .toUpperCase();

/** Between a letter and a number there is always a blank: `V60`, `V-60` and `v 60` are one. */
const withNumbersApart = (text: string) => text.replace(/\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu, '$& ');

/** A text as it is searched. Two texts that fold to the same differ only in how they are written. */
export const folded = (text: string) => withNumbersApart(simplified(text));

/**
 * The words of a keyword, folded; each must occur somewhere in a folded text. A word that was written without a blank
 * stays one, so that `v60` is not found in a text with a `v` here and a `60` there. None in a keyword of blanks or
 * quotes.
 */
export const wordsOf = (keyword: string): string[] =>
  simplified(keyword)
    .split(' ')
    .flatMap((word) => (word ? withNumbersApart(word) : []));

/** Whether every word occurs in a folded text, in any order. */
export const holdsAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));
