import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

export async function up({ schema }: Kysely<unknown>) {
  await schema
    .createTable('order_announcements')
    .addColumn('order_number', 'text', (column) => column.primaryKey().notNull().references('orders.order_number'))
    .addColumn('attempts', 'integer', required)
    .addColumn('next_at', 'bigint', required)
    .execute();
  await schema.createIndex('order_announcements_by_moment').on('order_announcements').column('next_at').execute();
}
