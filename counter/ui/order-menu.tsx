import { useAtom, useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import type { CounterOrder } from '#core/counter';
import { callNumber, isUnderWay, otherStatuses } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { ordersAtom } from '../state/changes.ts';
import { nextStepOf } from '../state/next-step.ts';
import { listedOrdersAtom } from '../state/order-list.ts';
import { changeStatus } from '../state/send-changes.ts';
import { printTicket } from '../state/ticket.ts';
import { stepWords } from '../state/words.ts';
import { CancelOrder } from './cancel-order.tsx';
import { openedOrderAtom, UnpaidMark } from './order-card.tsx';
import style from './order-menu.module.css';

/** The menu of the order that was opened: its other statuses, its ticket, and cancelling it. */
export function OrderMenu() {
  const [opened, open] = useAtom(openedOrderAtom);
  const orders = useAtomValue(ordersAtom);
  const listed = useAtomValue(listedOrdersAtom);
  const order = [...orders, ...listed].find(({ order_number }) => order_number === opened);
  if (!order) return null;

  return <Menu key={opened} order={order} close={() => open(undefined)} />;
}

function Menu({ order, close }: { order: CounterOrder; close: () => void }) {
  const store = useStore();
  const [isCancelling, setIsCancelling] = useState(false);
  const { order_number: number, status, handover, destination, prints } = order;
  const others = otherStatuses(status, handover.byCourier).filter((other) => other !== nextStepOf(order));

  return (
    <Dialog name="#order-menu" about="order-menu-facts" close={close}>
      <div data-key={number} className="stack padded">
        <div className="stack gap-1">
          <h2 id="order-menu">
            {isCancelling ? `Batalkan pesanan ${callNumber(order)}?` : `Pesanan ${callNumber(order)}`}
          </h2>
          <div id="order-menu-facts">
            <p className="row apart anywhere">
              <span>
                {[handover.byCourier ? handover.name : destination, order.recipient].filter(Boolean).join(' · ')}
              </span>
              <strong className="nowrap">{rupiah(order.total)}</strong>
            </p>
            <UnpaidMark order={order} />
          </div>
        </div>
        {isCancelling ? (
          <CancelOrder order={order} close={close} />
        ) : (
          <div className={`stack gap-2 ${style.choices}`}>
            {others.map((other) => (
              <button
                key={other}
                type="button"
                className="secondary tall"
                onClick={() => {
                  close();
                  changeStatus(store, order, other);
                }}
              >
                {stepWords[other]}
              </button>
            ))}
            <button
              type="button"
              className="secondary tall"
              onClick={() => {
                close();
                printTicket(store, order);
              }}
            >
              <Icon name="print" />
              <span>{prints > 0 ? 'Cetak ulang tiket dapur' : 'Cetak tiket dapur'}</span>
            </button>
            {isUnderWay(status) && (
              <button type="button" className="danger tall" onClick={() => setIsCancelling(true)}>
                {stepWords.cancelled}
              </button>
            )}
          </div>
        )}
        <button type="button" className="quiet tall" onClick={close}>
          Tutup
        </button>
        {handover.byCourier && <p className="anywhere">{destination}</p>}
      </div>
    </Dialog>
  );
}
