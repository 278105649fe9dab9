import type { Kysely } from 'kysely';
import { execute, typesIn } from '../statements.ts';

export async function up(db: Kysely<unknown>) {
  const { numbered, number } = typesIn(db);

  await execute(
    db,
    `create table staff (id ${numbered}, name text not null, created_at text not null, removed_at text)`,
    'create unique index staff_by_name on staff (name) where removed_at is null',
    `create table staff_invitations (
      digest text primary key not null, staff_id ${number} not null references staff (id), expires_at bigint not null
    )`,
    `create table staff_sessions (
      token_hash text primary key not null, staff_id ${number} not null references staff (id),
      created_at bigint not null, last_used_at bigint not null
    )`,

    `create table order_events (
      id ${numbered}, order_number text not null, at text not null, staff_id ${number} references staff (id),
      from_status text, to_status text not null, reason text, key text
    )`,
    // Not of new orders, so that placing one writes less.
    'create index order_events_by_order on order_events (order_number, id) where from_status is not null',
    `create unique index order_events_by_key on order_events (order_number, staff_id, key) where key is not null`,

    'alter table orders add column reason text',
    'alter table orders add column changed_at text',
    "alter table orders add column struck text default '[]' not null",
    'alter table orders add column prints bigint default 0 not null',
    'alter table orders add column revision bigint default 0 not null',
    'create index orders_by_moment on orders (created_at)',
    "create index orders_unfinished on orders (created_at) where status not in ('completed', 'cancelled')",
  );
}
