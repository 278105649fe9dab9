import type { CounterOrder } from '#core/counter';
import style from './card-grid.module.css';
import { OrderCard } from './order-card.tsx';

/** Orders, as many in a row as there is room for; `isDense`: on the board. */
export function CardGrid({ orders, isDense = false }: { orders: readonly CounterOrder[]; isDense?: boolean }) {
  return (
    <ul className={isDense ? `${style.grid} ${style.dense}` : style.grid}>
      {orders.map((order) => (
        <li key={order.order_number} className={style.item}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}
