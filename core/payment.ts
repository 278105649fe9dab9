import type { PaidWith, PlacedOrder } from './order-contract.ts';
import { isOrderStatus } from './order-steps.ts';

/** An entry of the list of mini-markets with this id. */
export const tillId = 'kasir';

/** An entry of that list, too; offered only where `shop.config.json` has its text (decision O10). */
export const qrisId = 'qris';

/** Money at the till is cash. */
export const paidWithOf = ({ _id, name }: PaidWith): PaidWith => ({ _id, name: _id === tillId ? 'Tunai' : name });

/** As its customer chose, and what people do instead. */
export const paymentChoices = (chosen: PaidWith): PaidWith[] =>
  [chosen, { _id: tillId, name: '' }, { _id: qrisId, name: 'QRIS' }]
    .filter(({ _id }, at) => at === 0 || _id !== chosen._id)
    .map(paidWithOf);

/** `refund`: it was cancelled after it was paid. Undefined: cancelled without being paid, or an unknown status. */
export type PaymentState = 'free' | 'due' | 'paid' | 'refund' | undefined;

/** The one answer to whether an order is paid (decision W2). Without `paid` (an earlier server, another host) its status decides. */
export function paymentStateOf({
  status,
  paid = paidByStatus(status),
  isFree,
}: Pick<PlacedOrder, 'status' | 'paid'> & { isFree: boolean }): PaymentState {
  if (status === 'cancelled') return paid && !isFree ? 'refund' : undefined;
  if (isFree) return 'free';
  if (paid === undefined) return undefined;
  return paid ? 'paid' : 'due';
}

function paidByStatus(status: string) {
  if (status === 'cancelled') return false;
  return isOrderStatus(status) ? status !== 'waiting_payment' : undefined;
}
