/** What Unicode does not display, and the empty Braille cell, the empty note and the object mark. Line ends and tabs stay. */
export const withoutInvisible = (text: string) =>
  text.replace(/[\p{Cf}\p{DI}\u2800\ufffc\u{1d159}]|(?!\s)\p{Cc}/gu, '');

/** Typed in place of a quotation mark or an apostrophe. */
const quotes = /[\p{QMark}`´\u02b9-\u02bf\u02c8\u02ca\u02cb\u2032-\u2037]/gu;

/** Ignores case, accents, quotes and compatible forms (NFKC); each run of dashes and blanks becomes one blank. */
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

/** `V60`, `V-60` and `v 60` are equal. */
const withNumbersApart = (text: string) => text.replace(/\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu, '$& ');

export const folded = (text: string) => withNumbersApart(simplified(text));

const withoutMarks = /[^.,;:!?…·•/|\p{Ps}\p{Pe}](?:.*[^.,;:!?…·•/|\p{Ps}\p{Pe}])?/u;

/** Each must occur in a folded text. A word without a blank stays one, so `v60` is not found where `v` and `60` are apart. */
export const wordsOf = (keyword: string): string[] => {
  const written = simplified(keyword).split(' ').filter(Boolean);
  const words = written.map((word) => withoutMarks.exec(word)?.[0] ?? '').filter((word) => /[\p{L}\p{N}]/u.test(word));
  return (words.length > 0 ? words : written).map(withNumbersApart);
};

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

/** The smallest first: words in the name before words in `others`; whole words before beginnings before parts (decision A6). */
export const rankOf = (name: string, others: string, words: readonly string[]): number =>
  Math.min(distanceTo(name, words), 1e6 + distanceTo(`${name}\n${others}`, words));
