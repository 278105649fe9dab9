/** The number a customer reads out at the counter. */
import { randomInt } from 'node:crypto';
import { shop } from '#core/shop';

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

/** Made once: each costs a tenth of a millisecond, and kilobytes that the garbage collector does not see. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: shop.timeZone,
  year: '2-digit',
  month: '2-digit',
  day: '2-digit',
});

let minute = Number.NaN;
let day = '';

/** No zone's day begins between two minutes, so what was written in one of them holds for all of it. */
function dayAt(now: number) {
  const current = Math.floor(now / 60_000);
  if (current !== minute) [minute, day] = [current, dayFormat.format(now).replaceAll('-', '')];
  return day;
}

/**
 * `KT-261120-7M4Q`: the shop, the day on the shop's own clock, and a random word, longer from the third `attempt` on.
 * No counter: it would be one row that every order of every process waits for, and would tell how many orders there are.
 */
export function orderNumber(now: number, attempt: number) {
  const word = Array.from({ length: attempt < 3 ? 4 : 6 }, () => letters[randomInt(letters.length)]).join('');
  return `${initials}-${dayAt(now)}-${word}`;
}
