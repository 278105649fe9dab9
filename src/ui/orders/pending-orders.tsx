import { Link, useRouter } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { rupiah } from '#core/rupiah';
import { minutesSince, type OutboxOrder, orderOf } from '#device/outbox-order';
import { canCancel, isAutoRetried } from '#device/outbox-states';
import { showMessage } from '../../../design/messages.tsx';
import {
  agreeToAgeAtom,
  agreeToNewPricesAtom,
  cancelOrderAtom,
  dismissOrderAtom,
  sendingOrdersAtom,
  sendOrderNowAtom,
} from '../../state/checkout/outbox.ts';
import { endPaymentAtom } from '../../state/checkout/payment.ts';
import { pendingOrdersAtom } from '../../state/checkout/stored-orders.ts';
import { useOrderPlaced } from '../checkout/order-placed.ts';
import { decisionOn, nothingLeftOf, QuoteComparison } from '../checkout/quote-comparison.tsx';
import { confirmed } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import { askAboutPause } from '../shop/pause-line.tsx';
import { useFirstOrders } from './first-orders.tsx';
import { Destination } from './order-timeline.tsx';
import { boughtIn } from './order-words.ts';
import {
  askRepeat,
  busyUntil,
  confirmResend,
  endOf,
  NotSent,
  reasonOf,
  StayHere,
  sentAfterPause,
  sentByItself,
} from './pending-order-texts.tsx';
import style from './pending-orders.module.css';

/** The orders that the shop has not accepted yet, each with its state and the possible actions (decision O3). */
export function PendingOrders() {
  const pending = useAtomValue(pendingOrdersAtom);
  const { first, more } = useFirstOrders(pending);
  if (pending.length === 0) return null;

  return (
    <section aria-labelledby="waiting-orders" className="stack gap-4">
      <h2 id="waiting-orders">Pesanan yang menunggu</h2>
      <StayHere />
      <ul className="stack gap-4">
        {first.map((entry) => (
          <PendingOrder key={entry.id} entry={entry} />
        ))}
      </ul>
      {more}
    </section>
  );
}

function PendingOrder({ entry: stored }: { entry: OutboxOrder }) {
  const sending = useAtomValue(sendingOrdersAtom).includes(stored.id);
  // Cancelling waits for a running attempt; until then the order is shown as being cancelled, not as being sent.
  const [takenBack, takeBack] = useState(false);
  const entry = takenBack ? { ...stored, cancelling: true } : stored;
  const order = orderOf(entry);
  const { label, tone } = sending && !entry.cancelling ? { label: 'Mengirim', tone: 'good' } : stateOf(entry);

  return (
    <li className={style.order}>
      <div className="row wrap apart gap-2">
        <strong className={`pill ${tone}`} role="status">
          {label}
        </strong>
        <span className="heavy figure">{rupiah(order.totalShopping)}</span>
      </div>
      <p>{boughtIn(order.order_items)}</p>
      <p className="soft">
        <Destination order={order} />
        <span>{` · ${order.totalShopping > 0 ? order.paymentMethod.name : 'Tidak ada yang perlu dibayar'}`}</span>
      </p>
      <p className="soft">{explanationOf(entry)}</p>
      {entry.state === 'quote_changed' && entry.quote && <QuoteComparison order={order} quote={entry.quote} />}
      <Answers entry={stored} sending={sending} takeBack={takeBack} />
    </li>
  );
}

function stateOf(entry: OutboxOrder) {
  const { state, cancelling } = entry;
  if (isAutoRetried(entry) && sentAfterPause(entry)) return { label: 'Menunggu kedai', tone: 'good' };
  if (cancelling) return { label: 'Membatalkan', tone: 'good' };
  switch (state) {
    case 'stored':
      return { label: <NotSent />, tone: 'good' };
    case 'needs_login':
      return { label: 'Perlu masuk lagi', tone: 'warn' };
    case 'too_old':
    case 'quote_changed':
      return { label: 'Perlu persetujuan', tone: 'warn' };
    case 'refused':
      return { label: 'Ditolak', tone: 'bad' };
    default:
      return { label: 'Memastikan', tone: 'good' };
  }
}

function explanationOf(entry: OutboxOrder): ReactNode {
  if (entry.cancelling && entry.state !== 'needs_login')
    return 'Kedai belum menjawab. Pesanan ini baru batal setelah kedai memastikannya.';
  switch (entry.state) {
    case 'stored':
      return sentAfterPause(entry) || sentByItself(entry);
    case 'needs_login':
      return 'Sesi Anda sudah berakhir. Pesanan menunggu sampai Anda masuk lagi.';
    case 'too_old':
      if (entry.paused && !entry.repeated) return askAboutPause(endOf(entry.paused));
      if (entry.repeated) return askRepeat({ ...entry.repeated, minutes: minutesSince(entry.repeated.acceptedAt) });
      return entry.everSent && !entry.keyed
        ? 'Masih mau? Pesanan ini sudah lama menunggu, dan kedai mungkin sudah menerimanya: periksa dulu daftar pesanan Anda.'
        : 'Masih mau? Pesanan ini sudah lama menunggu, jadi tidak kami kirim tanpa bertanya.';
    case 'quote_changed':
      return `${entry.quote && decisionOn(orderOf(entry), entry.quote).title}. Belum ada yang dipesan.`;
    case 'refused':
      return reasonOf(entry);
    default:
      if (sentAfterPause(entry)) return sentAfterPause(entry);
      return entry.keyed
        ? `${busyUntil(entry) || 'Kedai belum menjawab. '}Kami mengirim ulang sampai ada jawaban; pesanan yang sama tidak akan dibuat dua kali.`
        : 'Pesanan ini mungkin sudah sampai dan tidak bisa dibatalkan dari sini. Kami mencarinya di daftar pesanan Anda dan tidak mengirimnya lagi tanpa bertanya.';
  }
}

function agreementTo({ repeated, paused }: OutboxOrder) {
  if (repeated) return 'Pesan lagi';
  if (paused) return paused.hasEnd ? 'Kirim setelah itu' : 'Kirim nanti';
  return 'Masih mau';
}

interface AnswersProps {
  entry: OutboxOrder;
  sending: boolean;
  /** Sets whether it is being cancelled. */
  takeBack: (now: boolean) => void;
}

function Answers({ entry, sending, takeBack }: AnswersProps) {
  const sendNow = useSetAtom(sendOrderNowAtom);
  const agreeToAge = useSetAtom(agreeToAgeAtom);
  const agreeToNewPrices = useSetAtom(agreeToNewPricesAtom);
  const dismiss = useSetAtom(dismissOrderAtom);
  const endPayment = useSetAtom(endPaymentAtom);
  const orderPlaced = useOrderPlaced();
  const router = useRouter();
  const order = orderOf(entry);

  const sendNowOrAsk = async () => {
    const risky = entry.everSent && entry.keyed === false;
    const agreed = risky && (await confirmResend());
    if (risky && !agreed) return;
    const now = await sendNow(entry.id, { agreed });
    if (now && endPayment(router.state.location.pathname, now)) return orderPlaced();
    if (entry.cancelling && now) showCancelOutcome(now);
    if (now && isAutoRetried(now))
      showMessage('Kedai belum menjawab', { ms: 2_500, detail: 'Pesanan tetap menunggu di sini.' });
  };
  const agreeToPrices = async () => {
    const agreed = await agreeToNewPrices(entry.id);
    if (agreed?.same && agreed.entry) showAlreadyAccepted(agreed.entry, 'Yang sama tidak dipesan lagi.');
  };

  return (
    <div className={style.answers}>
      {entry.state === 'needs_login' && (
        // Returns to the list, where its number will appear; the payment screen would look as if another order had to be
        // paid.
        <Link to="/account/login" state={{ returnTo: '/account/order-list', sessionEnded: true }} className="primary">
          Log In
        </Link>
      )}
      {isAutoRetried(entry) && !busyUntil(entry) && (
        <WorkButton className="primary" working={sending} onClick={() => void sendNowOrAsk()}>
          {entry.cancelling ? 'Batalkan sekarang' : 'Kirim sekarang'}
        </WorkButton>
      )}
      {entry.state === 'too_old' && (
        <WorkButton className="primary" working={sending} onClick={() => void agreeToAge(entry.id)}>
          {agreementTo(entry)}
        </WorkButton>
      )}
      {entry.state === 'quote_changed' &&
        entry.quote &&
        !nothingLeftOf(order, entry.quote) &&
        (order.totalShopping === 0 && entry.quote.totalShopping > 0 ? (
          // An order of Rp0 was asked for no method, so there is none to pay the new price by.
          <Link to="/carts/payment" className="primary">
            Pilih cara bayar
          </Link>
        ) : (
          <WorkButton className="primary" working={sending} onClick={() => void agreeToPrices()}>
            {decisionOn(order, entry.quote).agree}
          </WorkButton>
        ))}
      {entry.state === 'refused' && (
        <button type="button" className="secondary" onClick={() => void dismiss(entry.id)}>
          Tutup
        </button>
      )}
      {canCancel(entry) && !entry.cancelling && <Cancel entry={entry} sending={sending} takeBack={takeBack} />}
    </div>
  );
}

/** Shows the state after an order was cancelled: it may have been accepted already. */
export function showCancelOutcome(entry: OutboxOrder) {
  if (entry.state === 'cancelled') showMessage('Pesanan dibatalkan', { ms: 2_000 });
  else if (entry.state === 'accepted') showAlreadyAccepted(entry, 'Hubungi kedai untuk membatalkannya.');
}

const showAlreadyAccepted = ({ order }: OutboxOrder, more: string) =>
  showMessage('Pesanan sudah diterima kedai', {
    ms: 3_000,
    detail: `Nomornya ${order?.order_number || 'menyusul'}. ${more}`,
  });

function Cancel({ entry, sending, takeBack }: AnswersProps) {
  const cancel = useSetAtom(cancelOrderAtom);

  const confirmAndCancel = async () => {
    if (!(await confirmed('Batalkan pesanan ini?', { yes: 'Ya, batalkan', no: 'Tidak' }))) return;
    takeBack(true);
    showCancelOutcome((await cancel(entry.id)) ?? entry);
    takeBack(false);
  };

  return (
    <WorkButton className="danger" working={sending} onClick={() => void confirmAndCancel()}>
      Batalkan
    </WorkButton>
  );
}
