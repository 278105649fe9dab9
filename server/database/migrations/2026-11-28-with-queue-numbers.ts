import type { Kysely } from 'kysely';

/** Earlier orders stay without one. */
export async function up({ schema }: Kysely<unknown>) {
  await schema
    .createTable('queue_numbers')
    .addColumn('day', 'text', (column) => column.primaryKey().notNull())
    .addColumn('last', 'integer', (column) => column.notNull())
    .execute();
  await schema.alterTable('orders').addColumn('queue_number', 'integer').execute();
}
