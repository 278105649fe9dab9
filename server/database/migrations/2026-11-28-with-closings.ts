import type { Kysely } from 'kysely';
import { execute, typesIn } from '../statements.ts';

/** Money that was paid back, and the closings of the till (decision W13). */
export async function up(db: Kysely<unknown>) {
  const { numbered, number } = typesIn(db);

  await execute(
    db,
    'alter table orders add column refunded_at text',
    'alter table orders add column refunded_with text',
    'create index orders_by_paid_at on orders (paid_at) where paid_at is not null',
    'create index orders_by_refunded_at on orders (refunded_at) where refunded_at is not null',

    // Each follows another one, and only one follows it.
    `create table closings (
      id ${numbered}, after ${number} not null unique, starts_at text not null, ends_at text not null,
      staff_id ${number} not null references staff (id), paid text not null, refunded text not null,
      expected bigint not null, counted bigint not null
    )`,
  );
}
