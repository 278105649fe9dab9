import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  // Unlogged: it is written at every login and order, and need not outlive a crash. SQLite has one process, which counts in memory.
  if (isPostgres(db))
    await sql`create unlogged table rate_limits (key text primary key, points integer not null, expire bigint)`.execute(
      db,
    );

  await schema
    .createTable('known_networks')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('last_used_at', 'bigint', required)
    .execute();
  await schema.createIndex('known_networks_by_customer').on('known_networks').column('customer_id').execute();

  await schema.alterTable('customers').addColumn('registration_key', 'text').execute();
}
