/** Whether an order is paid, and how, as the counter shows it (decision W2). */
import type { CounterOrder } from '#core/counter';
import { paymentStateOf } from '#core/payment';

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
