import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { keyOfLine, unitPriceOf } from '#core/line';
import { grouped, rupiah } from '#core/rupiah';
import { Icon } from '../../../design/icon.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { cartAtom, cartCountAtom, subTotalAtom } from '../../state/cart/cart.ts';
import { checkoutPathAtom } from '../../state/checkout/handover.ts';
import { LogInPrompt } from '../account/customer-only.tsx';
import { Picture } from '../catalogue/picture.tsx';
import { PauseLine } from '../shop/pause-line.tsx';
import style from './cart-panel.module.css';
import { useDeleteFromCart } from './delete-from-cart.ts';
import { EmptyCart } from './empty-cart.tsx';
import { ChangeLineButton, Chosen, lineNameOf } from './line-choices.tsx';
import { OrderedMark } from './ordered-mark.tsx';
import { Quantity } from './quantity.tsx';
import { Rolling } from './rolling.tsx';

export function CartPanelContent({ close }: { close: () => void }) {
  const session = useAtomValue(sessionAtom);
  const cart = useAtomValue(cartAtom);
  const count = useAtomValue(cartCountAtom);
  const total = useAtomValue(subTotalAtom);
  const path = useAtomValue(checkoutPathAtom);
  const { deleteItem, deleteAll } = useDeleteFromCart();

  if (!session) return <LogInPrompt onLeave={close} />;
  if (cart.length === 0) return <EmptyCart title="Cart is Empty" onLeave={close} />;

  return (
    <>
      <h2 className={style.title}>
        Keranjang <span className="count small">{grouped(count)}</span>
      </h2>
      <ul className={style.items}>
        {cart.map((item) => (
          <li key={keyOfLine(item)} className={style.item}>
            <Picture folder="products" file={item.image_url} alt="" size={64} className="thumb" />
            <div className="stack gap-1">
              <p className={style.name}>{item.name}</p>
              <Chosen item={item} />
              <div className="row">
                <p className="soft small">{rupiah(unitPriceOf(item))}</p>
                <ChangeLineButton item={item} />
              </div>
              <OrderedMark />
              <div className={style.amount}>
                <Quantity item={item} />
                <p className={style.lineTotal}>
                  <Rolling value={unitPriceOf(item) * item.qty} format={rupiah} />
                </p>
              </div>
            </div>
            <button
              type="button"
              className={`icon hover-bad ${style.delete}`}
              aria-label={`Hapus ${lineNameOf(item)}`}
              onClick={() => void deleteItem(item)}
            >
              <Icon name="trash" size={20} />
            </button>
          </li>
        ))}
      </ul>
      <div className={style.foot}>
        <PauseLine />
        <p className={style.total}>
          <span>Total</span>{' '}
          <strong>
            <Rolling value={total} format={rupiah} />
          </strong>
        </p>
        <div className={style.actions}>
          <button type="button" lang="en" className="danger" onClick={() => void deleteAll()}>
            Delete All
          </button>
          <Link to={path} activeOptions={{ exact: true }} lang="en" className="primary" onClick={close}>
            Checkout
          </Link>
        </div>
      </div>
    </>
  );
}
