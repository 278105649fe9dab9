/** What the shop itself put into the database, and which version of it. */
import type { Database } from './open.ts';

export async function seededVersion(database: Database, name: string): Promise<string | undefined> {
  const row = await database.selectFrom('seeds').select('version').where('name', '=', name).executeTakeFirst();
  return row?.version;
}

export async function rememberSeed(database: Database, name: string, version: string) {
  await database
    .insertInto('seeds')
    .values({ name, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version }))
    .execute();
}
