import { useAtomValue } from 'jotai';
import type { PaymentMethod } from '#core/contract';
import { isFree, paymentOf } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import { callNumber, numberOf } from '#core/order-steps';
import { qrisId, tillId } from '#core/payment';
import { rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { banksAtom, miniMarketsAtom } from '../../state/catalogue/catalogue.ts';
import type { Resource } from '../../state/connection/resource.ts';
import { lazyPart } from '../frame/loaded-part.tsx';
import { WhatsAppLink } from '../shop/whatsapp-link.tsx';
import { Fact } from './fact.tsx';
import { statusInWords } from './order-words.ts';
import style from './payment-instructions.module.css';
import refundStyle from './refund.module.css';

/** The most that apps pay by QRIS at once, in rupiah (Bank Indonesia). */
const maxQris = 10_000_000;

const QrisCode = lazyPart(async () => (await import('./qris-code.tsx')).QrisCode);

/**
 * How to pay an accepted order (decision O10): the amount, its number, the shop's own instructions, and its WhatsApp.
 */
export function PaymentInstructions({ order }: { order: PlacedOrder }) {
  const { paymentMethod } = order;
  const chosen = usePaymentKind(order);
  const isTooMuch = chosen === 'qris' && order.totalShopping > maxQris;
  const kind = isTooMuch ? 'bank' : chosen;
  const isFree = kind === 'nothing';
  const isTransfer = kind === 'bank' || kind === undefined;
  const steps = kind === 'mini-market' ? shop.payment.miniMarkets : kind === 'bank' ? shop.payment.banks : [];
  // A number that is shown is not asked for.
  const instructions = order.billing_account ? steps.filter((step) => !/rekening lengkap/i.test(step)) : steps;
  const number = numberOf(order);
  const account = order.billing_account ?? shop.billingAccount.number;

  return (
    <div className="stack gap-4 start">
      {kind === 'till' && (
        <p className={`center gap-1 bold wide ${style.till}`}>
          Bayar di kasir dengan nomor <strong>{callNumber({ ...order, order_number: number })}</strong>
        </p>
      )}
      {kind === 'qris' && shop.qris && (
        <QrisCode
          fallback={<p className={`soft ${style.loading}`}>Menyiapkan kode QRIS . . .</p>}
          text={shop.qris}
          amount={order.totalShopping}
          number={number}
        />
      )}
      {isTooMuch && <p>{`QRIS hanya sampai ${rupiah(maxQris)}. Transfer ke rekening ini, atau bayar di kasir.`}</p>}
      <dl className={`stack columns facts wide ${style.facts}`}>
        <Fact name="Total Belanja" className="large">
          <span>{rupiah(order.totalShopping)}</span>{' '}
          {isTransfer && <Copy text={String(order.totalShopping)} name="Total belanja" />}
        </Fact>
        <Fact name="Nomor pesanan">
          <span>{number}</span> {order.order_number && <Copy text={number} name="Nomor pesanan" />}
        </Fact>
        {paymentMethod && !isFree && <Fact name="Metode pembayaran">{paymentMethod.name}</Fact>}
        {isTransfer && (
          <Fact name="Rekening">
            <span>{`${account} a.n. ${shop.billingAccount.holder}`}</span>{' '}
            {order.billing_account && <Copy text={account.replace(/[^\d]/g, '')} name="Nomor rekening" />}
          </Fact>
        )}
      </dl>
      {isFree && <p>Tidak ada yang perlu dibayar.</p>}
      {!isFree && kind !== 'till' && (
        <>
          {instructions.length > 0 && (
            <ol className="stack gap-2 numbered">
              {instructions.map((instruction) => (
                <li key={instruction}>{instruction}</li>
              ))}
            </ol>
          )}
          <WhatsAppLink
            message={`saya ingin mengonfirmasi pembayaran pesanan ${number} sebesar ${rupiah(order.totalShopping)}. Status: ${statusInWords(order)}.`}
            className="secondary"
          >
            <Icon name="chat" size={20} /> Konfirmasi lewat WhatsApp
          </WhatsAppLink>
        </>
      )}
    </div>
  );
}

/** Copies a text; nothing where the page may not, as without HTTPS. */
function Copy({ text, name }: { text: string; name: string }) {
  if (!navigator.clipboard) return null;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showMessage(`${name} disalin`, { ms: 1_500 });
    } catch (failure) {
      console.warn('Not copied', failure);
      showMessage('Belum bisa disalin. Tekan lama angkanya untuk menyalin.', { ms: 3_000 });
    }
  };

  return (
    <button type="button" className={style.copy} aria-label={`Salin ${name.toLowerCase()}`} onClick={copy}>
      Salin
    </button>
  );
}

/** What a payment text depends on; undefined where the method is in neither list, 'unknown' where a list is missing. */
type PaymentKind = 'nothing' | 'till' | 'qris' | 'bank' | 'mini-market' | 'unknown' | undefined;

/** How an order is paid (decisions O10 and O15): 'nothing' for one of Rp0. */
export function usePaymentKind(order: PlacedOrder): PaymentKind {
  const { paymentMethod } = order;
  const among = ({ data }: Resource<PaymentMethod[]>) => data?.find(({ _id }) => _id === paymentMethod?._id);
  const banks = useAtomValue(banksAtom);
  const miniMarkets = useAtomValue(miniMarketsAtom);
  const bank = among(banks);
  const miniMarket = among(miniMarkets);
  if (isFree(order)) return 'nothing';
  if (paymentMethod?._id === tillId) return 'till';
  if (paymentMethod?._id === qrisId) return 'qris';
  // Another host may number banks and mini-markets from 1 each: then the name decides.
  if (miniMarket && (!bank || miniMarket.name === paymentMethod?.name)) return 'mini-market';
  if (bank) return 'bank';
  return paymentMethod && !(banks.data && miniMarkets.data) ? 'unknown' : undefined;
}

const isRefunded = (order: PlacedOrder) => paymentOf(order) === 'refund';

/** As it was called out, where it was, and as only this order has it. */
const calledOf = (order: PlacedOrder) =>
  order.queue_number === undefined ? numberOf(order) : `${callNumber(order)} (${numberOf(order)})`;

/** What becomes of the money of an order that was paid and then cancelled; nothing for any other one. */
export const Refund = ({ order }: { order: PlacedOrder }) =>
  isRefunded(order) && (
    <div className={`stack start ${refundStyle.refund}`}>
      <RefundWords order={order} />
      <RefundLink order={order} />
    </div>
  );

/** The same without the way to the shop, which cannot be printed. */
export const RefundWords = ({ order }: { order: PlacedOrder }) =>
  isRefunded(order) && (
    <p>
      <strong className="block error">Uang dikembalikan di kasir</strong>{' '}
      <span>{`${rupiah(order.totalShopping)} yang sudah dibayar kami kembalikan. Tunjukkan nomor ${calledOf(order)} di kasir, atau tanyakan lewat WhatsApp.`}</span>
    </p>
  );

export const RefundLink = ({ order }: { order: PlacedOrder }) =>
  isRefunded(order) && (
    <WhatsAppLink
      message={`pesanan ${numberOf(order)} dibatalkan setelah saya bayar ${rupiah(order.totalShopping)}. Bagaimana pengembalian uangnya?`}
      className="secondary"
    >
      <Icon name="chat" size={20} /> Tanya lewat WhatsApp
    </WhatsAppLink>
  );
