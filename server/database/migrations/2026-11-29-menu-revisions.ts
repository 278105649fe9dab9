import type { Kysely } from 'kysely';

/** What was there before has the revision 0. */
export async function up({ schema }: Kysely<unknown>) {
  for (const table of ['products', 'option_groups']) {
    await schema
      .alterTable(table)
      .addColumn('changed_in', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable(table).addColumn('from_export', 'integer').execute();
  }
}
