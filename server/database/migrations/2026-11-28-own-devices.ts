import type { Kysely } from 'kysely';
import { isPostgres } from '../open.ts';
import { execute } from '../statements.ts';

export async function up(db: Kysely<unknown>) {
  // There are few networks, so its digests could be reversed: SQLite must overwrite them, too.
  if (!isPostgres(db)) await execute(db, 'pragma secure_delete = on');
  await execute(db, 'drop table known_networks');
  if (!isPostgres(db)) await execute(db, 'pragma secure_delete = off');

  await execute(
    db,
    `create table known_devices (
      digest text primary key not null, customer_id text not null references customers (id) on delete cascade,
      last_used_at bigint not null
    )`,
    'create index known_devices_by_customer on known_devices (customer_id)',
  );
}
