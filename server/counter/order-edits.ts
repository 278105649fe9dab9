/** What the staff change of an order (decisions W2, W3, W7). */
import type { PaymentMethod } from '#core/contract';
import type { CounterOrder, StatusChange } from '#core/counter';
import { isAllowedStep, isPastPayment, undoMs } from '#core/order-steps';
import { paymentChoices } from '#core/payment';
import type { StaffOnDevice } from '../accounts/staff.ts';
import type { Context } from '../context.ts';
import type { DatabaseTransaction } from '../database/open.ts';
import { ApiError } from '../http/api-error.ts';
import {
  type Author,
  changeStatus,
  lockedOrder,
  markPaid,
  type OrderEvent,
  writeChange,
} from '../orders/order-changes.ts';
import { type OrderRow, wayOf } from '../orders/order-row.ts';
import { counterOrderOf, isByCourier, lineNames, madeLines } from './counter-order.ts';

/** How much later than the counter offers it a step can be undone, in ms: a slow line takes its time. */
const undoSlackMs = 5_000;

/** A change by a member of staff; `isReplayed`: it was made before, under this key. */
interface Change {
  order: CounterOrder;
  isReplayed: boolean;
}

/**
 * Gives an order another status, notes its payment, or takes the last change of either back. Throws `not_found`, `order_changed` with the
 * order when its status is not `from`, `step_refused`, `reason_missing`, and `unknown_payment_method`.
 */
export const changeOrderStatus = (
  context: Context,
  staff: StaffOnDevice,
  number: string,
  { from, to, reason, undo, kind, paid_with }: StatusChange,
  key: string,
): Promise<Change> =>
  change(context, staff, number, key, async (transaction, order, author) => {
    // Whatever the status is by now: it has nothing to do with the money.
    if (kind === 'refund') {
      return undo ? undoRefund(transaction, order, author) : refund(transaction, order, paid_with, author);
    }
    if (undo && kind === 'paid' && to !== 'waiting_payment') return undoPayment(transaction, order, author);
    if (order.status !== from) {
      throw new ApiError('order_changed', { order: await counterOrderOf(transaction, order) });
    }
    if (undo) return undoStep(transaction, order, to, author);
    const payment = to === 'paid' && paid_with !== undefined ? { paid_with: wayColumn(order, paid_with) } : undefined;
    if (to === 'paid' && isPastPayment(from)) return markPaid(transaction, order, payment, author);
    if (!isAllowedStep(from, to, isByCourier(order))) throw new ApiError('step_refused');
    if (to === 'cancelled' && reason === undefined) throw new ApiError('reason_missing');
    return changeStatus(transaction, order, { to, reason: (to === 'cancelled' && reason) || null, payment }, author);
  });

/** Marks a line of an order, by its place or its name at the counter, as made, or takes that back. Throws `not_found`. */
export async function markLineMade(
  context: Context,
  staff: StaffOnDevice,
  number: string,
  line: number | string,
  isMade: boolean,
): Promise<CounterOrder> {
  const { order } = await change(context, staff, number, null, async (transaction, order, author) => {
    const names = lineNames(JSON.parse(order.order_items));
    const at = typeof line === 'string' ? names.indexOf(line) : line;
    if (names[at] === undefined) throw new ApiError('not_found');
    const made = madeLines(names, order);
    if (made.has(at) === isMade) return order;
    if (isMade) made.add(at);
    else made.delete(at);
    return writeChange(transaction, order, 'line', { struck: JSON.stringify([...made]) }, author);
  });
  return order;
}

/** Counts a ticket that is printed. Throws `not_found`. */
export const countPrint = (context: Context, staff: StaffOnDevice, number: string, key: string): Promise<Change> =>
  change(context, staff, number, key, (transaction, order, author) =>
    writeChange(transaction, order, 'print', { prints: order.prints + 1 }, author),
  );

/** Has `work` change a locked order, unless that was done under this key before. */
async function change(
  { database, now, onChange }: Context,
  staff: StaffOnDevice,
  number: string,
  key: string | null,
  work: (transaction: DatabaseTransaction, order: OrderRow, author: Author) => Promise<OrderRow>,
): Promise<Change> {
  const author = { staffId: staff.id, key, now: now() };
  const { row, hasChanged, isReplayed } = await database.transaction().execute(async (transaction) => {
    const order = await lockedOrder(transaction, number);
    if (!order) throw new ApiError('not_found');
    const earlier =
      key === null
        ? undefined
        : await transaction
            .selectFrom('order_events')
            .select('id')
            .where(({ and }) => and({ order_number: number, staff_id: staff.id, key }))
            .executeTakeFirst();
    const row = earlier ? order : await work(transaction, order, author);
    return { row, hasChanged: row.revision !== order.revision, isReplayed: earlier !== undefined };
  });
  if (hasChanged) onChange();
  return { order: await counterOrderOf(database, row), isReplayed };
}

/** The last change of these kinds, if the author has just made it: no member of staff takes back what another has done. */
async function lastChange(
  transaction: DatabaseTransaction,
  number: string,
  kinds: OrderEvent['kind'][],
  { staffId, now }: Author,
): Promise<OrderEvent | undefined> {
  const last = await transaction
    .selectFrom('order_events')
    .selectAll()
    .where('order_number', '=', number)
    .where('kind', 'in', kinds)
    // Without a new order, and a reason that was given later.
    .where((row) => row.or([row('kind', '<>', 'status'), row('from_status', '<>', row.ref('to_status'))]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.staff_id !== staffId) return undefined;
  // Not endless when the clock was set back meanwhile (fault F15).
  return Math.abs(now - Date.parse(last.at)) <= undoMs + undoSlackMs ? last : undefined;
}

/** Takes back the last step, which led from the status `to`. Throws `step_refused` when it was not just now, or another one. */
async function undoStep(transaction: DatabaseTransaction, order: OrderRow, to: string, author: Author) {
  const undone = await lastChange(transaction, order.order_number, ['status'], author);
  if (undone?.from_status !== to || order.refunded_at !== null) throw new ApiError('step_refused');
  // Going back to waiting has ended the payment; taking that back brings it back.
  const payment = order.status === 'waiting_payment' ? paymentBefore(undone) : undefined;
  return changeStatus(transaction, order, { to, reason: null, payment }, author);
}

/** Takes back that an order was marked as paid, or in which way. Throws `step_refused` when it was not just now, or a step came in between. */
async function undoPayment(transaction: DatabaseTransaction, order: OrderRow, author: Author) {
  const undone = await lastChange(transaction, order.order_number, ['paid', 'unpaid'], author);
  if (undone?.kind !== 'paid' || order.paid_at !== (undone.paid_at ?? undone.at)) throw new ApiError('step_refused');
  return writeChange(transaction, order, undone.paid_at === null ? 'unpaid' : 'paid', paymentBefore(undone), author);
}

const paymentBefore = ({ paid_at, paid_with }: OrderEvent) => ({ paid_at, paid_with });

/**
 * Notes that a cancelled order was paid back, as it was paid or in the way with this id. Throws `step_refused`, `unknown_payment_method`, and
 * `order_changed` when another counter was faster: who was slower has paid nothing back, and has nothing to undo.
 */
async function refund(transaction: DatabaseTransaction, order: OrderRow, id: string | undefined, author: Author) {
  if (order.status !== 'cancelled' || order.paid_at === null) throw new ApiError('step_refused');
  if (order.refunded_at !== null) {
    throw new ApiError('order_changed', { order: await counterOrderOf(transaction, order) });
  }
  const asPaid = wayOf(order, order.paid_with);
  const ways = [asPaid, ...paymentChoices(JSON.parse(order.payment_method))];
  const way = ways.find(({ _id }) => _id === (id ?? asPaid._id));
  if (!way) throw new ApiError('unknown_payment_method');
  const change = { refunded_at: new Date(author.now).toISOString(), refunded_with: JSON.stringify(way) };
  return writeChange(transaction, order, 'refunded', change, author);
}

/** Takes that back. Throws `step_refused` when it was not just now. */
async function undoRefund(transaction: DatabaseTransaction, order: OrderRow, author: Author) {
  const undone = await lastChange(transaction, order.order_number, ['refunded', 'unrefunded'], author);
  if (undone?.kind !== 'refunded') throw new ApiError('step_refused');
  return writeChange(transaction, order, 'unrefunded', { refunded_at: null, refunded_with: null }, author);
}

/** `paid_with` of a row for one of the order's ways to pay. Throws `unknown_payment_method`. */
function wayColumn({ payment_method }: OrderRow, id: string) {
  const chosen: PaymentMethod = JSON.parse(payment_method);
  const way = paymentChoices(chosen).find(({ _id }) => _id === id);
  if (!way) throw new ApiError('unknown_payment_method');
  return id === chosen._id ? null : JSON.stringify(way);
}
