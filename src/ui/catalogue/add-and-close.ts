import { useNavigate } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { refuseSecondTap } from '../../../design/dialog.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import type { Addition } from '../../state/cart/cart.ts';
import { useAddToCart } from '../cart/add-to-cart.ts';
import { flyToCart } from '../cart/fly-to-cart.ts';

/** Adds from a product's detail, closes it and says so. At a limit it stays open and says why, `offersLogIn` also to a visitor. */
export function useAddAndClose(close: () => void, { offersLogIn = false } = {}) {
  const addToCart = useAddToCart();
  const navigate = useNavigate();
  const session = useAtomValue(sessionAtom);

  return async (product: Addition) => {
    refuseSecondTap();
    const isAdded = await addToCart(product);
    if (isAdded) {
      flyToCart(document.querySelector('dialog'));
      const detail = product.choices?.map(({ name }) => name).join('\u00a0· ');
      // A narrow screen has the way to the cart at its lower edge (`CheckoutBar`).
      const action = matchMedia('(min-width: 56.001em)').matches && {
        name: 'Lihat keranjang',
        run: () => void navigate({ to: '/carts' }),
      };
      showMessage(`${product.name} masuk keranjang`, { ms: action ? 5_000 : 2_500, detail, ...(action && { action }) });
    }
    // The message that asks a visitor to log in needs the room.
    if (isAdded || !(session || offersLogIn)) close();
  };
}
