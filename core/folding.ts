/** The folding of texts for every search (decision A6): in the menu, in the regions, and in an owner's command. */

/**
 * Removes direction marks, joiners, zero-width blanks, soft hyphens, control characters, everything else that is not
 * displayed according to Unicode, and the empty Braille cell, the empty note and the object mark. Line ends and tabs stay.
 */
export const withoutInvisible = (text: string) =>
  text.replace(/[\p{Cf}\p{DI}\u2800\ufffc\u{1d159}]|(?!\s)\p{Cc}/gu, '');

/** Marks that are typed in place of a quotation mark or an apostrophe, besides those that Unicode calls quotation marks. */
const quotes = /[\p{QMark}`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u2032-\u2037]/gu;

/**
 * Makes compatible forms (NFKC), upper and lower case, and letters with and without accents equal. Removes quotes and
 * invisible characters. Each run of dashes and blanks becomes one blank.
 */
const simplified = (text: string) =>
  // Quotes first: NFKC turns a separate acute accent into a blank.
  withoutInvisible(
    text
      .replace(quotes, '')
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, ''),
  )
    .replace(/[\s\p{Dash}]+/gu, ' ')
    .trim()
    // With lower case alone `ẞ` and `SS` would differ.
    .toLowerCase()
    .toUpperCase();

/** Puts a blank between letters and numbers, so that `V60`, `V-60` and `v 60` are equal. */
const withNumbersApart = (text: string) => text.replace(/\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu, '$& ');

/** A text in the form in which it is searched. Texts with the same form differ only in their spelling. */
export const folded = (text: string) => withNumbersApart(simplified(text));

/** From the first to the last character of a word that is no mark which ends or encloses words. */
const withoutMarks = /[^.,;:!?…·•/|\p{Ps}\p{Pe}](?:.*[^.,;:!?…·•/|\p{Ps}\p{Pe}])?/u;

/**
 * The words of a keyword, folded, without the marks around them; each must occur in a folded text. A word that was written
 * without a blank stays one word, so that `v60` is not found in a text that has `v` and `60` apart. A `&` between words is
 * none. Empty for a keyword of blanks or quotes.
 */
export const wordsOf = (keyword: string): string[] => {
  const written = simplified(keyword).split(' ').filter(Boolean);
  const words = written.map((word) => withoutMarks.exec(word)?.[0] ?? '').filter((word) => /[\p{L}\p{N}]/u.test(word));
  return (words.length > 0 ? words : written).map(withNumbersApart);
};

/** Whether every word occurs in a folded text, in any order. */
export const holdsAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

const apart = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');

/** A part of a word weighs more than any number of beginnings, and a missing word more than any number of parts. */
function distanceTo(text: string, words: readonly string[]): number {
  const spaced = ` ${apart(text)} `;
  return words.reduce((sum, written) => {
    const word = apart(written).trim();
    if (spaced.includes(` ${word} `)) return sum;
    if (spaced.includes(` ${word}`)) return sum + 1;
    return sum + (text.includes(written) ? 1_000 : 1e9);
  }, 0);
}

/**
 * The order of what a search has found, the smallest first: all words in the name, then words in what else is searched;
 * in both whole words, then beginnings of words, then parts (decision A6). All texts are folded.
 */
export const rankOf = (name: string, others: string, words: readonly string[]): number =>
  Math.min(distanceTo(name, words), 1e6 + distanceTo(`${name}\n${others}`, words));
