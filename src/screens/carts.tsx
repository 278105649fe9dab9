import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { grouped } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { cartAtom, cartCountAtom, subTotalAtom } from '../state/cart/cart.ts';
import { isAtTableAtom, knownTableAtom } from '../state/checkout/handover.ts';
import { CartLines, EmptyCart, useDeleteFromCart } from '../ui/cart/cart-lines.tsx';
import { CheckoutColumns, CheckoutFrame, OrderSummary } from '../ui/checkout/checkout-frame.tsx';
import { InlineError } from '../ui/feedback/empty-state.tsx';
import { PauseLine } from '../ui/shop/opening.tsx';

export function Screen() {
  return (
    <CheckoutFrame step="Keranjang" title="Keranjang">
      {() => <Cart />}
    </CheckoutFrame>
  );
}

function Cart() {
  const cart = useAtomValue(cartAtom);

  if (cart.length === 0) return <EmptyCart />;

  return (
    <CheckoutColumns summary={<CartSummary />}>
      <CartLines />
    </CheckoutColumns>
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
