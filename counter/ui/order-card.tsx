import { useAtomValue, useStore } from 'jotai';
import { type MouseEvent, memo } from 'react';
import type { CounterOrder } from '#core/counter';
import { callNumber, isFinal, isPastPayment, isUnderWay, shortNumber } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { wordOf } from '#core/status-words';
import { isSecondTap } from '../../design/double-tap.ts';
import { Icon } from '../../design/icon.tsx';
import { pendingNumbersAtom } from '../state/changes.ts';
import { useDerived } from '../state/derived.ts';
import { isUnheardAtom } from '../state/live.ts';
import { newOrdersAtom, touchOrders } from '../state/new-orders.ts';
import { nextStepOf } from '../state/next-step.ts';
import { openedOrderAtom } from '../state/opened-order.ts';
import { isRefundDue, otherWayOf, paymentOf, wayNameOf } from '../state/payment.ts';
import { changeStatus, markLineMade, notePayment, noteRefund } from '../state/send-changes.ts';
import { stepWords } from '../state/words.ts';
import { Age, Moment } from './age.tsx';
import { LineText } from './line-text.tsx';
import style from './order-card.module.css';

/** An order on the board. Rendered again only when it changes: a board may have 500 of them. */
export const OrderCard = memo(function OrderCard({ order }: { order: CounterOrder }) {
  const store = useStore();
  const { order_number: number, status, recipient, handover, destination, phone, lines } = order;
  const isNew = useDerived((get) => get(newOrdersAtom).has(number), [number]);
  const id = `order-${number}`;
  const touch = () => touchOrders(store, [number]);

  return (
    <article
      aria-labelledby={id}
      data-key={number}
      className={isNew ? `${style.card} ${style.isNew}` : style.card}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      <header className="row wrap gap-2">
        <h3 id={id} className={style.number}>
          {callNumber(order)}
          {order.queue_number !== undefined && <small className={style.short}>{` ${shortNumber(number)}`}</small>}
        </h3>
        <div className={style.who}>
          <p className={style.destination}>{handover.byCourier ? handover.name : destination}</p>
          {recipient && <p className={style.recipient}>{recipient}</p>}
        </div>
        <StatusMark order={order} />
        {!isFinal(status) && <Age since={order.created_at} />}
      </header>
      {handover.byCourier && <p className={style.address}>{destination}</p>}
      {phone && (
        <p className={style.phone}>
          {/\d/.test(phone) ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : <span>{phone}</span>}
        </p>
      )}
      <ul aria-label="Isi pesanan" className={style.lines}>
        {lines.map((line, at) => (
          <li key={line.product}>
            {isUnderWay(status) && status !== 'ready' && status !== 'delivering' ? (
              <button
                type="button"
                aria-pressed={line.struck}
                className={style.line}
                onClick={once(() => markLineMade(store, order, at))}
              >
                <LineText line={line} />
              </button>
            ) : (
              <p className={style.line}>
                <LineText line={line} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {order.reason && <p className="error small anywhere">{order.reason}</p>}
      <div className={style.sum}>
        <strong>{rupiah(order.total)}</strong>
        <Way order={order} />
        <UnpaidMark order={order} />
      </div>
      <Steps order={order} />
    </article>
  );
});

/** Does it at the first of two quick taps. */
const once =
  (work: () => void) =>
  ({ nativeEvent }: MouseEvent) => {
    if (!isSecondTap(nativeEvent)) work();
  };

/** What the column does not say: on its way, finished, unknown, or not yet with the shop. */
function StatusMark({ order }: { order: CounterOrder }) {
  const { order_number, status } = order;
  const isUnsent = useDerived((get) => get(pendingNumbersAtom).has(order_number), [order_number]);
  const isKnown = wordOf(status) !== status;

  return (
    <>
      {(status === 'delivering' || isFinal(status) || !isKnown) && (
        <p className={status === 'cancelled' ? 'pill bad anywhere' : 'pill good anywhere'}>
          <data value={status}>{wordOf(status)}</data>
          {isFinal(status) && <Moment at={order.changed_at} />}
        </p>
      )}
      {isUnsent && <span className={style.pending}>Belum terkirim</span>}
    </>
  );
}

/** What an order's money needs: to be paid, which is late once it is begun, or to be paid back. */
export function UnpaidMark({ order }: { order: CounterOrder }) {
  const payment = paymentOf(order);
  if (payment === 'refund' && order.refunded) return <span className="pill good">Sudah dikembalikan</span>;
  if (payment === 'refund') return <span className={`pill ${style.unpaid}`}>Harus dikembalikan</span>;
  const tone = isPastPayment(order.status) ? style.unpaid : 'warn';
  return payment === 'due' && <span className={`pill ${tone}`}>Belum dibayar</span>;
}

/** How an order is paid, or is to be: of one that is paid a tap changes it. */
function Way({ order }: { order: CounterOrder }) {
  const store = useStore();
  const name = wayNameOf(order);
  const other = paymentOf(order) === 'paid' ? otherWayOf(order) : undefined;
  if (!other) return <span>{order.total === 0 ? 'Gratis' : name}</span>;

  return (
    <button
      type="button"
      aria-label={`Dibayar dengan ${name}. Ganti ke ${other.name}`}
      className={style.way}
      onClick={once(() => notePayment(store, order, other))}
    >
      <Icon name="check" size={16} />
      <span>{name}</span>
      <Icon name="edit" size={16} />
    </button>
  );
}

function Steps({ order }: { order: CounterOrder }) {
  const store = useStore();
  const { order_number: number, status } = order;
  const next = nextStepOf(order);
  const later = useAtomValue(isUnheardAtom) && <small aria-hidden="true">dikirim nanti</small>;

  return (
    <div className={style.steps}>
      {paymentOf(order) === 'due' && isPastPayment(status) && (
        <button
          type="button"
          aria-describedby={`order-${number}`}
          className={`secondary ${style.pay}`}
          onClick={once(() => notePayment(store, order, undefined))}
        >
          {stepWords.paid}
          {later}
        </button>
      )}
      {isRefundDue(order) && (
        <button
          type="button"
          aria-describedby={`order-${number}`}
          className={`secondary ${style.pay}`}
          onClick={once(() => noteRefund(store, order))}
        >
          Sudah dikembalikan
          {later}
        </button>
      )}
      {next && (
        <button
          data-main
          type="button"
          aria-describedby={`order-${number}`}
          className={`primary ${style.step}`}
          onKeyDown={(event) => {
            // A key that is held down presses once.
            if (event.repeat) event.preventDefault();
          }}
          onClick={once(() => changeStatus(store, order, next))}
        >
          {stepWords[next]}
          {later}
        </button>
      )}
      <button
        type="button"
        aria-label={`Lainnya untuk ${callNumber(order)}`}
        aria-haspopup="dialog"
        className={`secondary ${style.more}`}
        onClick={() => store.set(openedOrderAtom, number)}
      >
        •••
      </button>
    </div>
  );
}
