import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { isPostgres } from '../open.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

export async function up(db: Kysely<unknown>) {
  const numbered = isPostgres(db)
    ? ([sql`bigint`, (column: ColumnDefinitionBuilder) => column.primaryKey().generatedByDefaultAsIdentity()] as const)
    : ([sql`integer`, (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()] as const);
  await db.schema
    .createTable('jobs')
    .addColumn('id', ...numbered)
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('turn', 'text', required)
    .addColumn('next_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('jobs_by_moment').on('jobs').column('next_at').execute();
  await db.schema.createIndex('jobs_by_subject').on('jobs').columns(['subject', 'kind']).execute();
}
