import { useAtomValue } from 'jotai';
import { finishedToday } from '../state/board.ts';
import { ordersAtom } from '../state/changes.ts';
import { serverClockAtom } from '../state/clock.ts';
import { CardGrid } from './card-grid.tsx';
import { addressOf } from './location.ts';
import view from './view.module.css';

/** The orders that were completed or cancelled today; they leave the board with the day (decision W7). */
export function FinishedView() {
  const orders = finishedToday(useAtomValue(ordersAtom), useAtomValue(serverClockAtom));

  return (
    <div className={view.view}>
      <div className={view.head}>
        <h1 tabIndex={-1}>Selesai hari ini</h1>
        <a href={addressOf('')}>Ke papan pesanan</a>
      </div>
      {orders.length === 0 && <p className={view.soft}>Belum ada.</p>}
      <CardGrid orders={orders} />
    </div>
  );
}
