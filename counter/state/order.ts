/** What the counter reads from an order: whether it is paid, and how (decision W2), and what comes next. */
import type { CounterOrder } from '#core/counter';
import { nextStatus, type OrderStatus } from '#core/order-steps';
import { paymentStateOf, tillId } from '#core/payment';

export const paymentOf = ({ status, paid, total }: CounterOrder) =>
  paymentStateOf({ status, paid, isFree: total === 0 });

/** Whether an order was cancelled, and its payment is still to be paid back. */
export const isRefundDue = (order: CounterOrder) => paymentOf(order) === 'refund' && !order.refunded;

/** The `_id` of the way in which an order was paid; of one that is not, as its customer chose. */
export const wayIdOf = ({ paid_with, ways }: CounterOrder) => paid_with ?? ways?.[0]?._id;

/** The same way in words. */
export const wayNameOf = (order: CounterOrder) =>
  order.ways?.find(({ _id }) => _id === wayIdOf(order))?.name ?? order.payment;

/** The way that one tap changes to: people choose QRIS and pay cash. Undefined where the shop did not say which there are. */
export function otherWayOf(order: CounterOrder) {
  const { ways = [] } = order;
  const current = ways.findIndex(({ _id }) => _id === wayIdOf(order));
  return ways.length > 1 ? ways[(current + 1) % ways.length] : undefined;
}

/** In which ways a payment can be paid back: as it was paid, and in cash. */
export const refundWaysOf = (order: CounterOrder) =>
  order.ways?.filter(({ _id }) => _id === wayIdOf(order) || _id === tillId) ?? [];

/** The status that the large button of an order gives it: one that costs nothing is made at once, and one that is paid and made is ready. */
export function nextStepOf(order: CounterOrder): OrderStatus | undefined {
  const { status, handover, lines } = order;
  if (status === 'waiting_payment' && paymentOf(order) !== 'due') return 'processing';
  const isMade = lines.length > 0 && lines.every(({ struck }) => struck);
  return status === 'paid' && isMade ? 'ready' : nextStatus(status, handover.byCourier);
}
