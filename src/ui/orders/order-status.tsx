import { isPaymentDue, type Payable } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import style from './order-status.module.css';
import { labelOf, paymentNoteOf, unpaidNoteOf } from './order-words.ts';

type Shown = Payable & Pick<PlacedOrder, 'paymentMethod'>;

/**
 * An order's status in one or two words, and as a machine-readable value; an unknown one is shown as the shop sent it
 * (decision O9). One that is not paid yet says so, because it stands below 'Status Pembayaran'.
 */
export function OrderStatus({ order }: { order: Shown }) {
  const { status } = order;
  const words = status === 'waiting_payment' ? paymentNoteOf(order) : labelOf(status);
  const unpaid = unpaidNoteOf(order);

  return (
    <span>
      <data value={status} className={words ? `${style.meaning} ${toneOf(order)}` : 'small'}>
        {words ?? status}
      </data>{' '}
      {unpaid && <span className={`${style.meaning} warn`}>{unpaid}</span>}
    </span>
  );
}

function toneOf(order: Shown) {
  if (order.status === 'waiting_payment' && isPaymentDue(order)) return 'warn';
  return order.status === 'cancelled' ? 'bad' : 'good';
}
