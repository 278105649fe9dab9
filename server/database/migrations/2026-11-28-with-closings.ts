import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Money that was paid back, and the closings of the till (decision W13). */
export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  const number = isPostgres(db) ? sql`bigint` : sql`integer`;
  for (const column of ['refunded_at', 'refunded_with'])
    await schema.alterTable('orders').addColumn(column, 'text').execute();
  for (const column of ['paid_at', 'refunded_at'])
    await schema
      .createIndex(`orders_by_${column}`)
      .on('orders')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
  await schema
    .createTable('closings')
    .addColumn('id', number, (column) =>
      isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    // Each follows another one, and only one follows it.
    .addColumn('after', number, (column) => column.notNull().unique())
    .addColumn('starts_at', 'text', required)
    .addColumn('ends_at', 'text', required)
    .addColumn('staff_id', number, (column) => column.notNull().references('staff.id'))
    .addColumn('paid', 'text', required)
    .addColumn('refunded', 'text', required)
    .addColumn('expected', 'bigint', required)
    .addColumn('counted', 'bigint', required)
    .execute();
}
