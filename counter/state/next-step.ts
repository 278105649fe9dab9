import type { CounterOrder } from '#core/counter';
import { nextStatus, type OrderStatus } from '#core/order-steps';

/** The status that the large button of an order gives it: one that is paid and made completely is ready. */
export function nextStepOf({ status, handover, lines }: CounterOrder): OrderStatus | undefined {
  const isMade = lines.length > 0 && lines.every(({ struck }) => struck);
  return status === 'paid' && isMade ? 'ready' : nextStatus(status, handover.byCourier);
}
