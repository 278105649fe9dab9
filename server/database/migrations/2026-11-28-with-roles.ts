import type { Kysely } from 'kysely';
import { execute, typesIn } from '../statements.ts';

/** Members who are there become baristas (decision W14). */
export async function up(db: Kysely<unknown>) {
  const { numbered, number } = typesIn(db);

  await execute(
    db,
    'alter table staff add column is_owner integer default 0 not null',
    `create table staff_events (
      id ${numbered}, at text not null, staff_id ${number} not null references staff (id),
      kind text not null, detail text not null
    )`,
  );
}
