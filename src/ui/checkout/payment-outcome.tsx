import { Link, useRouter } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import type { ReactNode } from 'react';
import { canonical } from '#core/canonical';
import type { Session } from '#core/contract';
import type { Quote } from '#core/failure';
import type { Order } from '#core/order-contract';
import { type OutboxOrder, orderOf } from '#device/outbox-order';
import { needsConsent } from '#device/outbox-states';
import { showMessage } from '../../../design/messages.tsx';
import { cancelOrderAtom } from '../../state/checkout/outbox.ts';
import { openedOrderAtom } from '../../state/checkout/outbox-orders.ts';
import { type PaymentQuestions, payAtom, paymentOrderAtom, repriceCartAtom } from '../../state/checkout/payment.ts';
import { paymentAtom } from '../../state/checkout/stored-orders.ts';
import { connectionAtom, isCutOff } from '../../state/connection/connection.ts';
import { deviceIsNewerAtom } from '../../state/storage/stored-atom.ts';
import { chosen } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import { askRepeat, confirmResend, StayHere, wordsOf } from '../orders/outbox-words.tsx';
import { PendingOrders, sayUnanswered, showCancelOutcome } from '../orders/pending-orders.tsx';
import { useOrderPlaced } from './order-placed.ts';
import style from './payment-outcome.module.css';
import { decisionOn, nothingLeftOf, QuoteComparison } from './quote-comparison.tsx';

/** The outcome of the last press of 'Bayar', and whether pressing again is safe (decision O7). */
export function PaymentOutcome({ session, order }: { session: Session; order: Order | undefined }) {
  const { sending, entry: pressed, token, notStored } = useAtomValue(paymentAtom);
  const entry = useAtomValue(paymentOrderAtom);
  const connection = useAtomValue(connectionAtom);
  const isNewer = useAtomValue(deviceIsNewerAtom);
  const open = useSetAtom(openedOrderAtom);

  if (sending) return null;
  if (notStored) {
    return (
      <Notice title="Pesanan belum dikirim">
        {`Penyimpanan sedang tidak bisa dipakai, jadi pesanan ini tidak dikirim dan tidak tersimpan. ${isNewer ? 'Muat ulang dulu' : 'Kosongkan sedikit ruang penyimpanan'}, lalu tekan Bayar lagi.`}
      </Notice>
    );
  }
  // A reload forgets the press, but the order is stored; an order that is being cancelled is no longer the pressed one.
  // The list shows both.
  if (!entry || (entry.cancelling && entry.state === 'unsure')) return <PendingOrders />;
  const isThisOrder = order !== undefined && entry.body === canonical(order);
  const { state: stored } = entry;
  const state =
    stored === 'unsure' && !isThisOrder
      ? 'changed'
      : stored === 'needs_login' && token === session.token
        ? 'logged_out'
        : stored === 'unsure' && pressed?.state === 'needs_login' && !isCutOff(connection)
          ? 'resumed'
          : stored;
  if (!isThisOrder && state === stored) return <PendingOrders />;
  if (isThisOrder && entry.quote && state === 'quote_changed')
    return <NewQuote id={entry.id} order={order} quote={entry.quote} />;
  const { notice } = wordsOf(entry, { state, isThisOrder });
  if (!notice) {
    return (
      needsConsent(entry) && (
        <div ref={focusOnce} tabIndex={-1}>
          <PendingOrders />
        </div>
      )
    );
  }
  const { title, text, next, isGood } = notice;
  return (
    <Notice good={isGood} title={title}>
      {text && <span>{text}</span>}
      {next && (
        <p>
          {!isGood && <StayHere />}
          {/* An accepted one was sent automatically while the customer waited here; they stay on this screen (decision O8). */}
          <Link to={next.to} onClick={() => isGood && open(entry.id)}>
            {next.words}
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** Old and new prices in comparison; the customer decides (decision O5). */
function NewQuote({ id, order, quote }: { id: string; order: Order; quote: Quote }) {
  const store = useStore();
  const pay = usePay();
  const decision = decisionOn(order, quote);

  const agreeAndPay = async () => {
    const next = await store.set(repriceCartAtom, quote, questions);
    if (!next) return;
    // Only the order that was agreed to is sent; another device may have changed the cart in the meantime.
    if (next.totalShopping === quote.totalShopping) await pay(next);
    else showMessage('Keranjang berubah', { ms: 4_000, detail: 'Periksa totalnya, lalu tekan Bayar lagi.' });
  };
  const cancel = () => {
    store.set(paymentAtom, { sending: false });
    void store.set(cancelOrderAtom, id).then((now) => now && showCancelOutcome(now));
  };

  return (
    <Notice title={decision.title}>
      <p>Belum ada yang dipesan. Bandingkan dulu, lalu putuskan.</p>
      <QuoteComparison order={order} quote={quote} />
      <div className="wrap buttons">
        <WorkButton className="secondary" onClick={cancel}>
          Batal
        </WorkButton>
        <WorkButton className="primary" onClick={agreeAndPay}>
          {nothingLeftOf(order, quote) ? 'Hapus dari keranjang' : decision.agree}
        </WorkButton>
      </div>
    </Notice>
  );
}

function Notice({ title, good, children }: { title: ReactNode; good?: boolean | undefined; children: ReactNode }) {
  return (
    <div
      ref={focusOnce}
      role={good ? 'status' : 'alert'}
      tabIndex={-1}
      className={`stack gap-2 taps box rounded roomy ${good ? 'good' : 'warn'} ${style.notice}`}
    >
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}

/** Every outcome is focused, because it is rendered above the part that the customer was looking at. */
const focusOnce = (notice: HTMLElement | null) => notice?.focus();

/** Sends an order; its acceptance is the only thing that ends on /products, and only from this screen (decision O8). */
export function usePay() {
  const pay = useSetAtom(payAtom);
  const orderPlaced = useOrderPlaced();
  const router = useRouter();

  const confirmRepeat: PaymentQuestions['confirmRepeat'] = async (accepted) => {
    // A customer who has gone on is asked in the list of pending orders.
    if (router.state.location.pathname !== '/carts/payment') return undefined;
    const again = await chosen(askRepeat(accepted), { yes: 'Pesan lagi', no: 'Lihat pesanan', back: 'Batal' });
    if (again === false) void router.navigate({ to: '/account/order-list' });
    return again ?? false;
  };
  return (order: Order) => pay(order, { ...questions, confirmRepeat }, orderPlaced);
}

const questions: Omit<PaymentQuestions, 'confirmRepeat'> = {
  replace: (pending) =>
    chosen('Masih ada pesanan lain yang menunggu', {
      yes: 'Batalkan yang lama',
      no: 'Kirim keduanya',
      back: 'Kembali',
      detail: orderOf(pending)
        .order_items.map(({ qty, name }) => `${qty} × ${name}`)
        .join(', '),
    }),
  stays: (state) =>
    state === 'quote_changed'
      ? sayUnanswered()
      : showMessage(
          state === 'accepted' ? 'Pesanan yang lama sudah diterima kedai' : 'Pesanan yang lama belum pasti batal',
          { ms: 3_000, detail: `Pesanan yang baru belum dikirim. ${nextAfter(state)}`, urgent: true },
        ),
  confirmResend,
};

const nextAfter = (state: OutboxOrder['state']) =>
  state === 'accepted'
    ? 'Tekan Bayar lagi bila tetap mau memesannya.'
    : `${state === 'needs_login' ? 'Log In lagi' : 'Tunggu jawaban kedai'}, lalu tekan Bayar lagi.`;
