// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets a table that phones show as cards unless its roles are said
/** The orders of the customer. */

import { Link } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { paymentOf } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { numberOf } from '#core/order-steps';
import { grouped, rupiah } from '#core/rupiah';
import { quoted } from '#core/search-parameters';
import { Icon } from '../../design/icon.tsx';
import { loadOlderOrdersAtom, ordersAtom } from '../state/account/private-lists.ts';
import { isLiveAtom, isOutboxReadAtom } from '../state/checkout/outbox.ts';
import { type Receipt, receiptsAtom } from '../state/checkout/outbox-orders.ts';
import { pendingOrdersAtom } from '../state/checkout/stored-orders.ts';
import { AccountShell } from '../ui/account/account-shell.tsx';
import { CustomerListNotice, itemsOf } from '../ui/account/customer-list.tsx';
import records from '../ui/account/records.module.css';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { useCloseOpened, useShopSearch } from '../ui/frame/location.ts';
import { Invoice } from '../ui/orders/invoice.tsx';
import { OrderAgain, OrderStatus, OrderTimeline } from '../ui/orders/order-parts.tsx';
import { boughtIn, momentOf } from '../ui/orders/order-words.ts';
import { PaymentInstructions, Refund } from '../ui/orders/payment-instructions.tsx';
import { PendingOrders, useFirstOrders } from '../ui/orders/pending-orders.tsx';
import style from './account-order-list.module.css';

export function Screen() {
  return (
    <AccountShell title="Pemesanan">
      {({ token }) => (
        <>
          <PendingOrders />
          <Orders key={token} />
        </>
      )}
    </AccountShell>
  );
}

function Orders() {
  const hasPending = useAtomValue(pendingOrdersAtom).length > 0;
  const isOutboxRead = useAtomValue(isOutboxReadAtom);
  const [list, reload] = useAtom(ordersAtom);
  const listed = itemsOf(list);
  const { since, unknown } = useAtomValue(receiptsAtom);
  const orders = [...since.map(({ order }) => order), ...(listed ?? [])];
  /** How many older orders the shop has. */
  const older = listed ? (list.data?.count ?? 0) - listed.length : 0;

  return (
    <>
      <CustomerListNotice list={list} retry={() => reload()} name="Pesanan" />
      {/* Above the list, because below it the message that the order is not listed would not be seen. */}
      {(listed || orders.length > 0) && <OpenInvoice orders={orders} older={older} />}
      {listed && orders.length === 0 && isOutboxRead && !hasPending && <NoOrders />}
      {orders.length > 0 && <OrderTable orders={orders} older={older} />}
      <UnknownToTheShop receipts={unknown} />
    </>
  );
}

/**
 * Receipts that the shop does not know, for example after a restore from a backup: shown, never sent again (fault F44).
 */
function UnknownToTheShop({ receipts }: { receipts: Receipt[] }) {
  if (receipts.length === 0) return null;

  return (
    <section aria-labelledby="unknown" className="stack gap-2 notice warn">
      <h2 id="unknown">Tidak ditemukan di server</h2>
      <p>Kedai pernah menerima pesanan ini, tetapi tidak menemukannya lagi. Tunjukkan nomornya kepada kedai.</p>
      <ul>
        {receipts.map(({ id, order }) => (
          <li key={id}>
            <strong>{order.order_number}</strong>{' '}
            <span>{`· ${rupiah(order.totalShopping)} · ${grouped(order.totalQty)} barang`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoOrders() {
  return (
    <EmptyState picture="empty-orders" title="No order history" text="Please order first" lang="en">
      <Link to="/products" className="primary">
        Lihat menu
      </Link>
    </EmptyState>
  );
}

const columns = ['Order ID', 'Detail', 'Jumlah Barang', 'Total Belanja', 'Status Pembayaran', 'Invoice'] as const;

function OrderTable({ orders, older }: { orders: PlacedOrder[]; older: number }) {
  const load = useSetAtom(loadOlderOrdersAtom);
  const { first, more } = useFirstOrders(orders, { count: older, load });

  return (
    <>
      <table role="table" aria-label="Pemesanan" className={`wide stack gap-4 ${records.records}`}>
        <thead role="rowgroup" className={`soft small hidden ${records.head} ${style.head}`}>
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" lang={column === 'Order ID' ? 'en' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {first.map((order, index) => (
          // An order without a number can only be identified by its position.
          <OrderRow key={order.order_number || order.client_ref || index} order={order} />
        ))}
      </table>
      {more}
    </>
  );
}

const soft = `block soft small figure ${style.soft}`;

function OrderRow({ order }: { order: PlacedOrder }) {
  const { order_number: number, delivery_address: recipient } = order;
  const isLive = useAtomValue(isLiveAtom);
  const placedAt = momentOf(order.created_at);
  const payment = paymentOf(order);

  return (
    <tbody role="rowgroup" className="card">
      <tr role="row" className={style.row}>
        <th role="rowheader" scope="row" className={`anywhere ${style.id}`}>
          <span className={`heavy figure ${style.number}`}>{numberOf(order)}</span>
          {placedAt && <small className={soft}>{placedAt}</small>}
        </th>
        <td role="cell" className={`anywhere ${style.detail}`}>
          <Label column="Detail" />
          <span>
            {order.order_items && <span>{boughtIn(order.order_items)}</span>}
            <span className={order.order_items && soft}>{recipient?.fullName || '–'}</span>
            {recipient?.phoneNumber && <small className={soft}>{recipient.phoneNumber}</small>}
          </span>
        </td>
        <td role="cell" className={`figure ${style.figure} ${style.amount}`}>
          <Label column="Jumlah Barang" />
          <span>{grouped(order.totalQty)}</span>
        </td>
        <td role="cell" className={`figure heavy anywhere ${style.figure} ${style.total}`}>
          <span>{rupiah(order.totalShopping)}</span>
        </td>
        <td role="cell" className={style.status}>
          <OrderStatus order={order} />
          {order.status === 'cancelled' && order.reason && <small className={soft}>{order.reason}</small>}
        </td>
        <td role="cell" className={style.paper}>
          {number ? (
            <Link
              to="/account/order-list"
              search={{ invoice: number }}
              state={{ opened: true }}
              resetScroll={false}
              className={`tap bold ${style.invoice}`}
              aria-label={`Invoice ${number}`}
            >
              <Icon name="receipt" size={20} /> Invoice
            </Link>
          ) : (
            <span className={soft}>Invoice menyusul</span>
          )}
          {order.order_items && <OrderAgain lines={order.order_items} className="tap link" />}
        </td>
      </tr>
      {(payment === 'due' || payment === 'refund' || isLive(order)) && (
        <tr role="row" className={style.more}>
          <td role="cell" colSpan={columns.length}>
            {payment === 'due' && <HowToPay order={order} />}
            <Refund order={order} />
            {isLive(order) && (
              <div className={style.live}>
                <OrderTimeline order={order} isInRow />
              </div>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** How to pay this order (decision O10), rendered on request. */
function HowToPay({ order }: { order: PlacedOrder }) {
  const [opened, setOpened] = useState(false);

  return (
    <details className={style.pay} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className="tap link">
        Cara bayar <Icon name="forward" size={18} />
      </summary>
      {opened && <PaymentInstructions order={order} />}
    </details>
  );
}

/** A column's name within a card, where the table's head is hidden. */
const Label = ({ column }: { column: (typeof columns)[number] }) => (
  <span aria-hidden="true" className={`block soft small ${style.label}`}>
    {column}
  </span>
);

/** The invoice that the URL names (decision F5). */
function OpenInvoice({ orders, older }: { orders: PlacedOrder[]; older: number }) {
  const { invoice } = useShopSearch();
  const closeOpened = useCloseOpened();
  if (!invoice) return null;

  const order = orders.find(({ order_number }) => order_number === invoice);
  if (!order) {
    const hint = older > 0 ? ' Mungkin ada di antara pesanan yang lebih lama.' : '';
    return <p role="status">{`Pesanan ${quoted([invoice])} tidak ada di daftar ini.${hint}`}</p>;
  }

  return <Invoice order={order} close={() => closeOpened('/account/order-list', {})} />;
}
