/** What the idempotency keys of orders were used for: each key is for one order, or void (decision O3a). */
import { hash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { canonical } from '#core/canonical';
import type { OrderOfKey } from '#core/counter';
import type { Order } from '#core/order-contract';
import type { Customer } from '../accounts/sessions.ts';
import type { Database, DatabaseTransaction } from '../database/open.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

export interface Claim {
  key: string;
  fingerprint: string;
}

export const claimOf = (key: string, order: Order): Claim => ({ key, fingerprint: hash('sha256', canonical(order)) });

/** What a key was used for: an order with its response, or, `voided`, to cancel one that had not come. */
type KeyUse = Pick<Selectable<Tables['idempotency_keys']>, 'fingerprint' | 'response' | 'voided'>;

export const keyUse = (database: Database, customer: Customer, key: string): Promise<KeyUse | undefined> =>
  database
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response', 'voided'])
    .where('customer_id', '=', customer.id)
    .where('key', '=', key)
    .executeTakeFirst();

/** The body of the response that this claim got before, byte for byte; undefined when it got none. Throws `order_voided` or `key_reused`. */
export async function responseTo(
  database: Database,
  customer: Customer,
  { key, fingerprint }: Claim,
): Promise<string | undefined> {
  const use = await keyUse(database, customer, key);
  if (!use) return undefined;
  if (use.voided === 1) throw new ApiError('order_voided');
  if (use.fingerprint !== fingerprint) {
    const { order_number, queue_number, order_items }: OrderOfKey = JSON.parse(use.response);
    throw new ApiError('key_reused', { order: { order_number, queue_number, order_items } });
  }
  return use.response;
}

/** The response to a claim whose key is taken. Throws as `responseTo` does, and `order_in_progress` when it cannot be seen yet. */
export async function responseToTaken(transaction: DatabaseTransaction, customer: Customer, claim: Claim) {
  const response = await responseTo(transaction, customer, claim);
  if (response === undefined) throw new ApiError('order_in_progress', { retryAfter: 1 });
  return response;
}

/** When the key is held by another request that has not finished, its outcome is not known yet. */
export const inProgressOr = (error: unknown) =>
  storageErrorOf(error) === 'busy' ? new ApiError('order_in_progress', { retryAfter: 1 }) : error;

/** Takes the key unless it is taken; on PostgreSQL this waits for another process that is taking it right now. */
export async function takeKey(
  transaction: DatabaseTransaction,
  customer: Customer,
  row: Omit<Insertable<Tables['idempotency_keys']>, 'customer_id'>,
) {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotency_keys')
    .values({ customer_id: customer.id, ...row })
    .onConflict((conflict) => conflict.columns(['customer_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Voids a key, so that no order can come with it any more; `use` is what another request used it for meanwhile. `now` in ms since 1970. */
export function voidKey(
  database: Database,
  customer: Customer,
  key: string,
  now: number,
): Promise<{ use: KeyUse | undefined; isNew: boolean }> {
  return database.transaction().execute(async (transaction) => {
    const created_at = new Date(now).toISOString();
    const row = { key, fingerprint: '', status: 410, response: '', voided: 1, created_at };
    if (await takeKey(transaction, customer, row)) return { use: undefined, isNew: true };
    return { use: await keyUse(transaction, customer, key), isNew: false };
  });
}
