/** What the shop itself put into the database, and which version of it. */
import type { DatabaseTransaction } from './open.ts';

/** The version that was put in last; undefined when none was. */
export async function seededVersion(transaction: DatabaseTransaction, name: string): Promise<string | undefined> {
  const row = await transaction.selectFrom('seeds').select('version').where('name', '=', name).executeTakeFirst();
  return row?.version;
}

/** Remembers which version was put in. */
export async function rememberSeed(transaction: DatabaseTransaction, name: string, version: string) {
  await transaction
    .insertInto('seeds')
    .values({ name, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version }))
    .execute();
}
