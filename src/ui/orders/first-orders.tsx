import { useState } from 'react';
import { showMessage } from '../../../design/messages.tsx';
import { WorkButton } from '../forms/work-button.tsx';

/** How many orders are rendered at once: thousands would freeze a phone (fault F45). */
const atOnce = 50;

/** The orders at the shop that are not loaded yet. */
interface Older {
  count: number;
  /** Resolves when the next ones are loaded; rejects when they could not be loaded. */
  load: () => Promise<void>;
}

/** The first of many orders, and the button that shows the next ones (nothing if there are none). */
export function useFirstOrders<Order>(orders: readonly Order[], older?: Older) {
  const [shown, setShown] = useState(atOnce);
  const hidden = Math.max(0, orders.length - shown) + (older?.count ?? 0);

  const showMore = async () => {
    if (older?.count && orders.length < shown + atOnce) {
      try {
        await older.load();
      } catch (failure) {
        console.warn('GET /orders', failure);
        return showMessage('Kedai belum bisa dihubungi', { ms: 2_500 });
      }
    }
    setShown(shown + atOnce);
  };

  return {
    first: orders.slice(0, shown),
    more: hidden > 0 && (
      <WorkButton className="secondary" onClick={showMore}>
        <span>{`Tampilkan ${Math.min(atOnce, hidden)} dari ${hidden} pesanan berikutnya`}</span>
      </WorkButton>
    ),
  };
}
