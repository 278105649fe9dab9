import { useAtomValue, useStore } from 'jotai';
import { newOrdersAtom, touchOrders } from '../state/known-board.ts';
import { chosenColumnAtom } from './board-view.tsx';
import { addressOf } from './location.ts';
import style from './new-orders-button.module.css';

/** Counts the orders that are not touched yet, and leads to them. */
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
    <div role="status">
      {numbers.size > 0 && (
        <button type="button" className={`primary tall ${style.call}`} onClick={show}>
          {`${numbers.size} pesanan masuk`}
        </button>
      )}
    </div>
  );
}
