import { Link, useRouter } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import { rupiah } from '#core/rupiah';
import { type OutboxOrder, orderOf } from '#device/outbox-order';
import { canCancel, isAutoRetried } from '#device/outbox-states';
import { showMessage } from '../../../design/messages.tsx';
import {
  agreeToNewPricesAtom,
  agreeToSendAtom,
  cancelOrderAtom,
  dismissOrderAtom,
  sendOrderNowAtom,
} from '../../state/checkout/outbox.ts';
import { endPaymentAtom } from '../../state/checkout/payment.ts';
import { pendingOrdersAtom, sendingOrdersAtom } from '../../state/checkout/stored-orders.ts';
import { useOrderPlaced } from '../checkout/order-placed.ts';
import { QuoteComparison } from '../checkout/quote-comparison.tsx';
import { confirmed } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import { Destination } from './order-parts.tsx';
import { boughtIn } from './order-words.ts';
import { confirmResend, StayHere, wordsOf } from './outbox-words.tsx';
import style from './pending-orders.module.css';

/** The orders that the shop has not accepted yet, each with its state and the possible actions. */
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
  const words = wordsOf(entry);
  const { label, tone } = sending && !entry.cancelling ? { label: 'Mengirim', tone: 'good' } : words;

  return (
    <li className="stack gap-2 box">
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
      <p className="soft">{words.explanation}</p>
      {entry.state === 'quote_changed' && entry.quote && <QuoteComparison order={order} quote={entry.quote} />}
      <Answers entry={stored} sending={sending} takeBack={takeBack} />
    </li>
  );
}

interface AnswersProps {
  entry: OutboxOrder;
  sending: boolean;
  /** Sets whether it is being cancelled. */
  takeBack: (now: boolean) => void;
}

function Answers({ entry, sending, takeBack }: AnswersProps) {
  const store = useStore();
  const orderPlaced = useOrderPlaced();
  const router = useRouter();
  const { answer } = wordsOf(entry);

  const sendNowOrAsk = async () => {
    const risky = entry.everSent && entry.keyed === false;
    if (risky && !(await confirmResend())) return;
    const now = await store.set(sendOrderNowAtom, entry.id, { agreed: risky });
    if (now && store.set(endPaymentAtom, router.state.location.pathname, now)) return orderPlaced();
    if (entry.cancelling && now) showCancelOutcome(now);
    if (now && isAutoRetried(now)) sayUnanswered();
  };
  const agreeToPrices = async () => {
    const agreed = await store.set(agreeToNewPricesAtom, entry.id);
    if (agreed?.same && agreed.entry) showAlreadyAccepted(agreed.entry, 'Yang sama tidak dipesan lagi.');
    // The shop has not confirmed that the order at the old prices is closed.
    if (agreed?.entry?.id === entry.id && agreed.entry.state === entry.state) sayUnanswered();
  };

  const actions = {
    send: sendNowOrAsk,
    agree: () => store.set(agreeToSendAtom, entry.id),
    agreeToPrices,
    dismiss: () => store.set(dismissOrderAtom, entry.id),
  };

  return (
    <div className={`wrap ${style.answers}`}>
      {answer && 'to' in answer && (
        <Link to={answer.to} state={answer.state ?? {}} className="primary">
          {answer.words}
        </Link>
      )}
      {answer && 'action' in answer && (
        <WorkButton
          key={answer.action}
          className={answer.action === 'dismiss' ? 'secondary' : 'primary'}
          working={sending}
          onClick={actions[answer.action]}
        >
          {answer.words}
        </WorkButton>
      )}
      {canCancel(entry) && !entry.cancelling && <Cancel entry={entry} sending={sending} takeBack={takeBack} />}
    </div>
  );
}

export const sayUnanswered = () =>
  showMessage('Kedai belum menjawab', { ms: 2_500, detail: 'Pesanan tetap menunggu di sini.' });

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
    <WorkButton className="danger" working={sending} onClick={confirmAndCancel}>
      Batalkan
    </WorkButton>
  );
}

/** How many orders are rendered at once: thousands would freeze a phone (fault F45). */
const atOnce = 50;

/** The orders at the shop that are not loaded yet. */
interface Older {
  count: number;
  /** Resolves when the next ones are loaded; rejects when they could not be loaded. */
  load: () => Promise<void>;
}

/** The first of many orders, and the button that shows the next ones (nothing if there are none). */
export function useFirstOrders<Order>(orders: readonly Order[], older?: Older) {
  const [shown, setShown] = useState(atOnce);
  const hidden = Math.max(0, orders.length - shown) + (older?.count ?? 0);

  const showMore = async () => {
    if (older?.count && orders.length < shown + atOnce) {
      try {
        await older.load();
      } catch (failure) {
        console.warn('GET /orders', failure);
        return showMessage('Kedai belum bisa dihubungi', { ms: 2_500 });
      }
    }
    setShown(shown + atOnce);
  };

  return {
    first: orders.slice(0, shown),
    more: hidden > 0 && (
      <WorkButton className="secondary" onClick={showMore}>
        <span>{`Tampilkan ${Math.min(atOnce, hidden)} dari ${hidden} pesanan berikutnya`}</span>
      </WorkButton>
    ),
  };
}
