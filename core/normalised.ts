import { withoutInvisible } from './folding.ts';

/**
 * One line without what the customer cannot see, of ordinary width, so that it fits on a ticket (decision F10). A letter has at most three marks, and
 * a mark has a letter. Other compatible forms stay: NFKC would turn `12½` into `121⁄2`.
 */
export const normalised = (text: string) =>
  withoutInvisible(text)
    .replace(/[\s\uff01-\uffee]+/gu, (wide) => wide.replace(/[^\p{Zs}\S]+/gu, ' ').normalize('NFKC'))
    .replace(/(^|\s|[\p{Mn}\p{Me}]{3})\p{M}+/gu, '$1')
    .trim();

/** Texts that look equal are equal, as notes are (decision M3). */
export const singleSpaced = (text: string) => normalised(text).replace(/\p{Zs}+/gu, ' ');

/** The 9 to 15 digits; a text that is no phone number, as two numbers or one with letters, is only normalised. */
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
