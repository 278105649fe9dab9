/** Removes from typed, pasted or autofilled text what the customer cannot see (decision F10). */
import { withoutInvisible } from './folding.ts';

/**
 * A name, an e-mail, a street or a note as one line of text, without invisible characters and outer blanks, in characters of
 * ordinary width: whatever is typed, it stays within its place on a ticket. A letter has at most three marks above and below
 * it, and a mark has a letter. Other compatible forms stay: NFKC would turn `12½` into `121⁄2`.
 */
export const normalised = (text: string) =>
  withoutInvisible(text)
    .replace(/[\s\uff01-\uffee]+/gu, (wide) => wide.replace(/[^\p{Zs}\S]+/gu, ' ').normalize('NFKC'))
    .replace(/(^|\s|[\p{Mn}\p{Me}]{3})\p{M}+/gu, '$1')
    .trim();

/** A note, in which several blanks are one: notes that look equal are (decision M3). */
export const normalisedNote = (text: string) => normalised(text).replace(/\p{Zs}+/gu, ' ');

/**
 * The 9 to 15 digits of a phone number. A text that is no phone number, like two numbers or one with letters between its
 * digits, is only normalised.
 */
export function normalisedPhone(text: string): string {
  const typed = normalised(text);
  const [number = '', ...others] = typed
    .normalize('NFKC')
    .split(/\p{L}+/u)
    .filter((part) => /\d/.test(part));
  // The 0 in brackets is for calls within the country: +62(0)812 is 62812.
  const digits = number.replace(/(\d[^\d(]*)\(\s*0\s*\)/, '$1').replace(/\D/g, '');
  return others.length === 0 && /^\d{9,15}$/.test(digits) ? digits : typed;
}
