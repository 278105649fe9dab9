import { sql } from 'kysely';
import type { DatabaseTransaction } from './open.ts';

/** Deletes all but the `max` newest rows of a customer; the one whose `key` is `own` stays, even if a clock was set back (fault F15). */
export const keepNewest = (
  transaction: DatabaseTransaction,
  table: 'sessions' | 'known_devices' | 'cart_clients' | 'push_subscriptions',
  { customerId, key, own, by, max }: { customerId: string; key: string; own: string; by: string; max: number },
) => {
  const others = sql`from ${sql.table(table)} where customer_id = ${customerId} and ${sql.ref(key)} <> ${own}`;
  const kept = sql`select ${sql.ref(key)} ${others} order by ${sql.ref(by)} desc limit ${max - 1}`;
  return sql`delete ${others} and ${sql.ref(key)} not in (${kept})`.execute(transaction);
};
