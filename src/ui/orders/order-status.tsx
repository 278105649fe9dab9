import type { PlacedOrder } from '#core/contract';
import { isFree } from '#core/order';
import style from './order-status.module.css';
import { labelOf, paymentNoteOf } from './order-words.ts';

/**
 * An order's status in one or two words, and as a machine-readable value; an unknown one is shown as the shop sent it
 * (decision O9). One that is not paid yet says so, because it stands below 'Status Pembayaran'.
 */
export function OrderStatus({ order }: { order: Pick<PlacedOrder, 'status' | 'totalShopping' | 'subTotal'> }) {
  const { status } = order;
  const words = status === 'waiting_payment' ? paymentNoteOf(order) : labelOf(status);

  return (
    <data value={status} className={words ? `${style.meaning} ${toneOf(order)}` : style.word}>
      {words ?? status}
    </data>
  );
}

function toneOf(order: Pick<PlacedOrder, 'status' | 'totalShopping' | 'subTotal'>) {
  if (order.status === 'waiting_payment' && !isFree(order)) return style.waiting;
  return order.status === 'cancelled' ? style.ended : style.underWay;
}
