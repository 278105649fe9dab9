/** The numbers of an order: one that is read out, and one that is called out. */
import { randomInt } from 'node:crypto';
import { shop } from '#core/shop';
import type { DatabaseTransaction } from '../database/open.ts';
import { dayOf, shopDay } from '../shop-day.ts';

/** Nothing that can be taken for another when written by hand or read aloud: no 0 and O, no 1, I and L, no U and V. */
const letters = '23456789ABCDEFGHJKMNPQRSTWXYZ';

/** The first letters of the words. */
const initials = (shop.shortTitle.match(/(?<!\S)[A-Za-z]/g) ?? ['NO']).slice(0, 3).join('').toUpperCase();

/**
 * `KT-261120-7M4Q`: the shop, the day on the shop's own clock, and a random word, longer from the third `attempt` on.
 * No counter: it would be one row that every order of every process waits for, and would tell how many orders there are.
 */
export function orderNumber(now: number, attempt: number) {
  const word = Array.from({ length: attempt < 3 ? 4 : 6 }, () => letters[randomInt(letters.length)]).join('');
  return `${initials}-${dayOf(new Date(now)).slice(2).replaceAll('-', '')}-${word}`;
}

/**
 * Draws the next number of the day, from 1 (decision W19). Other orders wait for it until the transaction ends, and it is free again where that fails: to be called
 * after everything that may refuse the order.
 */
export async function drawQueueNumber(transaction: DatabaseTransaction, now: number): Promise<number> {
  const { last } = await transaction
    .insertInto('queue_numbers')
    .values({ day: shopDay(now).day, last: 1 })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((row) => ({ last: row('queue_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
