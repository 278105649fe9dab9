import { type Kysely, sql } from 'kysely';

/** For the orders that were finished on one day. */
export async function up(db: Kysely<unknown>) {
  await sql`create index orders_finished on orders (changed_at) where status in ('completed', 'cancelled')`.execute(db);
}
