import { lazy, Suspense } from 'react';
import type { PlacedOrder } from '#core/contract';
import { shortNumber } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { shop, whatsAppTo } from '#core/shop';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { loadWithRetry } from '../../state/connection/load-with-retry.ts';
import { numberOf } from './order-number.ts';
import { statusInWords } from './order-words.ts';
import { usePaymentKind } from './payment-kind.ts';
import style from './way-to-pay.module.css';

const QrisCode = lazy(async () => {
  const loaded = await loadWithRetry(() => import('./qris-code.tsx'));
  return { default: loaded.QrisCode };
});

/**
 * How to pay an accepted order (decision O10): the amount, its number, the shop's own instructions, and its WhatsApp.
 */
export function WayToPay({ order }: { order: PlacedOrder }) {
  const { paymentMethod } = order;
  const kind = usePaymentKind(order);
  const isFree = kind === 'nothing';
  const instructions = kind === 'mini-market' ? shop.payment.miniMarkets : kind === 'bank' ? shop.payment.banks : [];
  const number = numberOf(order);

  return (
    <div className={style.way}>
      <dl className={style.facts}>
        <div>
          <dt>Total Belanja</dt>
          <dd className={style.amount}>{rupiah(order.totalShopping)}</dd>
        </div>
        <div>
          <dt>Nomor pesanan</dt>
          <dd>
            <span>{number}</span> {/* Only over HTTPS may a page copy. */}
            {order.order_number && navigator.clipboard && (
              <button type="button" className={style.copy} onClick={() => void copy(number)}>
                Salin
              </button>
            )}
          </dd>
        </div>
        {paymentMethod && !isFree && (
          <div>
            <dt>Metode pembayaran</dt>
            <dd>{paymentMethod.name}</dd>
          </div>
        )}
        {(kind === 'bank' || kind === undefined) && (
          <div>
            <dt>Rekening</dt>
            <dd>{`${order.billing_account ?? shop.billingAccount.number} a.n. ${shop.billingAccount.holder}`}</dd>
          </div>
        )}
      </dl>
      {isFree && <p>Tidak ada yang perlu dibayar.</p>}
      {kind === 'till' && (
        <p className={style.till}>
          Bayar di kasir dengan nomor <strong>{shortNumber(number)}</strong>
        </p>
      )}
      {kind === 'qris' && shop.qris && (
        <Suspense fallback={<p className={style.loading}>Menyiapkan kode QRIS . . .</p>}>
          <QrisCode text={shop.qris} amount={order.totalShopping} number={number} />
        </Suspense>
      )}
      {!isFree && kind !== 'till' && (
        <>
          {instructions.length > 0 && (
            <ol className={style.steps}>
              {instructions.map((instruction) => (
                <li key={instruction}>{instruction}</li>
              ))}
            </ol>
          )}
          <a
            href={whatsAppTo(
              `Halo ${shop.title}, saya ingin mengonfirmasi pembayaran pesanan ${number} sebesar ${rupiah(order.totalShopping)}. Status: ${statusInWords(order)}.`,
            )}
            target="_blank"
            rel="noopener noreferrer"
            className="secondary"
          >
            <Icon name="chat" size={20} /> Konfirmasi lewat WhatsApp
          </a>
        </>
      )}
    </div>
  );
}

const copy = (number: string) =>
  navigator.clipboard.writeText(number).then(() => showMessage('Nomor pesanan disalin', { ms: 1_500 }), console.warn);
