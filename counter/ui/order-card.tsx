import { atom, type Getter, useAtomValue, useStore } from 'jotai';
import { Fragment, type MouseEvent, memo, useMemo } from 'react';
import type { CounterOrder } from '#core/counter';
import { callNumber, isFinal, isPastPayment, shortNumber } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { shop } from '#core/shop';
import { stepWord, wordOf } from '#core/status-words';
import { isSecondTap } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { columnOf, newOrdersAtom, touchOrders } from '../state/board.ts';
import { pendingNumbersAtom } from '../state/changes.ts';
import { shopClockAtom } from '../state/clock.ts';
import { isUnheardAtom } from '../state/live.ts';
import { isRefundDue, nextStepOf, otherWayOf, paymentOf, refundWaysOf, wayNameOf } from '../state/order.ts';
import { changeStatus, markLineMade, notePayment, noteRefund } from '../state/send-changes.ts';
import { LineText } from './line-text.tsx';
import style from './order-card.module.css';
import { ageInWords, timeOf } from './time.ts';

/** The number of the order whose menu is open; also while its card moves to another column. */
export const openedOrderAtom = atom<string>();

/** Orders, as many in a row as there is room for. */
export const CardGrid = ({ orders }: { orders: readonly CounterOrder[] }) => (
  <ul className={`stack gap-2 ${style.grid}`}>
    {orders.map((order) => (
      <li key={order.order_number} className={style.item}>
        <OrderCard order={order} />
      </li>
    ))}
  </ul>
);

/** A value computed from atoms, for one of many components: it is rendered again only when this value changes. */
function useDerived<Value>(compute: (get: Getter) => Value, dependencies: unknown[]): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what `compute` depends on
  return useAtomValue(useMemo(() => atom(compute), dependencies));
}

/** Rendered again only when it changes: a board may have 500 of them. */
const OrderCard = memo(function OrderCard({ order }: { order: CounterOrder }) {
  const store = useStore();
  const { order_number: number, status, recipient, handover, destination, phone, lines } = order;
  const isNew = useDerived((get) => get(newOrdersAtom).has(number), [number]);
  const column = columnOf(status);
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
        <h3 id={id} className={`anywhere ${style.number}`}>
          {callNumber(order)}
          {order.queue_number !== undefined && <small className="soft">{` ${shortNumber(number)}`}</small>}
        </h3>
        <div className={style.who}>
          <p className="large heavy">{handover.byCourier ? handover.name : destination}</p>
          {recipient && <p className={`soft ${style.typed}`}>{recipient}</p>}
        </div>
        <StatusMark order={order} />
        {!isFinal(status) && <Age since={order.created_at} />}
      </header>
      {handover.byCourier && <p className={`small ${style.typed} ${style.address}`}>{destination}</p>}
      {phone && (
        <p className={`taps small ${style.typed} ${style.phone}`}>
          {/\d/.test(phone) ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : <span>{phone}</span>}
        </p>
      )}
      <ul aria-label="Isi pesanan" className={`ruled ${style.lines}`}>
        {lines.map((line, at) => (
          <li key={line.product}>
            {column && column !== 'ready' ? (
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
      <div className="row wrap apart gap-2 flat">
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

  return (
    <>
      {status !== columnOf(status) && (
        <p className={status === 'cancelled' ? 'pill bad anywhere' : 'pill good anywhere'}>
          <data value={status}>{wordOf(status)}</data>
          {isFinal(status) && <Moment at={order.changed_at} />}
        </p>
      )}
      {isUnsent && <span className="pill warn delayed">Belum terkirim</span>}
    </>
  );
}

/** When an order got its last status. */
function Moment({ at }: { at: string }) {
  const words = useDerived((get) => timeOf(Date.parse(at) || 0, get(shopClockAtom)), [at]);

  return <time dateTime={at}>{` ${words}`}</time>;
}

const { amberMinutes, redMinutes } = shop.counter ?? { amberMinutes: 5, redMinutes: 10 };

/** How old an order is, counted from the shop's clock; amber and red when it is late. */
function Age({ since }: { since: string }) {
  const began = Date.parse(since) || 0;
  const minutes = useDerived((get) => Math.max(0, Math.floor((get(shopClockAtom) - began) / 60_000)), [began]);
  const late = minutes >= redMinutes ? 'bad' : minutes >= amberMinutes ? 'warn' : undefined;

  return (
    <time dateTime={since} data-late={late} className={`pill nowrap ${late ?? style.age}`}>
      {ageInWords(minutes)}
    </time>
  );
}

/** What an order's money needs: to be paid, which is late once it is begun, or to be paid back. */
export function UnpaidMark({ order }: { order: CounterOrder }) {
  const payment = paymentOf(order);
  if (payment === 'refund' && order.refunded) return <span className="pill good">Sudah dikembalikan</span>;
  if (payment === 'refund') return <span className="pill alarm">Harus dikembalikan</span>;
  const tone = isPastPayment(order.status) ? 'alarm' : 'warn';
  return payment === 'due' && <span className={`pill ${tone}`}>Belum dibayar</span>;
}

/** How an order is paid, or is to be: of one that is paid a tap changes it. */
function Way({ order }: { order: CounterOrder }) {
  const store = useStore();
  const name = wayNameOf(order);
  const other = paymentOf(order) === 'paid' ? otherWayOf(order) : undefined;
  if (!other) return <span className="soft anywhere">{order.total === 0 ? 'Gratis' : name}</span>;

  return (
    <button
      type="button"
      aria-label={`Dibayar dengan ${name}. Ganti ke ${other.name}`}
      className={`tap gap-1 bold anywhere ok bare ${style.way}`}
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
  const isUnheard = useAtomValue(isUnheardAtom);
  const main = `primary ${style.step}`;
  const pay = `secondary ${style.pay}`;
  const step = (text: string, look: string, work: () => void) => (
    <button
      type="button"
      data-main={look === main || undefined}
      aria-describedby={`order-${number}`}
      className={look}
      onKeyDown={(event) => {
        // A key that is held down presses once.
        if (event.repeat) event.preventDefault();
      }}
      onClick={once(work)}
    >
      <span>{text}</span>
      {isUnheard && <small aria-hidden="true">dikirim nanti</small>}
    </button>
  );

  return (
    <div className={`wrap gap-2 ${style.steps}`}>
      {paymentOf(order) === 'due' &&
        isPastPayment(status) &&
        step(stepWord('paid'), pay, () => notePayment(store, order, undefined))}
      {isRefundDue(order) &&
        refundWaysOf(order).map((way) => (
          <Fragment key={way._id}>
            {step(`Sudah dikembalikan, ${way.name}`, pay, () => noteRefund(store, order, way))}
          </Fragment>
        ))}
      {next && step(stepWord(next), main, () => changeStatus(store, order, next))}
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
