/** Changes of orders that are placed: each is written with its event, in one transaction (decision W2). */
import type { Insertable } from 'kysely';
import { compiledQuery } from '../database/compiled-query.ts';
import { type DatabaseTransaction, isPostgres } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { enqueuePushes } from '../push/push-jobs.ts';
import type { OrderRow } from './order-row.ts';

/** Who changes an order, and when. */
export interface Author {
  /** Null for the owner's command. */
  staffId: number | null;
  /** The `Idempotency-Key` of the request. */
  key: string | null;
  /** ms since 1970. */
  now: number;
}

/** An order that stays as it is until the transaction ends, unless that changes it; undefined when there is none. */
export const lockedOrder = (transaction: DatabaseTransaction, number: string): Promise<OrderRow | undefined> => {
  const query = transaction.selectFrom('orders').selectAll().where('order_number', '=', number);
  // A writing transaction is alone on SQLite, which knows no `FOR UPDATE`.
  return (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirst();
};

/** Gives a locked order another status. Every change of a status goes through here. Resolves with the order as it is then. */
export async function changeStatus(
  transaction: DatabaseTransaction,
  order: OrderRow,
  { to, reason }: { to: string; reason: string | null },
  author: Author,
): Promise<OrderRow> {
  const changed_at = new Date(author.now).toISOString();
  await enqueuePushes(transaction, { ...order, status: to }, author.now);
  return writeChange(transaction, order, { status: to, reason, changed_at }, author);
}

/** Changes a locked order, and counts that as one change. Resolves with the order as it is then. */
export async function writeChange(
  transaction: DatabaseTransaction,
  order: OrderRow,
  change: Partial<Pick<OrderRow, 'status' | 'reason' | 'changed_at' | 'struck' | 'prints'>>,
  { staffId, key, now }: Author,
): Promise<OrderRow> {
  const changed = { ...change, revision: order.revision + 1 };
  await transaction.updateTable('orders').set(changed).where('id', '=', order.id).execute();
  await insertEvent(transaction, {
    order_number: order.order_number,
    at: new Date(now).toISOString(),
    staff_id: staffId,
    from_status: order.status,
    to_status: change.status ?? order.status,
    reason: change.reason ?? null,
    key,
  });
  return { ...order, ...changed };
}

/** Writes the first event of a new order, in the transaction that stores it. */
export const writeFirstEvent = (
  transaction: DatabaseTransaction,
  { order_number, created_at, status }: Pick<OrderRow, 'order_number' | 'created_at' | 'status'>,
) =>
  insertEvent(transaction, {
    order_number,
    at: created_at,
    staff_id: null,
    from_status: null,
    to_status: status,
    reason: null,
    key: null,
  });

const insertEvent = compiledQuery((database, row: Insertable<Tables['order_events']>) =>
  database.insertInto('order_events').values(row),
);
