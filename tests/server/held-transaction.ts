import type { Database, DatabaseTransaction } from '../../server/database/open.ts';

/** Keeps a transaction, as of another server, open after its work until `finish` is called. */
export async function heldTransaction(
  database: Database,
  work: (transaction: DatabaseTransaction) => Promise<unknown>,
) {
  const [working, finishing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = database.transaction().execute(async (transaction) => {
    await work(transaction);
    working.resolve();
    await finishing.promise;
  });
  await working.promise;
  return {
    finish: () => {
      finishing.resolve();
      return done;
    },
  };
}
