import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { newestOutboxOrderAtom } from '../../state/checkout/outbox-orders.ts';
import { StayHere, wordsOf } from './outbox-words.tsx';

/** The outcome of the latest order, for a screen that cannot show it; nothing without a recent order. */
export function LatestOrder() {
  const order = useAtomValue(newestOutboxOrderAtom);
  if (!order) return null;

  return (
    <>
      <p role="status">
        <span>{`${wordsOf(order).message}. `}</span>
        {order.state !== 'accepted' && <StayHere />}
      </p>
      <Link to="/account/order-list" className="secondary">
        Lihat pesanan Anda
      </Link>
    </>
  );
}
