/** The number that is called out (decision W19): orders of a day are counted, from 1. */
import type { DatabaseTransaction } from '../database/open.ts';
import { shopDay } from '../shop-day.ts';

/**
 * Draws the next number of the day. Other orders wait for it until the transaction ends, and it is free again where that fails: to be called
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
