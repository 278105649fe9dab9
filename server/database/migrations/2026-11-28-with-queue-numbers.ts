import type { Kysely } from 'kysely';
import { execute } from '../statements.ts';

/** Earlier orders stay without one. */
export const up = (db: Kysely<unknown>) =>
  execute(
    db,
    'create table queue_numbers (day text primary key not null, last integer not null)',
    'alter table orders add column queue_number integer',
  );
