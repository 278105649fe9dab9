import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('addresses').addColumn('edited_at', 'bigint').execute();
}
