import { useAtomValue, useSetAtom } from 'jotai';
import { ordersAtom } from '../../state/account/private-lists.ts';
import { closeOrderAtom, ordersUnderWayAtom, ordersWithCardAtom } from '../../state/checkout/orders-under-way.ts';
import { numberOf } from './order-number.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { PushOffer } from './push-offer.tsx';
import { Refund } from './refund.tsx';

/** More are only in the order list. */
const maxCards = 5;

/** A card for each order that the shop is still working on, or has cancelled, the newest ones; nothing without one. */
export function OrdersUnderWay() {
  // Loads the list: an order of another device is shown, too.
  useAtomValue(ordersAtom);
  const orders = useAtomValue(ordersWithCardAtom);
  const close = useSetAtom(closeOrderAtom);

  return orders.slice(0, maxCards).map((order, index) => (
    <section
      // An order without a number can only be identified by its position.
      key={order.order_number || index}
      aria-label={`Pesanan ${numberOf(order)}`}
      className="card stack gap-4 roomy"
    >
      <h2>{`Pesanan ${numberOf(order)}`}</h2>
      <OrderTimeline order={order} hasTotal />
      <Refund order={order} />
      {order.status === 'cancelled' && (
        <button type="button" className="secondary" onClick={() => void close(order)}>
          Tutup
        </button>
      )}
    </section>
  ));
}

/** The offer for the newest of them. Apart from its card, because it arrives later and would move what is below. */
export function NewestOrderOffer() {
  const [newest] = useAtomValue(ordersUnderWayAtom);
  return newest && <PushOffer order={newest} />;
}
