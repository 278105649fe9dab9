import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { isCartAwaitedAtom } from '../../state/cart/cart.ts';
import { EmptyState } from '../feedback/empty-state.tsx';

/** The screen of an empty cart, with the reason and a link to the menu (specification §2, decision O11). */
export function EmptyCart({ title = 'Cart is empty' }: { title?: string }) {
  const said = useAtomValue(isCartAwaitedAtom)
    ? { title: 'Memuat keranjang . . .' }
    : { title, text: "Let's go shopping first", lang: 'en' as const };

  return (
    <EmptyState picture="empty-cart" {...said}>
      <Link to="/products" className="primary" lang="en">
        Go Products
      </Link>
    </EmptyState>
  );
}
