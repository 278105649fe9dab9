import type { orderStatuses } from '#core/contract';
import style from './order-status.module.css';

/** The texts of the known statuses; any other one is shown as the shop sent it (decision O9). */
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

/** An order's status as the shop sent it, and its meaning. */
export function OrderStatus({ status }: { status: string }) {
  const meaning = meanings.get(status);

  return (
    <span className={style.status}>
      {meaning && <span className={`${style.meaning} ${toneOf(status)}`}>{meaning}</span>}
      <code className={style.word}>{status}</code>
    </span>
  );
}

function toneOf(status: string) {
  if (status === 'waiting_payment') return style.waiting;
  return status === 'cancelled' ? style.ended : style.underWay;
}
