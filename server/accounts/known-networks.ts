/** The networks that have logged in to an account before. They outlive a restart, and all processes know them. */
import { hash } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { networkOf } from '../http/networks.ts';

/** How many networks of one account are remembered, those that were used last. */
const maxNetworks = 50;

/** The pair of an account and the network of an IP address. Stored as a digest: a stolen database is not to say where a customer was. */
export const pairOf = (account: string, address: string) => hash('sha256', `${networkOf(address)} ${account}`);

/** Whether this pair has logged in before. */
export async function isKnown(database: Database, pair: string): Promise<boolean> {
  const known = await database
    .selectFrom('known_networks')
    .select('digest')
    .where('digest', '=', pair)
    .executeTakeFirst();
  return known !== undefined;
}

/** Remembers that a customer logged in from this pair; `now` in ms since 1970. */
export async function rememberNetwork(
  transaction: DatabaseTransaction,
  { pair, customer, now }: { pair: string; customer: { id: string }; now: number },
) {
  await transaction
    .insertInto('known_networks')
    .values({ digest: pair, customer_id: customer.id, last_used_at: now })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ customer_id: customer.id, last_used_at: now }))
    .execute();
  await transaction
    .deleteFrom('known_networks')
    .where('customer_id', '=', customer.id)
    .where('digest', 'not in', (known) =>
      known
        .selectFrom('known_networks')
        .select('digest')
        .where('customer_id', '=', customer.id)
        .orderBy('last_used_at', 'desc')
        .limit(maxNetworks),
    )
    .execute();
}
