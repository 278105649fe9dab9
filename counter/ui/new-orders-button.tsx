import { useAtomValue, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { callNumber } from '#core/order-steps';
import { newOrdersAtom, touchOrders } from '../state/board.ts';
import { ordersAtom } from '../state/changes.ts';
import { chosenColumnAtom } from './board-view.tsx';
import { addressOf } from './location.ts';
import style from './new-orders-button.module.css';

/** Counts the orders that are not touched yet, leads to them, and says each one to a screen reader. */
export function NewOrders() {
  const store = useStore();
  const numbers = useAtomValue(newOrdersAtom);
  const [first] = numbers;

  const show = () => {
    touchOrders(store, numbers);
    store.set(chosenColumnAtom, 'waiting_payment');
    location.hash = addressOf('');
    requestAnimationFrame(() => {
      const cards = [...document.querySelectorAll<HTMLElement>('article[data-key]')];
      cards.find(({ dataset }) => dataset.key === first)?.scrollIntoView({ block: 'nearest' });
    });
  };

  return (
    <>
      <Announcement />
      {numbers.size > 0 && (
        <button type="button" className={`primary tall ${style.call}`} onClick={show}>
          {`${numbers.size} pesanan masuk`}
        </button>
      )}
    </>
  );
}

function Announcement() {
  const numbers = useAtomValue(newOrdersAtom);
  const orders = useAtomValue(ordersAtom);
  const said = useRef<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');

  useEffect(() => {
    const arrived = orders.filter(({ order_number }) => numbers.has(order_number) && !said.current.has(order_number));
    said.current = numbers;
    if (arrived.length === 0) return;
    const names = arrived.map((order) =>
      [callNumber(order), order.handover.byCourier ? order.handover.name : order.destination].join(', '),
    );
    setText(`Pesanan masuk: ${names.join('; ')}`);
  }, [numbers, orders]);

  return (
    <p role="status" className="hidden">
      {text}
    </p>
  );
}
