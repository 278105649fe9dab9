import type { Kysely } from 'kysely';

/** At most one row: the pause of the shop (decision W12). */
export async function up({ schema }: Kysely<unknown>) {
  await schema
    .createTable('shop_pause')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('until_at', 'text')
    .execute();
}
