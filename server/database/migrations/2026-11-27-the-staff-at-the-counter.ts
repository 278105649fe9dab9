import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();
const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  const number = isPostgres(db) ? sql`bigint` : sql`integer`;
  const numbered = (column: ColumnDefinitionBuilder) =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();
  const ofStaff = (column: ColumnDefinitionBuilder) => column.notNull().references('staff.id');

  await schema
    .createTable('staff')
    .addColumn('id', number, numbered)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('removed_at', 'text')
    .execute();
  await schema
    .createIndex('staff_by_name')
    .unique()
    .on('staff')
    .column('name')
    .where(sql.ref('removed_at'), 'is', null)
    .execute();

  await schema
    .createTable('staff_invitations')
    .addColumn('digest', 'text', key)
    .addColumn('staff_id', number, ofStaff)
    .addColumn('expires_at', 'bigint', required)
    .execute();

  await schema
    .createTable('staff_sessions')
    .addColumn('token_hash', 'text', key)
    .addColumn('staff_id', number, ofStaff)
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_used_at', 'bigint', required)
    .execute();

  await schema
    .createTable('order_events')
    .addColumn('id', number, numbered)
    .addColumn('order_number', 'text', required)
    .addColumn('at', 'text', required)
    .addColumn('staff_id', number, (column) => column.references('staff.id'))
    .addColumn('from_status', 'text')
    .addColumn('to_status', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('key', 'text')
    .execute();
  // Not of new orders, so that placing one writes less.
  await schema
    .createIndex('order_events_by_order')
    .on('order_events')
    .columns(['order_number', 'id'])
    .where(sql.ref('from_status'), 'is not', null)
    .execute();
  await schema
    .createIndex('order_events_by_key')
    .unique()
    .on('order_events')
    .columns(['order_number', 'staff_id', 'key'])
    .where(sql.ref('key'), 'is not', null)
    .execute();

  for (const column of ['reason', 'changed_at']) await schema.alterTable('orders').addColumn(column, 'text').execute();
  await schema
    .alterTable('orders')
    .addColumn('struck', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  for (const column of ['prints', 'revision'])
    await schema.alterTable('orders').addColumn(column, 'bigint', count).execute();
  await schema.createIndex('orders_by_moment').on('orders').column('created_at').execute();
  await sql`create index orders_unfinished on orders (created_at) where status not in ('completed', 'cancelled')`.execute(
    db,
  );
}
