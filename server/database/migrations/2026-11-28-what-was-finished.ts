import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

/** For the orders that were finished on one day. */
export const up = (db: Kysely<unknown>) =>
  execute(db, "create index orders_finished on orders (changed_at) where status in ('completed', 'cancelled')");
