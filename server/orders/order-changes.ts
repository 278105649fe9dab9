/** Changes of orders that are placed: each is written with its event, in one transaction (decision W2). */
import type { Insertable, Selectable } from 'kysely';
import type { DatabaseTransaction } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { enqueuePushes } from '../push/push-jobs.ts';
import { type OrderRow, orderWith } from './order-row.ts';

export type OrderEvent = Selectable<Tables['order_events']>;

export interface Author {
  /** Null for the owner's command, and for the customer. */
  staffId: number | null;
  /** The order's customer, who cancels it. */
  customerId?: string;
  /** The `Idempotency-Key` of the request. */
  key: string | null;
  now: number;
}

/** An order that stays as it is until the transaction ends, unless that changes it; undefined when there is none. */
export const lockedOrder = (transaction: DatabaseTransaction, number: string): Promise<OrderRow | undefined> =>
  orderWith(transaction, number).forUpdate().executeTakeFirst();

type Payment = Pick<OrderRow, 'paid_at' | 'paid_with'>;

/**
 * Gives a locked order another status. Every change of a status goes through here, and what it means for the payment (decision W2), where
 * `payment` says nothing else. Resolves with the order as it is then.
 */
export async function changeStatus(
  transaction: DatabaseTransaction,
  order: OrderRow,
  { to, reason, payment }: { to: string; reason: string | null; payment?: Partial<Payment> | undefined },
  author: Author,
): Promise<OrderRow> {
  const changed_at = new Date(author.now).toISOString();
  // The customer knows, and of an order that is not begun no earlier notification waits.
  if (author.customerId === undefined) await enqueuePushes(transaction, { ...order, status: to }, author.now);
  const change = { status: to, reason, changed_at, ...paymentAfter(order, to, changed_at), ...payment };
  return writeChange(transaction, order, 'status', change, author);
}

function paymentAfter(order: OrderRow, to: string, now: string): Partial<Payment> {
  if (to === 'paid') return { paid_at: order.paid_at ?? now };
  const isUnpaid = to === 'waiting_payment' && order.total_shopping > 0;
  return isUnpaid ? { paid_at: null, paid_with: null } : {};
}

/**
 * Notes that a locked order is paid, and in which `way`, if that is not the one before; its status stays. Resolves with the order as it is
 * then.
 */
export async function markPaid(
  transaction: DatabaseTransaction,
  order: OrderRow,
  way: Pick<OrderRow, 'paid_with'> | undefined,
  author: Author,
): Promise<OrderRow> {
  const { paid_with } = way ?? order;
  if (order.paid_at !== null && paid_with === order.paid_with) return order;
  const paid_at = order.paid_at ?? new Date(author.now).toISOString();
  return writeChange(transaction, order, 'paid', { paid_at, paid_with }, author);
}

/** Changes a locked order, and counts that as one change. Resolves with the order as it is then. */
export async function writeChange(
  transaction: DatabaseTransaction,
  order: OrderRow,
  kind: OrderEvent['kind'],
  change: Partial<OrderRow>,
  { staffId, customerId, key, now }: Author,
): Promise<OrderRow> {
  const changed = { ...change, revision: order.revision + 1 };
  await transaction.updateTable('orders').set(changed).where('id', '=', order.id).execute();
  await insertEvent(transaction, {
    order_number: order.order_number,
    at: new Date(now).toISOString(),
    kind,
    paid_at: order.paid_at,
    paid_with: order.paid_with,
    refunded_at: order.refunded_at,
    refunded_with: order.refunded_with,
    staff_id: staffId,
    customer_id: customerId ?? null,
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
  staffId: number | null = null,
) => insertEvent(transaction, { order_number, at: created_at, kind: 'status', staff_id: staffId, to_status: status });

const insertEvent = (transaction: DatabaseTransaction, row: Insertable<Tables['order_events']>) =>
  transaction.insertInto('order_events').values(row).execute();
