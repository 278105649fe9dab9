import { Link } from '@tanstack/react-router';
import { useAtomValue, useSetAtom } from 'jotai';
import { cartAtom } from '../state/cart.ts';
import { lastOrderAtom } from '../state/last-order.ts';
import { dismissAtom } from '../state/outbox.ts';
import button from './button.module.css';
import { useDeleteFromCart } from './delete-from-cart.ts';
import { Icon } from './icon.tsx';
import { Illustration } from './illustration.tsx';
import style from './placed-order.module.css';
import { WayToPay } from './way-to-pay.tsx';

/** What stays of an order that was just placed (decision C5): its number, how to pay it, and the cart it leaves behind. */
export function PlacedOrder() {
  const last = useAtomValue(lastOrderAtom);
  const dismiss = useSetAtom(dismissAtom);
  const cart = useAtomValue(cartAtom);
  const { deleteAll } = useDeleteFromCart();
  if (!last) return null;

  const { id, order } = last;

  return (
    <section aria-labelledby="placed-order" className={style.placed}>
      <Illustration name="order-placed" width={320} height={240} className={style.picture} />
      <div className={style.words}>
        <h2 id="placed-order">
          {order.order_number ? `Pesanan ${order.order_number} diterima toko` : 'Pesanan diterima toko, nomor menyusul'}
        </h2>
        <WayToPay order={order} />
        <div className={style.next}>
          <Link to="/account/order-list" className={button.quiet}>
            Lihat pesanan saya
          </Link>
          {cart.length > 0 && (
            <button type="button" className={button.quiet} onClick={() => void deleteAll()}>
              <Icon name="trash" size={18} /> Kosongkan keranjang
            </button>
          )}
        </div>
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
