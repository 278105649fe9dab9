/** The way of an order through the shop (decision W2). */
import { orderStatuses } from './order-contract.ts';

export type OrderStatus = (typeof orderStatuses)[number];

/** For so long the counter can undo a step, in ms. */
export const undoMs = 10_000;

/** Whether this version knows the status. */
export const isOrderStatus = (status: string): status is OrderStatus =>
  (orderStatuses as readonly string[]).includes(status);

/** Whether the shop has nothing more to do for an order. */
export const isFinal = (status: string) => status === 'completed' || status === 'cancelled';

/** Whether the shop still has something to do for an order; a status that this version does not know counts as such. */
export const isUnderWay = (status: string) => !isFinal(status);

/** Whether an order is still to become ready. */
export const awaitsReady = ({ status }: { status: string }) => /^(waiting_payment|paid|processing)$/.test(status);

/** Whether an order with this status no longer waits for its payment: being paid is a mark then, and no step (decision W2). */
export const isPastPayment = (status: string) =>
  isOrderStatus(status) && status !== 'waiting_payment' && status !== 'cancelled';

/**
 * The statuses that an order passes through, in their order; its own is always among them. Without a courier it is never on
 * its way, and one that is free, or made without being paid, takes no step of paying. Empty for one that is cancelled, or whose status this
 * version does not know.
 */
export function stepsOf(status: string, { byCourier, isPaid }: { byCourier: boolean; isPaid: boolean }): string[] {
  if (!isOrderStatus(status) || status === 'cancelled') return [];
  const isLeftOut = (step: OrderStatus) =>
    step === 'cancelled' || (step === 'delivering' && !byCourier) || (step === 'paid' && !isPaid);
  return orderStatuses.filter((step) => step === status || !isLeftOut(step));
}

/**
 * The next status of an order; undefined when there is none, or when this version does not know the status. An order without a courier is
 * completed without being on its way.
 */
export function nextStatus(status: string, byCourier: boolean): OrderStatus | undefined {
  if (status === 'ready') return byCourier ? 'delivering' : 'completed';
  if (!isOrderStatus(status) || isFinal(status)) return undefined;
  return orderStatuses[orderStatuses.indexOf(status) + 1];
}

/**
 * The statuses that the counter can give an order with this one, apart from cancelling it: all but its own, and `delivering` only for a
 * courier, `paid` only before it is paid. None when the order is completed or cancelled.
 */
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

/** Whether the counter may change an order from one status to the other; undoing is another matter. */
export const isAllowedStep = (from: string, to: string, byCourier: boolean) =>
  isOrderStatus(to) && (to === 'cancelled' ? isUnderWay(from) : otherStatuses(from, byCourier).includes(to));

/** The reason of an order that its customer has cancelled (decision W18). */
export const cancelledByCustomer = 'Dibatalkan pelanggan';

/** Whether its customer can still cancel an order: nothing of it is paid or begun. */
export const isWithdrawable = ({
  status,
  paid,
  totalShopping,
}: {
  status: string;
  paid?: boolean | undefined;
  totalShopping: number;
}) => status === 'waiting_payment' && (!paid || totalShopping === 0);

/** The last part of an order's number (decision W7). */
export const shortNumber = (orderNumber: string) => orderNumber.slice(orderNumber.lastIndexOf('-') + 1);

/** What is called out and shown on the screen in the shop: the running number of the day, or else the short number (decision W19). */
export const callNumber = ({
  order_number,
  queue_number,
}: {
  order_number: string;
  queue_number?: number | undefined;
}) => (queue_number === undefined ? shortNumber(order_number) : `${queue_number}`);
