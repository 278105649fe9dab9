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
  const session = useAtomValue(sessionAtom);

  return async (product: Addition) => {
    refuseSecondTap();
    const isAdded = await addToCart(product);
    if (isAdded) {
      flyToCart(document.querySelector('dialog'));
      const detail = product.choices?.map(({ name }) => name).join('\u00a0· ');
      showMessage(`${product.name} masuk keranjang`, { ms: 2_500, detail });
    }
    // The message that asks a visitor to log in needs the room.
    if (isAdded || !(session || offersLogIn)) close();
  };
}
