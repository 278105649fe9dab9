/** The number a customer reads out at the counter. */
import { randomInt } from 'node:crypto';
import { shop } from '#core/shop';
import { dayOf } from '../shop-day.ts';

/** Nothing that can be taken for another when written by hand or read aloud: no 0 and O, no 1, I and L, no U and V. */
const letters = '23456789ABCDEFGHJKMNPQRSTWXYZ';

const initials =
  shop.shortTitle
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, 3) || 'NO';

/**
 * `KT-261120-7M4Q`: the shop, the day on the shop's own clock, and a random word, longer from the third `attempt` on.
 * No counter: it would be one row that every order of every process waits for, and would tell how many orders there are.
 */
export function orderNumber(now: number, attempt: number) {
  const word = Array.from({ length: attempt < 3 ? 4 : 6 }, () => letters[randomInt(letters.length)]).join('');
  return `${initials}-${dayOf(new Date(now)).slice(2).replaceAll('-', '')}-${word}`;
}
