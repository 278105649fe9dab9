import type { orderStatuses, PlacedOrder } from '#core/contract';
import { isFree } from '#core/order';
import style from './order-status.module.css';

/** The texts of the known statuses. */
const meanings = new Map<string, string>(
  Object.entries({
    waiting_payment: 'Menunggu pembayaran',
    paid: 'Sudah dibayar',
    processing: 'Sedang disiapkan',
    ready: 'Siap diambil',
    delivering: 'Sedang diantar',
    completed: 'Pesanan selesai',
    cancelled: 'Dibatalkan',
  } satisfies Record<(typeof orderStatuses)[number], string>),
);

/**
 * An order's status by its label, and as a machine-readable value; an unknown one is shown as the shop sent it
 * (decision O9). An order of Rp0 waits for no payment (decision O15).
 */
export function OrderStatus({ order }: { order: Shown }) {
  const { status } = order;
  const costsNothing = status === 'waiting_payment' && isFree(order);
  const meaning = costsNothing ? 'Tidak ada yang perlu dibayar' : meanings.get(status);

  return (
    <data
      value={status}
      className={meaning ? `${style.meaning} ${toneOf(costsNothing ? 'paid' : status)}` : style.word}
    >
      {meaning ?? status}
    </data>
  );
}

type Shown = Pick<PlacedOrder, 'status' | 'totalShopping' | 'subTotal'>;

function toneOf(status: string) {
  if (status === 'waiting_payment') return style.waiting;
  return status === 'cancelled' ? style.ended : style.underWay;
}
