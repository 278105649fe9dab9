import { Link } from '@tanstack/react-router';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import type { PlacedOrder as Order } from '#core/contract';
import { ordersAtom } from '../../state/account/private-lists.ts';
import { cartAtom } from '../../state/cart/cart.ts';
import { lastOrderAtom, openedOrderAtom } from '../../state/checkout/last-order.ts';
import { dismissOrderAtom } from '../../state/checkout/outbox.ts';
import { useDeleteFromCart } from '../cart/delete-from-cart.ts';
import button from '../design/button.module.css';
import { Icon } from '../design/icon.tsx';
import { Illustration } from '../design/illustration.tsx';
import { OrderStatus } from './order-status.tsx';
import style from './placed-order.module.css';
import { WayToPay } from './way-to-pay.tsx';

/**
 * The card of the order that was accepted last (decision C5): its number, how to pay it, and the cart it leaves behind.
 * When it was not placed in this tab it is one line over the page, which moves nothing under a finger; a tap opens it.
 */
export function PlacedOrder() {
  const last = useAtomValue(lastOrderAtom);
  return last && <LastOrder {...last} />;
}

function LastOrder({ id, order }: { id: string; order: Order }) {
  const [opened, open] = useAtom(openedOrderAtom);
  const dismiss = useSetAtom(dismissOrderAtom);
  // Loads the list, and with it the order's status (`outboxOrdersAtom`).
  useAtomValue(ordersAtom);
  // Paid, perhaps, or cancelled: then it is not to be paid any more.
  const news = order.status !== 'waiting_payment' && <OrderStatus order={order} />;
  const isWhole = id === opened;
  const look = () => {
    open(id);
    scrollTo({ top: 0 });
  };

  return (
    <section aria-labelledby="placed-order" className={isWhole ? style.placed : style.line}>
      {isWhole && <Illustration name="order-placed" width={320} height={240} className={style.picture} />}
      <div className={style.words}>
        <h2 id="placed-order">
          {order.order_number ? (
            <span>
              Pesanan <span className={style.number}>{order.order_number}</span> <span>{!news && 'diterima toko'}</span>
            </span>
          ) : (
            'Pesanan diterima toko, nomor menyusul'
          )}
        </h2>
        {news}
        {isWhole ? (
          <HowToGoOn order={order} isDue={!news} />
        ) : (
          !news && (
            <button type="button" className={button.secondary} onClick={look}>
              Cara bayar
            </button>
          )
        )}
      </div>
      <button
        type="button"
        className={`${button.icon} ${style.close}`}
        aria-label="Tutup"
        onClick={() => void dismiss(id)}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}

function HowToGoOn({ order, isDue }: { order: Order; isDue: boolean }) {
  const cart = useAtomValue(cartAtom);
  const { deleteAll } = useDeleteFromCart();

  return (
    <>
      {isDue && <WayToPay order={order} />}
      <div className={style.next}>
        <Link to="/account/order-list" className={button.quiet}>
          Lihat pesanan Anda
        </Link>
        {cart.length > 0 && (
          <button type="button" className={button.quiet} onClick={() => void deleteAll()}>
            <Icon name="trash" size={18} /> Kosongkan keranjang
          </button>
        )}
      </div>
    </>
  );
}
