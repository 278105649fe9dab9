import { orderStatuses, type PlacedOrder } from './order-contract.ts';

export type OrderStatus = (typeof orderStatuses)[number];

/** In ms; the counter can undo a step for so long. */
export const undoMs = 10_000;

export const isOrderStatus = (status: string): status is OrderStatus =>
  (orderStatuses as readonly string[]).includes(status);

/** A status that this version does not know is not. */
export const isFinal = (status: string) => status === 'completed' || status === 'cancelled';

export const awaitsReady = ({ status }: { status: string }) => /^(waiting_payment|paid|processing)$/.test(status);

/** Being paid is a mark then, and no step (decision W2). */
export const isPastPayment = (status: string) =>
  isOrderStatus(status) && status !== 'waiting_payment' && status !== 'cancelled';

/**
 * Always with its own. No `delivering` without a courier, no payment where it is free or made without being paid. Empty for a cancelled or unknown
 * status.
 */
export function stepsOf(status: string, { byCourier, isPaid }: { byCourier: boolean; isPaid: boolean }): string[] {
  if (!isOrderStatus(status) || status === 'cancelled') return [];
  const isLeftOut = (step: OrderStatus) =>
    step === 'cancelled' || (step === 'delivering' && !byCourier) || (step === 'paid' && !isPaid);
  return orderStatuses.filter((step) => step === status || !isLeftOut(step));
}

/** Undefined also for a status that this version does not know. */
export function nextStatus(status: string, byCourier: boolean): OrderStatus | undefined {
  if (status === 'ready') return byCourier ? 'delivering' : 'completed';
  if (!isOrderStatus(status) || isFinal(status)) return undefined;
  return orderStatuses[orderStatuses.indexOf(status) + 1];
}

/** What the counter can set besides `cancelled`. */
export const otherStatuses = (status: string, byCourier: boolean): readonly OrderStatus[] =>
  isFinal(status)
    ? []
    : orderStatuses.filter(
        (other) =>
          other !== status &&
          other !== 'cancelled' &&
          (byCourier || other !== 'delivering') &&
          !(other === 'paid' && isPastPayment(status)),
      );

export const isAllowedStep = (from: string, to: string, byCourier: boolean) =>
  isOrderStatus(to) && (to === 'cancelled' ? !isFinal(from) : otherStatuses(from, byCourier).includes(to));

/** Decision W18. */
export const cancelledByCustomer = 'Dibatalkan pelanggan';

export const isWithdrawable = (order: Pick<PlacedOrder, 'status' | 'paid' | 'totalShopping'>) =>
  order.status === 'waiting_payment' && (!order.paid || order.totalShopping === 0);

/** Decision W7. */
export const shortNumber = (orderNumber: string) => orderNumber.slice(orderNumber.lastIndexOf('-') + 1);

/** For its customer; a host may accept an order without one (decision O12). */
export const numberOf = (order?: Pick<PlacedOrder, 'order_number'>) => order?.order_number || 'nomor menyusul';

/** Called out and shown on the screen in the shop (decision W19). */
export const callNumber = ({ order_number, queue_number }: Pick<PlacedOrder, 'order_number' | 'queue_number'>) =>
  queue_number === undefined ? shortNumber(order_number) : `${queue_number}`;
