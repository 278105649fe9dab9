import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const id = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();
const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** What is no longer offered stays known as removed, as products do. */
export async function up({ schema }: Kysely<unknown>) {
  await schema
    .createTable('option_groups')
    .addColumn('id', 'text', id)
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('min', 'integer', required)
    .addColumn('max', 'integer', required)
    .addColumn('revised', 'integer', no)
    .addColumn('removed_at', 'text')
    .execute();
  await schema
    .createTable('option_choices')
    .addColumn('id', 'text', id)
    .addColumn('group_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('price', 'integer', required)
    .addColumn('is_default', 'integer', required)
    .addColumn('available', 'integer', required)
    .addColumn('removed_at', 'text')
    .execute();
  await schema
    .createTable('product_options')
    .addColumn('product_id', 'text', required)
    .addColumn('group_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('added', 'integer', no)
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('product_options_key', ['product_id', 'group_id'])
    .execute();
  await schema.alterTable('products').addColumn('has_options', 'integer', no).execute();
  await schema.alterTable('carts').addColumn('lines', 'text').execute();
}
