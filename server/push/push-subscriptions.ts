/** The browsers that customers want to be notified on. Each belongs to a session and ends with it (decision W9). */
import { hash } from 'node:crypto';
import type { PushSubscription } from '#core/push';
import type { Customer } from '../accounts/sessions.ts';
import type { Database, DatabaseTransaction } from '../database/open.ts';

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
  database.transaction().execute(async (transaction) => {
    const digest = digestOf(endpoint);
    const row = { endpoint, ...keys, customer_id: id, token_hash: tokenHash, created_at: now };
    await transaction.deleteFrom('push_messages').where('digest', '=', digest).execute();
    await transaction
      .insertInto('push_subscriptions')
      .values({ digest, ...row })
      .onConflict((conflict) => conflict.column('digest').doUpdateSet(row))
      .execute();
    const kept = await transaction
      .selectFrom('push_subscriptions')
      .select('digest')
      .where('customer_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('digest')
      .limit(maxOfCustomer)
      .execute();
    await transaction
      .deleteFrom('push_subscriptions')
      .where('customer_id', '=', id)
      .where(
        'digest',
        'not in',
        kept.map((one) => one.digest),
      )
      .execute();
  });

/** Ends a subscription of this customer. */
export const endSubscription = (database: Database, { id }: Customer, endpoint: string) =>
  database
    .transaction()
    .execute((transaction) =>
      transaction
        .deleteFrom('push_subscriptions')
        .where('digest', '=', digestOf(endpoint))
        .where('customer_id', '=', id)
        .execute(),
    );

/** Ends the subscriptions of a session, in the transaction that ends it. */
export const endSubscriptionsOf = (transaction: DatabaseTransaction, tokenHash: string) =>
  transaction.deleteFrom('push_subscriptions').where('token_hash', '=', tokenHash).execute();
