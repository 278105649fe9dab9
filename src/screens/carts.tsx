import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import type { CartItem } from '#core/contract';
import { keyOfLine, unitPriceOf } from '#core/line';
import { grouped, rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { cartAtom, cartCountAtom, subTotalAtom } from '../state/cart/cart.ts';
import { isAtTableAtom, knownTableAtom } from '../state/checkout/handover.ts';
import { CustomerOnly } from '../ui/account/customer-only.tsx';
import { useDeleteFromCart } from '../ui/cart/delete-from-cart.ts';
import { EmptyCart } from '../ui/cart/empty-cart.tsx';
import { ChangeLineButton, Chosen, lineNameOf } from '../ui/cart/line-choices.tsx';
import { OrderedMark } from '../ui/cart/ordered-mark.tsx';
import { Quantity } from '../ui/cart/quantity.tsx';
import { Rolling } from '../ui/cart/rolling.tsx';
import { Picture } from '../ui/catalogue/picture.tsx';
import { CheckoutColumns, CheckoutFrame } from '../ui/checkout/checkout-frame.tsx';
import { OrderSummary } from '../ui/checkout/order-summary.tsx';
import { InlineError } from '../ui/feedback/inline-error.tsx';
import { PauseLine } from '../ui/shop/pause-line.tsx';
import style from './carts.module.css';

export function Screen() {
  return (
    <CheckoutFrame step="Keranjang" title="Keranjang">
      <CustomerOnly>{() => <Cart />}</CustomerOnly>
    </CheckoutFrame>
  );
}

function Cart() {
  const cart = useAtomValue(cartAtom);

  if (cart.length === 0) return <EmptyCart />;

  return (
    <CheckoutColumns summary={<CartSummary />}>
      <ul aria-label="Isi keranjang" className={style.items}>
        {cart.map((item) => (
          <CartLine key={keyOfLine(item)} item={item} />
        ))}
      </ul>
    </CheckoutColumns>
  );
}

function CartLine({ item }: { item: CartItem }) {
  const { deleteItem } = useDeleteFromCart();

  return (
    <li className={style.line} aria-label={lineNameOf(item)}>
      <Picture folder="products" file={item.image_url} alt="" size={96} eager className={style.image} />
      <div className={style.words}>
        <h2 className={style.name}>{item.name}</h2>
        <Chosen item={item} />
        <div className="row wrap">
          <p className="soft figure">{rupiah(unitPriceOf(item))}</p>
          <ChangeLineButton item={item} />
        </div>
        <OrderedMark />
      </div>
      <div className={style.amount}>
        <Quantity item={item} />
        <p className={style.lineTotal}>
          <Rolling value={unitPriceOf(item) * item.qty} format={rupiah} />
        </p>
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
  );
}

function CartSummary() {
  const isSoldOut = useAtomValue(cartAtom).some(({ available }) => available === false);
  const count = useAtomValue(cartCountAtom);
  const total = useAtomValue(subTotalAtom);
  const isAtTable = useAtomValue(isAtTableAtom);
  const table = useAtomValue(knownTableAtom);
  const { deleteAll, deleteSoldOut } = useDeleteFromCart();
  const next = isAtTable ? `Kami antar ke meja ${table}.` : 'Ongkos kirim dihitung di langkah berikutnya.';

  return (
    <OrderSummary
      total={total}
      totalName="Total"
      action={
        <Link to={isAtTable ? '/carts/payment' : '/carts/delivery'} className="primary" lang="en">
          Checkout
        </Link>
      }
    >
      <PauseLine />
      <p className="soft">{`${grouped(count)} barang di keranjang. ${next}`}</p>
      {isSoldOut && (
        <InlineError isAnnounced={false}>
          <span>Total ini masih termasuk yang habis.</span>{' '}
          <button type="button" className="quiet" onClick={() => void deleteSoldOut()}>
            Hapus yang habis
          </button>
        </InlineError>
      )}
      <button type="button" className="quiet flush error hover-bad" lang="en" onClick={() => void deleteAll()}>
        <Icon name="trash" size={18} /> Delete All
      </button>
    </OrderSummary>
  );
}
