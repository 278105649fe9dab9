import type { Kysely } from 'kysely';
import { isPostgres } from '../open.ts';
import { execute } from '../statements.ts';

export async function up(db: Kysely<unknown>) {
  // Unlogged: it is written at every login and order, and need not outlive a crash. SQLite has one process, which counts in memory.
  if (isPostgres(db))
    await execute(
      db,
      'create unlogged table rate_limits (key text primary key, points integer not null, expire bigint)',
    );

  await execute(
    db,
    `create table known_networks (
      digest text primary key not null, customer_id text not null references customers (id) on delete cascade,
      last_used_at bigint not null
    )`,
    'create index known_networks_by_customer on known_networks (customer_id)',
    'alter table customers add column registration_key text',
  );
}
