/** What screens show of an order: its timeline, its status, where it goes, withdrawing it, 'Pesan lagi'. */
import { useRouter } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { orderedNameOf } from '#core/line';
import { startAt } from '#core/opening';
import { isPaymentDue, paymentOf } from '#core/order';
import type { PlacedOrder } from '#core/order-contract';
import {
  awaitsReady,
  callNumber,
  cancelledByCustomer,
  isOrderStatus,
  isWithdrawable,
  numberOf,
  stepsOf,
} from '#core/order-steps';
import { grouped, rupiah } from '#core/rupiah';
import { handoverOf } from '#core/shop';
import { labelOf } from '#core/status-words';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { isEditableAtom } from '../../state/account/capabilities.ts';
import { ordersAtom } from '../../state/account/private-lists.ts';
import { orderAgainAtom } from '../../state/checkout/checkout.ts';
import { withdrawOrderAtom } from '../../state/checkout/outbox.ts';
import { connectionAtom, isCutOff } from '../../state/connection/connection.ts';
import { asOf } from '../feedback/clock.ts';
import { confirmed } from '../feedback/questions.ts';
import { WorkButton } from '../forms/work-button.tsx';
import row from '../frame/steps.module.css';
import { useMinute } from '../shop/opening.tsx';
import { WhatsAppLink } from '../shop/whatsapp-link.tsx';
import style from './order-parts.module.css';
import statusStyle from './order-status.module.css';
import { destinationOf, noteOf, paymentNoteOf, statusNoteOf, unpaidNoteOf } from './order-words.ts';

interface OrderTimelineProps {
  order: PlacedOrder;
  hasTotal?: boolean;
  hasCall?: boolean;
  isInRow?: boolean;
}

/**
 * The way of an accepted order through the shop (decision W2): where it is, what that means for the customer, its lines and
 * its table. `hasTotal`, `hasCall`: its total, and the number to call with how long it takes, where they are not beside it. `isInRow`: below the
 * order's payment status.
 */
export function OrderTimeline({ order, hasTotal = false, hasCall = true, isInRow = false }: OrderTimelineProps) {
  const { status } = order;
  const minute = useMinute();
  const opens = minute === undefined ? '' : startAt(new Date(minute * 60_000));

  const isUnseen = status === 'waiting_payment' && opens !== '';
  // What becomes of a cancelled order's money is shown by the screen (`Refund`).
  const note = (isInRow && !isUnseen) || status === 'cancelled' ? statusNoteOf(order) : noteOf(order, opens);

  return (
    <div className={`stack ${style.way}`}>
      {hasCall && <CallNumber order={order} />}
      {hasCall && <HowLong order={order} />}
      <OrderSteps order={order} />
      <p role="status" className={status === 'ready' ? style.ready : style.now}>
        <data value={status} className={`large heavy ${status === 'cancelled' ? 'error' : 'ok'}`}>
          {status === 'ready' ? 'Pesananmu siap' : labelOf(status)}
        </data>{' '}
        {status === 'ready' && <strong className={style.number}>{`${callNumber(order)} `}</strong>}
        <span className="bold">{note}</span>
      </p>
      <LastKnown order={order} />
      <Contents order={order} hasTotal={hasTotal} />
      <WithdrawOrder order={order} />
    </div>
  );
}

/** The number by which an order is called, until it is ready: then it is part of that message (decision W19). */
export const CallNumber = ({ order: { queue_number, status } }: { order: PlacedOrder }) =>
  queue_number !== undefined &&
  awaitsReady({ status }) && (
    <p className="row gap-2">
      <span className="soft small">Nomor panggilan</span> <strong className={style.number}>{queue_number}</strong>
    </p>
  );

/** How old the shop's word on the queue may be, in ms. */
const queueHolds = 3 * 60_000;

/** How long an order is going to take (decision W17); not what it sees only when it opens. */
export function HowLong({ order: { queue, status }, isBrief = false }: { order: PlacedOrder; isBrief?: boolean }) {
  const minute = useMinute();
  const { data: list } = useAtomValue(ordersAtom.peekAtom);
  if (!queue || !awaitsReady({ status }) || !list || list.isStored) return null;
  if (minute === undefined || minute * 60_000 - list.asOf > queueHolds) return null;
  if (status === 'waiting_payment' && startAt(new Date(minute * 60_000))) return null;

  const { ahead, from, to } = queue;
  const minutes = `${from === to ? from : `${from}–${to}`} menit`;
  if (isBrief)
    return (
      <p className="small">
        {`${ahead > 0 ? `${grouped(ahead)} di depan · ` : ''}${minutes}`.replaceAll(' ', '\u00a0')}
      </p>
    );
  return (
    <p className="row gap-2">
      <Icon name="clock" size={20} />
      <span>
        {ahead > 0 && <strong>{`${grouped(ahead)} pesanan di depanmu. `}</strong>}
        <span>{`Biasanya siap ${minutes} setelah dipesan.`}</span>
      </span>
    </p>
  );
}

/** The steps that an order takes, and the place of its own; none for one that does not go on, or of an unknown status. */
function stepsAt(order: PlacedOrder) {
  const { status, delivery_courier: handover = '' } = order;
  const payment = paymentOf(order);
  const isPaid = payment === 'paid' || (payment === 'due' && status === 'waiting_payment');
  const steps = stepsOf(status, { byCourier: handoverOf(handover)?.kind === 'courier', isPaid });
  return { steps, current: steps.indexOf(status) };
}

function OrderSteps({ order }: { order: PlacedOrder }) {
  const { steps, current } = stepsAt(order);
  if (steps.length === 0) return null;

  return (
    <ol aria-label="Perjalanan pesanan" className={`${row.steps} ${style.steps}`}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`${row.step} ${row.face} ${index < current ? row.done : index === current ? row.current : ''}`}
        >
          <span className={row.mark}>{index < current && <Icon name="check" size={14} />}</span>
          <span className={style.name}>{labelOf(step)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The same as a bar, beside the words. */
export function OrderProgress({ order }: { order: PlacedOrder }) {
  const { steps, current } = stepsAt(order);

  return (
    <span aria-hidden="true" className={style.progress}>
      {steps.map((step, index) => (
        <span key={step} className={index <= current ? style.reached : undefined} />
      ))}
    </span>
  );
}

/** Without a connection the status may have changed: when it was known last. */
function LastKnown({ order: { created_at = '' } }: { order: PlacedOrder }) {
  const { data: list } = useAtomValue(ordersAtom.peekAtom);
  const isOld = isCutOff(useAtomValue(connectionAtom)) || list?.isStored;
  const since = Math.max(list?.asOf ?? 0, Date.parse(created_at) || 0);
  if (!isOld || since === 0) return null;

  return <p className="soft small anywhere">{`Keadaan ${asOf(since)}, belum tersambung`}</p>;
}

function Contents({ order, hasTotal }: { order: PlacedOrder; hasTotal: boolean }) {
  const { order_items: lines, totalShopping } = order;

  return (
    <div className="stack gap-1">
      {lines && (
        <ul aria-label="Isi pesanan" className="anywhere">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two products may share a name, and an order's lines never change
            <li key={index}>
              <b className="figure">{`${line.qty} ×`}</b>{' '}
              <span>{line.note ? `${orderedNameOf(line)} “${line.note}”` : orderedNameOf(line)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="soft small anywhere">
        <Destination order={order} />
      </p>
      {hasTotal && (
        <p>
          Total <strong className="figure">{rupiah(totalShopping)}</strong>
        </p>
      )}
    </div>
  );
}

/** Where an order goes. */
export function Destination({ order }: { order: Parameters<typeof destinationOf>[0] }) {
  const [handover, street] = destinationOf(order);

  return (
    <>
      {handover && <span>{street ? `${handover} · ` : handover}</span>}
      {/* A pasted right-to-left character must not reverse the rest of the line. */}
      <bdi>{street}</bdi>
    </>
  );
}

/** How long a message with a consequence is shown, in ms. */
const readingTime = 6_000;

/** Cancels an order at the bundled server, while nothing of it is paid or begun; afterwards the way is WhatsApp (decision W18). */
function WithdrawOrder({ order }: { order: PlacedOrder }) {
  const isOffered = useAtomValue(isEditableAtom);
  const isCut = isCutOff(useAtomValue(connectionAtom));
  const withdraw = useSetAtom(withdrawOrderAtom);
  const [isWorking, setIsWorking] = useState(false);
  if (!isOffered || !order.order_number || !awaitsReady(order)) return null;

  if (!isWithdrawable(order))
    return (
      <p className="soft small">
        <span>Perlu mengubah atau membatalkan?</span>{' '}
        <WhatsAppLink message={`tentang pesanan ${numberOf(order)}: `} className="link tap">
          Hubungi kedai
        </WhatsAppLink>
      </p>
    );

  const cancel = async () => {
    if (isCut) return showMessage('Membatalkan perlu koneksi. Coba lagi setelah tersambung.', { ms: readingTime });
    const answers = { yes: 'Ya, batalkan', no: 'Tidak jadi', isDeletion: true, detail: numberOf(order) };
    if (!(await confirmed('Batalkan pesanan ini?', answers))) return;
    setIsWorking(true);
    const now = await withdraw(order);
    setIsWorking(false);
    showMessage(withdrawalWords(now), { ms: readingTime });
  };

  return (
    <WorkButton className="quiet flush error" onClick={cancel}>
      {isWorking ? 'Membatalkan . . .' : 'Batalkan pesanan'}
    </WorkButton>
  );
}

/** What became of an order that was to be cancelled; undefined: the shop did not say. */
function withdrawalWords(order: PlacedOrder | undefined) {
  if (!order) return 'Kedai belum menjawab, jadi pesanan mungkin belum batal. Coba lagi setelah tersambung.';
  if (order.status !== 'cancelled')
    return isWithdrawable(order)
      ? 'Pesanan belum dibatalkan. Coba lagi, atau hubungi kedai lewat WhatsApp.'
      : `Terlambat: pesanan sudah "${labelOf(order.status)}". Hubungi kedai lewat WhatsApp.`;
  return order.reason === cancelledByCustomer ? 'Pesanan dibatalkan' : `Kedai sudah membatalkannya: ${order.reason}`;
}

/**
 * An order's status in one or two words, and as a machine-readable value; an unknown one is shown as the shop sent it
 * (decision O9). One that is not paid yet says so, because it stands below 'Status Pembayaran'.
 */
export function OrderStatus({ order }: { order: PlacedOrder }) {
  const { status } = order;
  const unpaid = unpaidNoteOf(order);

  return (
    <span>
      <data value={status} className={isOrderStatus(status) ? `${statusStyle.meaning} ${toneOf(order)}` : 'small'}>
        {status === 'waiting_payment' ? paymentNoteOf(order) : labelOf(status)}
      </data>{' '}
      {unpaid && <span className={`${statusStyle.meaning} warn`}>{unpaid}</span>}
    </span>
  );
}

function toneOf(order: PlacedOrder) {
  if (order.status === 'waiting_payment' && isPaymentDue(order)) return 'warn';
  return order.status === 'cancelled' ? 'bad' : 'good';
}

/** 'Pesan lagi': the order's lines into the cart (decision M9). */
export function OrderAgain({
  lines,
  className,
}: {
  lines: NonNullable<PlacedOrder['order_items']>;
  className: string | undefined;
}) {
  const orderAgain = useSetAtom(orderAgainAtom);
  const router = useRouter();

  const order = async () => {
    const { pathname } = router.state.location;
    const outcome = await orderAgain(lines);
    if (!outcome) return showMessage('Menu belum bisa dimuat', { ms: 2_500, detail: 'Periksa koneksi Anda.' });
    const { left, assumed, choosable, isAdded } = outcome;
    const detail = [
      left.length > 0 && `Tidak tersedia: ${left.join(', ')}`,
      assumed.length > 0 && `Dengan pilihan biasa: ${assumed.join(', ')}`,
    ]
      .filter(Boolean)
      .join('. ');
    showMessage(isAdded ? 'Pesanan ini ada di keranjang' : 'Tidak ada yang bisa dipesan lagi', {
      ms: detail ? 6_000 : 2_000,
      ...(detail && { detail }),
      ...(choosable && {
        action: {
          name: 'Pilih lagi',
          run: () => void router.navigate({ to: '/products', search: { produk: choosable }, state: { opened: true } }),
        },
      }),
    });
    // Unless the customer has gone on while the menu was loaded.
    if (isAdded && router.state.location.pathname === pathname) await router.navigate({ to: '/carts' });
  };
  return (
    <WorkButton className={className} onClick={order}>
      <Icon name="refresh" size={20} /> Pesan lagi
    </WorkButton>
  );
}
