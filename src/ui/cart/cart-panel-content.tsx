import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { grouped, rupiah } from '#core/rupiah';
import { sessionAtom } from '../../state/account/session.ts';
import { cartAtom, cartCountAtom, subTotalAtom } from '../../state/cart/cart.ts';
import { checkoutPathAtom } from '../../state/checkout/handover.ts';
import { LogInPrompt } from '../account/customer-only.tsx';
import { PauseLine } from '../shop/opening.tsx';
import { CartLines, EmptyCart, useDeleteFromCart } from './cart-lines.tsx';
import style from './cart-panel.module.css';
import { Rolling } from './rolling.tsx';

export function CartPanelContent() {
  const session = useAtomValue(sessionAtom);
  const cart = useAtomValue(cartAtom);
  const count = useAtomValue(cartCountAtom);
  const total = useAtomValue(subTotalAtom);
  const path = useAtomValue(checkoutPathAtom);
  const { deleteAll } = useDeleteFromCart();

  if (!session) return <LogInPrompt />;
  if (cart.length === 0) return <EmptyCart title="Cart is Empty" />;

  return (
    <>
      <h2 className={style.title}>
        Keranjang <span className="count figure small text-center">{grouped(count)}</span>
      </h2>
      <div className={style.items}>
        <CartLines inPanel />
      </div>
      <div className={style.foot}>
        <PauseLine />
        <p className={`row wrap apart large flat ${style.total}`}>
          <span>Total</span>{' '}
          <strong>
            <Rolling value={total} format={rupiah} />
          </strong>
        </p>
        <div className="wrap buttons">
          <button type="button" lang="en" className="danger" onClick={() => void deleteAll()}>
            Delete All
          </button>
          <Link to={path} activeOptions={{ exact: true }} lang="en" className="primary">
            Checkout
          </Link>
        </div>
      </div>
    </>
  );
}
