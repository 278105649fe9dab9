import { useState } from 'react';
import button from './button.module.css';

/** How many orders are rendered at once: thousands would freeze a phone (fault F45). */
const atOnce = 50;

/** The first of many orders, and the button that brings the next ones (nothing, where there are none). */
export function useFirstOrders<Order>(orders: readonly Order[]) {
  const [shown, setShown] = useState(atOnce);
  const hidden = orders.length - shown;

  return {
    first: orders.slice(0, shown),
    more: hidden > 0 && (
      <button type="button" className={button.secondary} onClick={() => setShown(shown + atOnce)}>
        {`Tampilkan ${Math.min(atOnce, hidden)} dari ${hidden} pesanan berikutnya`}
      </button>
    ),
  };
}
