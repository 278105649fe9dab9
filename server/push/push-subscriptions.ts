/** The browsers that customers want to be notified on. Each belongs to a session, and is used only while that is valid (decision W9). */
import { hash } from 'node:crypto';
import type { PushSubscription } from '#core/push';
import { type Customer, validSessions } from '../accounts/sessions.ts';
import type { Database } from '../database/open.ts';
import { storeNewest } from '../database/store-newest.ts';

/** How many browsers of a customer are notified; of more, the oldest give way. */
const maxOfCustomer = 10;

const digestOf = (endpoint: string) => hash('sha256', endpoint);

/** Stores a subscription; a browser that another customer used before belongs to this one from now on. */
export const storeSubscription = (
  database: Database,
  { id, tokenHash }: Customer,
  { endpoint, keys }: PushSubscription,
  now: number,
) =>
  database.transaction().execute((transaction) => {
    const owner = { customer_id: id, token_hash: tokenHash, created_at: now };
    const row = { digest: digestOf(endpoint), endpoint, ...keys, ...owner };
    return storeNewest(transaction, 'push_subscriptions', row, { key: 'digest', by: 'created_at', max: maxOfCustomer });
  });

export const endSubscription = (database: Database, { id }: Customer, endpoint: string) =>
  database
    .deleteFrom('push_subscriptions')
    .where('digest', '=', digestOf(endpoint))
    .where('customer_id', '=', id)
    .execute();

/** A customer's subscriptions whose sessions are valid. The others are deleted. */
export async function validSubscriptions(database: Database, customerId: string, now: number) {
  const all = await database
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .execute();
  const sessions = all.map(({ token_hash }) => token_hash);
  const valid = await validSessions(database, sessions, now);
  const ended = sessions.filter((session) => !valid.has(session));
  if (ended.length > 0) await database.deleteFrom('push_subscriptions').where('token_hash', 'in', ended).execute();
  return all.filter(({ token_hash }) => valid.has(token_hash));
}
