import { type Insertable, sql } from 'kysely';
import type { DatabaseTransaction } from './open.ts';
import type { Tables } from './tables.ts';

/**
 * Stores a row of a customer, over the one with this `key`, and deletes all but the `max` newest of the customer; this one stays, even if a clock
 * was set back (fault F15).
 */
export async function storeNewest<Table extends 'sessions' | 'known_devices' | 'cart_clients' | 'push_subscriptions'>(
  transaction: DatabaseTransaction,
  table: Table,
  row: Insertable<Tables[Table]>,
  { key, by, max }: { key: keyof Tables[Table] & string; by: keyof Tables[Table] & string; max: number },
) {
  const { customer_id, [key]: own } = row as Record<string, unknown>;
  // A customer gives their devices ids of their own.
  const unique = table === 'cart_clients' ? ['customer_id', key] : [key];
  await transaction
    .insertInto(table as 'sessions')
    .values(row as never)
    .onConflict((conflict) => conflict.columns(unique as never).doUpdateSet(row as never))
    .execute();
  const others = sql`from ${sql.table(table)} where customer_id = ${customer_id} and ${sql.ref(key)} <> ${own}`;
  const kept = sql`select ${sql.ref(key)} ${others} order by ${sql.ref(by)} desc limit ${max - 1}`;
  await sql`delete ${others} and ${sql.ref(key)} not in (${kept})`.execute(transaction);
}
