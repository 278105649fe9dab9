import type { CounterOrder } from '#core/counter';
import { nextStatus, type OrderStatus } from '#core/order-steps';
import { statusWords } from '#core/status-words';
import { paymentOf } from './payment.ts';

/** The status that the large button of an order gives it: one that costs nothing is made at once, and one that is paid and made is ready. */
export function nextStepOf(order: CounterOrder): OrderStatus | undefined {
  const { status, handover, lines } = order;
  if (status === 'waiting_payment' && paymentOf(order) !== 'due') return 'processing';
  const isMade = lines.length > 0 && lines.every(({ struck }) => struck);
  return status === 'paid' && isMade ? 'ready' : nextStatus(status, handover.byCourier);
}

/** What a button says that gives an order this status. */
export const stepWords: Record<OrderStatus, string> = {
  ...statusWords,
  paid: 'Sudah dibayar',
  processing: 'Mulai buat',
  cancelled: 'Batalkan…',
};
