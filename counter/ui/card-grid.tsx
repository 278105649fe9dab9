import type { CounterOrder } from '#core/counter';
import style from './card-grid.module.css';
import { OrderCard } from './order-card.tsx';

/** Orders beside the board, as many in a row as there is room for. */
export function CardGrid({ orders }: { orders: readonly CounterOrder[] }) {
  return (
    <ul className={style.grid}>
      {orders.map((order) => (
        <li key={order.order_number} className={style.item}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}
