import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { newestOutboxOrderAtom } from '../../state/checkout/outbox-orders.ts';
import { onlyThisPageAtom } from '../../state/storage/stored-atom.ts';
import { wordsOf } from './outbox-words.tsx';

/** The outcome of the latest order, for a screen that cannot show it; nothing without a recent order. */
export function LatestOrder() {
  const order = useAtomValue(newestOutboxOrderAtom);
  const onlyThisPage = useAtomValue(onlyThisPageAtom);
  if (!order) return null;

  const mayBeLost = onlyThisPage && order.state !== 'accepted';
  return (
    <>
      <p role="status">
        {`${wordsOf(order).message}.${mayBeLost ? ' Jangan tutup halaman ini sebelum kedai menjawab.' : ''}`}
      </p>
      <Link to="/account/order-list" className="secondary">
        Lihat pesanan Anda
      </Link>
    </>
  );
}
