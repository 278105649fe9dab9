import { isPaymentDue, type Payable } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { isOrderStatus } from '#core/order-steps';
import { labelOf } from '#core/status-words';
import style from './order-status.module.css';
import { paymentNoteOf, unpaidNoteOf } from './order-words.ts';

type Shown = Payable & Pick<PlacedOrder, 'paymentMethod'>;

/**
 * An order's status in one or two words, and as a machine-readable value; an unknown one is shown as the shop sent it
 * (decision O9). One that is not paid yet says so, because it stands below 'Status Pembayaran'.
 */
export function OrderStatus({ order }: { order: Shown }) {
  const { status } = order;
  const unpaid = unpaidNoteOf(order);

  return (
    <span>
      <data value={status} className={isOrderStatus(status) ? `${style.meaning} ${toneOf(order)}` : 'small'}>
        {status === 'waiting_payment' ? paymentNoteOf(order) : labelOf(status)}
      </data>{' '}
      {unpaid && <span className={`${style.meaning} warn`}>{unpaid}</span>}
    </span>
  );
}

function toneOf(order: Shown) {
  if (order.status === 'waiting_payment' && isPaymentDue(order)) return 'warn';
  return order.status === 'cancelled' ? 'bad' : 'good';
}
