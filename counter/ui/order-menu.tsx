import { useAtom, useAtomValue, useStore } from 'jotai';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { CounterOrder } from '#core/counter';
import { normalised } from '#core/normalised';
import { callNumber, isFinal, otherStatuses } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { stepWord } from '#core/status-words';
import { Icon } from '../../design/icon.tsx';
import { ordersAtom } from '../state/changes.ts';
import { nextStepOf, paymentOf, wayNameOf } from '../state/order.ts';
import { listedOrdersAtom } from '../state/order-list.ts';
import { changeStatus, printTicket } from '../state/send-changes.ts';
import { openedOrderAtom, UnpaidMark } from './order-card.tsx';
import style from './order-menu.module.css';
import { Sheet } from './sheet.tsx';

/** The menu of the order that was opened: its other statuses, its ticket, and cancelling it. */
export function OrderMenu() {
  const [opened, open] = useAtom(openedOrderAtom);
  const orders = useAtomValue(ordersAtom);
  const listed = useAtomValue(listedOrdersAtom);
  const order = [...orders, ...listed].find(({ order_number }) => order_number === opened);
  const isGone = opened !== undefined && !order;
  // An order that comes back later does not open it again.
  useEffect(() => {
    if (isGone) open(undefined);
  }, [isGone, open]);
  if (!order) return null;

  return <Menu key={opened} order={order} close={() => open(undefined)} />;
}

interface MenuProps {
  order: CounterOrder;
  close: () => void;
}

function Menu({ order, close }: MenuProps) {
  const store = useStore();
  const [isCancelling, setIsCancelling] = useState(false);
  const { order_number: number, status, handover, destination, prints } = order;
  const others = otherStatuses(status, handover.byCourier).filter((other) => other !== nextStepOf(order));

  const choice = (text: string, work: () => void, icon?: ReactNode) => (
    <button
      key={text}
      type="button"
      className="secondary tall"
      onClick={() => {
        close();
        work();
      }}
    >
      {icon}
      <span>{text}</span>
    </button>
  );

  return (
    <Sheet
      title={`${isCancelling ? 'Batalkan pesanan' : 'Pesanan'} ${callNumber(order)}${isCancelling ? '?' : ''}`}
      about="order-menu-facts"
      close={close}
    >
      <div id="order-menu-facts">
        <p className="wrap apart flat">
          <span>{[handover.byCourier ? handover.name : destination, order.recipient].filter(Boolean).join(' · ')}</span>
          <strong className="nowrap">{rupiah(order.total)}</strong>
        </p>
        <UnpaidMark order={order} />
      </div>
      {isCancelling ? (
        <CancelOrder order={order} close={close} />
      ) : (
        <div data-key={number} className={`stack gap-2 ${style.choices}`}>
          {others.map((other) => choice(stepWord(other), () => changeStatus(store, order, other)))}
          {choice(
            prints > 0 ? 'Cetak ulang tiket dapur' : 'Cetak tiket dapur',
            () => printTicket(store, order),
            <Icon name="print" />,
          )}
          {!isFinal(status) && (
            <button type="button" className="danger tall" onClick={() => setIsCancelling(true)}>
              {stepWord('cancelled')}
            </button>
          )}
        </div>
      )}
      {handover.byCourier && <p className="anywhere">{destination}</p>}
    </Sheet>
  );
}

/** The reasons that are asked for most. */
const readyReasons = ['Stok habis', 'Permintaan pelanggan', 'Tidak dibayar', 'Kedai sudah tutup'];

/** Cancels an order with a reason, which the customer is told. */
function CancelOrder({ order, close }: MenuProps) {
  const store = useStore();
  const name = useId();
  const [chosen, setChosen] = useState<string>();
  const [own, setOwn] = useState('');
  const reason = normalised(chosen ?? own);

  return (
    <form
      method="post"
      className="stack gap-2"
      onSubmit={() => {
        if (!reason) return;
        close();
        changeStatus(store, order, 'cancelled', reason);
      }}
    >
      {paymentOf(order) === 'paid' && (
        <p className="notice bad bold">{`Sudah dibayar (${wayNameOf(order)}): ${rupiah(order.total)} harus dikembalikan.`}</p>
      )}
      <fieldset className="stack gap-2">
        <legend className="soft">Alasan, yang dibaca pelanggan</legend>
        {readyReasons.map((one) => (
          <label key={one} className={`row control ${style.reason}`}>
            <input type="radio" name={name} checked={chosen === one} onChange={() => setChosen(one)} />
            <span>{one}</span>
          </label>
        ))}
        <label className="stack gap-1">
          <span>Alasan lain</span>
          <input
            className="control"
            maxLength={200}
            value={own}
            autoComplete="off"
            onChange={({ target }) => {
              setChosen(undefined);
              setOwn(target.value);
            }}
          />
        </label>
      </fieldset>
      <button type="submit" className="danger tall" disabled={!reason}>
        Batalkan pesanan
      </button>
    </form>
  );
}
