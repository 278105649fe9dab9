import { type Store, useAtomValue, useStore } from 'jotai';
import { useCallback } from 'react';
import type { CounterOrder } from '#core/counter';
import { isFinal } from '#core/order-steps';
import { Icon } from '../../design/icon.tsx';
import { Illustration } from '../../design/illustration.tsx';
import type { OrderList } from '../state/api.ts';
import { useChange, useListing } from '../state/calls.ts';
import { isRefundDue, paymentOf } from '../state/order.ts';
import { listedOrdersAtom, loadMoreOrders, loadOrders, orderListAtom } from '../state/order-list.ts';
import { Failure, ListingState } from './listing-state.tsx';
import { addressOf } from './location.ts';
import { CardGrid } from './order-card.tsx';
import view from './view.module.css';

const words: Record<OrderList, { title: string; note?: string; nothing: string }> = {
  older: {
    title: 'Pesanan lama',
    note: 'Pesanan belum selesai yang tidak ada di papan, yang terbaru dulu.',
    nothing: 'Belum ada pesanan lama. Pesanan yang setelah 24 jam belum selesai muncul di sini.',
  },
  finished: {
    title: 'Selesai hari ini',
    nothing: 'Belum ada. Pesanan yang selesai atau dibatalkan hari ini muncul di sini.',
  },
};

/** The unfinished orders that are not on the board, or those that were completed or cancelled today (decision W7). */
export function OrderListView({ of }: { of: OrderList }) {
  const { title, note, nothing } = words[of];
  const load = useCallback((token: string, store: Store) => loadOrders(of, token, store), [of]);
  const listing = useListing(load, { follows: true });
  const known = useAtomValue(orderListAtom);
  const list = known?.of === of ? known : undefined;
  // What is owed first, to the shop or by it; else the newest.
  const orders = useAtomValue(listedOrdersAtom).toSorted((one, other) => Number(isOwed(other)) - Number(isOwed(one)));

  return (
    <div className={view.view}>
      <div className={view.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {list?.count !== 0 && <ToBoard className="tap link" />}
      </div>
      {note && list && list.count > 0 && <p className="soft">{note}</p>}
      <ListingState listing={{ ...listing, data: list }} />
      {list?.count === 0 && (
        <div className={view.nothing}>
          <Illustration name="empty-orders" width={240} height={180} />
          <p>{nothing}</p>
          <ToBoard className="secondary" />
        </div>
      )}
      {orders.length > 0 && <h2 className="hidden">Pesanan</h2>}
      {list && <CardGrid orders={orders} />}
      {list && list.count > list.orders.length && <More left={list.count - list.orders.length} />}
    </div>
  );
}

const ToBoard = ({ className }: { className: string }) => (
  <a href={addressOf('')} className={className}>
    <Icon name="back" size={18} />
    Ke papan pesanan
  </a>
);

/** Of a finished order: of the others most are not paid yet. */
const isOwed = (order: CounterOrder) => isFinal(order.status) && (paymentOf(order) === 'due' || isRefundDue(order));

function More({ left }: { left: number }) {
  const store = useStore();
  const { isBusy, failure, change } = useChange((token) => loadMoreOrders(store, token));

  return (
    <>
      <Failure of={failure} in={{}} />
      <button type="button" className="secondary tall" disabled={isBusy} onClick={() => void change()}>
        {`Tampilkan berikutnya (${left})`}
      </button>
    </>
  );
}
