import { useSetAtom, useStore } from 'jotai';
import { showAlert, showMessage } from '../../../design/messages.tsx';
import { knownSession, sessionAtom } from '../../state/account/session.ts';
import { type Addition, addToCartAtom, openCartAtom } from '../../state/cart/cart.ts';
import { wantedProductAtom } from '../../state/cart/wanted-product.ts';
import { reasonNotToAdd } from '../catalogue/availability.ts';

/** Adds one of a product (`once`: as `addToCartAtom`); a visitor is asked to log in first, and has it in the cart afterwards (decision C6). */
export function useAddToCart() {
  const store = useStore();
  const addToCart = useSetAtom(addToCartAtom);

  return async (product: Addition, once?: boolean): Promise<boolean> => {
    const session = await knownSession(store);
    const reason = reasonNotToAdd(store.get(openCartAtom), product);
    if (reason) {
      showMessage(reason, { ms: 2_000 });
      return false;
    }
    if (!session) {
      void store.set(wantedProductAtom, product);
      showAlert('Something gone wrong! Please Log In first!', {
        ms: 2_000,
        image: '/pictures/log-in-first.svg',
        lang: 'en',
        urgent: true,
      });
      return false;
    }
    await addToCart(product, once);
    // The browser has deleted the site's data, and the session with it.
    if (!store.get(sessionAtom)) {
      void store.set(wantedProductAtom, product);
      return false;
    }
    return true;
  };
}
