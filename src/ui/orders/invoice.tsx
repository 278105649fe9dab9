import { createPortal } from 'react-dom';
import { orderedNameOf } from '#core/line';
import { isPaymentDue, paymentOf } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { numberOf } from '#core/order-steps';
import { grouped, rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Sprite } from '../../../design/sprite.tsx';
import { RegionNames } from '../account/address-card.tsx';
import { Fact } from './fact.tsx';
import style from './invoice.module.css';
import { destinationOf, momentOf, statusInWords } from './order-words.ts';
import { RefundLink, RefundWords, usePaymentKind } from './payment-instructions.tsx';

/** An order for printing, A4 or receipt, only with data from the server (decision F5). */
export function Invoice({ order, close }: { order: PlacedOrder; close: () => void }) {
  const { delivery_address: recipient } = order;
  const [handover, street] = destinationOf(order);
  const kind = usePaymentKind(order);
  const placedAt = momentOf(order.created_at);
  const method = kind === 'nothing' ? 'Tidak ada yang perlu dibayar' : (order.paid_with ?? order.paymentMethod)?.name;

  // Outside the app's element, so that nothing else is printed.
  return createPortal(
    <Dialog name="#invoice-title" className={style.invoice} close={close}>
      <article className={`stack gap-5 ${style.paper}`}>
        <header className={`wrap apart gap-4 ${style.head}`}>
          <div className={`row ${style.shop}`}>
            <Sprite name="logo" size={48} />
            <div>
              <p className={`title heavy ${style.shopName}`}>{shop.title}</p>
              <p className="soft small">
                {shop.contact.address.join(', ')}
                <br />
                {shop.contact.phone}
              </p>
            </div>
          </div>
          <div className={style.which}>
            <h2 id="invoice-title">Invoice</h2>
            <p className="bold figure">{numberOf(order)}</p>
            <Stamp order={order} />
          </div>
        </header>

        <dl className={`stack gap-4 facts ${style.facts}`}>
          {placedAt && <Fact name="Tanggal">{placedAt}</Fact>}
          {recipient && (
            <Fact name="Penerima" className={`${style.recipient}`}>
              <span>{[recipient.fullName, recipient.phoneNumber, street].filter(Boolean).join('\n')}</span>
              <RegionNames address={recipient} />
            </Fact>
          )}
          {handover && <Fact name="Pengiriman">{handover}</Fact>}
          {method && <Fact name="Pembayaran">{method}</Fact>}
          <Fact name="Status">
            <data value={order.status}>{statusInWords(order)}</data>
          </Fact>
        </dl>

        <Lines order={order} />

        {isPaymentDue(order) && (kind === 'bank' || kind === undefined) && (
          <p className="soft small">
            Rekening {shop.billingAccount.holder}: {shop.billingAccount.number}
          </p>
        )}
        <RefundWords order={order} />
        {order.status !== 'cancelled' && (
          <>
            {/* What another API's prices include is not known. */}
            {order.paid !== undefined && <p className="soft small">Harga sudah termasuk pajak restoran (PB1).</p>}
            <p className="bold">{`Terima kasih sudah mampir di ${shop.title}.`}</p>
          </>
        )}
      </article>
      <div className={`wrap end foot ${style.tools}`}>
        <button type="button" className="secondary" onClick={close}>
          Tutup
        </button>
        <RefundLink order={order} />
        <button type="button" className="primary" onClick={() => window.print()}>
          <Icon name="print" size={20} /> Cetak
        </button>
      </div>
    </Dialog>,
    document.body,
  );
}

/** Whether it is paid, as a shop stamps it; nothing where that is not known, or nothing is to be paid. */
function Stamp({ order }: { order: PlacedOrder }) {
  const payment = paymentOf(order);
  if (order.status === 'cancelled') return <p className={`${style.stamp} error`}>DIBATALKAN</p>;
  if (payment === 'paid') return <p className={`${style.stamp} ok`}>LUNAS</p>;
  return payment === 'due' && <p className={`caution ${style.stamp}`}>BELUM DIBAYAR</p>;
}

/** What the sum of an order is: nothing is due of one that was cancelled. */
function totalName(order: PlacedOrder) {
  if (paymentOf(order) === 'refund') return 'Dibayar, lalu dibatalkan';
  return order.status === 'cancelled' ? 'Dibatalkan' : 'Total belanja';
}

/**
 * The lines and sums that the server sent: another host may list only an order's total
 * (decision F14).
 */
function Lines({ order }: { order: PlacedOrder }) {
  const { subTotal, delivery_fee: fee } = order;
  const pieces = grouped(order.totalQty);
  const lines = order.order_items?.map((line) => ({
    ...line,
    name: orderedNameOf(line),
    each: `${line.qty} × ${rupiah(line.price)}`,
    price: rupiah(line.price),
    total: rupiah(line.price * line.qty),
  })) ?? [{ name: 'Barang pesanan', note: '', qty: pieces, each: `${pieces} barang`, price: '–', total: '–' }];

  return (
    <table className={`wide ${style.lines}`}>
      <thead className="soft small">
        <tr>
          {['Barang', 'Jumlah', 'Harga', 'Total'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, note, qty, each, price, total }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two products may share a name, and an invoice never changes
          <tr key={at}>
            <td>
              <span>{name}</span>
              {note && <small className="block">{`“${note}”`}</small>}
              <small className={`block soft ${style.each}`}>{each}</small>
            </td>
            <td>{qty}</td>
            <td>{price}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {subTotal !== undefined && <Sum name={`Subtotal (${pieces} barang)`} amount={subTotal} />}
        {fee !== undefined && <Sum name="Ongkos kirim" amount={fee} />}
        <Sum name={totalName(order)} amount={order.totalShopping} isGrand={order.status !== 'cancelled'} />
      </tfoot>
    </table>
  );
}

function Sum({ name, amount, isGrand = false }: { name: string; amount: number; isGrand?: boolean }) {
  return (
    <tr className={isGrand ? `large heavy ${style.grand}` : undefined}>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td>{rupiah(amount)}</td>
    </tr>
  );
}
