/** Paying: the ways of the shop itself (decision O10), and what is known of an order's money (decision W2). */
import { isOrderStatus } from './order-steps.ts';

/** Pays at the shop's till; an entry of the list of mini-markets with this id. */
export const tillId = 'kasir';

/** Pays by the shop's QRIS code; offered only where `shop.config.json` has its text. Also an entry of that list. */
export const qrisId = 'qris';

/** A way to pay, by the id of the payment method. */
export interface PaidWith {
  _id: string;
  name: string;
}

/** A payment method as the way in which an order was paid: money at the till is cash. */
export const paidWithOf = ({ _id, name }: PaidWith): PaidWith => ({ _id, name: _id === tillId ? 'Tunai' : name });

/** The ways in which the counter can say that an order was paid: as its customer chose, and what people do instead. */
export const paymentChoices = (chosen: PaidWith): PaidWith[] =>
  [chosen, { _id: tillId, name: '' }, { _id: qrisId, name: 'QRIS' }]
    .filter(({ _id }, at) => at === 0 || _id !== chosen._id)
    .map(paidWithOf);

/**
 * What an order's money needs: nothing (`free`), to be paid (`due`), nothing more (`paid`), or to be paid back (`refund`: it was cancelled
 * afterwards). Undefined when there is nothing to say: it was cancelled without being paid, or its status is unknown.
 */
export type PaymentState = 'free' | 'due' | 'paid' | 'refund' | undefined;

/**
 * The one answer to whether an order is paid. Where nobody says so (`paid`: an earlier server, another host, a stored answer), its status
 * decides.
 */
export function paymentStateOf({
  status,
  paid = paidByStatus(status),
  isFree,
}: {
  status: string;
  paid?: boolean | undefined;
  isFree: boolean;
}): PaymentState {
  if (status === 'cancelled') return paid && !isFree ? 'refund' : undefined;
  if (isFree) return 'free';
  if (paid === undefined) return undefined;
  return paid ? 'paid' : 'due';
}

function paidByStatus(status: string) {
  if (status === 'cancelled') return false;
  return isOrderStatus(status) ? status !== 'waiting_payment' : undefined;
}
