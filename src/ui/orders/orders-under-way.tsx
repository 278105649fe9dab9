import { useAtomValue } from 'jotai';
import { ordersAtom } from '../../state/account/private-lists.ts';
import { ordersUnderWayAtom } from '../../state/checkout/orders-under-way.ts';
import { numberOf } from './order-number.ts';
import { OrderWay } from './order-way.tsx';
import style from './orders-under-way.module.css';
import { PushOffer } from './push-offer.tsx';

/** More are only in the order list. */
const maxCards = 5;

/** A card for each order that the shop is still working on, the newest ones; nothing without one. */
export function OrdersUnderWay() {
  // Loads the list: an order of another device is shown, too.
  useAtomValue(ordersAtom);
  const orders = useAtomValue(ordersUnderWayAtom);

  return orders.slice(0, maxCards).map((order, index) => (
    <section
      // An order without a number can only be identified by its position.
      key={order.order_number || index}
      aria-label={`Pesanan ${numberOf(order)}`}
      className={style.order}
    >
      <h2>{`Pesanan ${numberOf(order)}`}</h2>
      <OrderWay order={order} hasTotal />
      {index === 0 && <PushOffer />}
    </section>
  ));
}
