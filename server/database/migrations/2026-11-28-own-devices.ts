import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  // There are few networks, so its digests could be reversed: SQLite must overwrite them, too.
  if (!isPostgres(db)) await sql`pragma secure_delete = on`.execute(db);
  await schema.dropTable('known_networks').execute();
  if (!isPostgres(db)) await sql`pragma secure_delete = off`.execute(db);

  await schema
    .createTable('known_devices')
    .addColumn('digest', 'text', (column) => column.primaryKey().notNull())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('last_used_at', 'bigint', required)
    .execute();
  await schema.createIndex('known_devices_by_customer').on('known_devices').column('customer_id').execute();
}
