import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { cartTotalOf, countOf } from '#core/cart';
import { grouped, rupiah } from '#core/rupiah';
import { openCartAtom } from '../../state/cart/cart.ts';
import { checkoutPathAtom } from '../../state/checkout/handover.ts';
import style from './checkout-bar.module.css';

/** The way to pay in thumb's reach: what is to be ordered, at the lower edge of a phone; nothing for an empty cart. */
export function CheckoutBar() {
  const cart = useAtomValue(openCartAtom);
  const path = useAtomValue(checkoutPathAtom);
  if (cart.length === 0) return null;

  return (
    <Link to={path} activeOptions={{ exact: true }} className={style.bar}>
      <span>{`${grouped(countOf(cart))} barang · ${rupiah(cartTotalOf(cart))}`}</span>{' '}
      <strong lang="en">Checkout</strong>
    </Link>
  );
}
