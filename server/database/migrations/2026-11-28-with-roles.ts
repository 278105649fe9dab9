import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

/** Members who are there become baristas (decision W14). */
export async function up(db: Kysely<unknown>) {
  const { schema } = db;
  const number = isPostgres(db) ? sql`bigint` : sql`integer`;
  await schema
    .alterTable('staff')
    .addColumn('is_owner', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('staff_events')
    .addColumn('id', number, (column) =>
      isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('staff_id', number, (column) => column.notNull().references('staff.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
}
