import { useNavigate } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { expectSecondTap } from '../../../design/dialog.tsx';
import { showAlert, showMessage } from '../../../design/messages.tsx';
import { knownSession, sessionAtom } from '../../state/account/session.ts';
import { type Addition, addToCartAtom, openCartAtom, wantedProductAtom } from '../../state/cart/cart.ts';
import { reasonNotToAdd } from '../catalogue/availability.ts';
import style from './fly-to-cart.module.css';

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

/** Animates the product's picture from `card` to the cart in the navbar, unless the customer wants less motion. */
export function flyToCart(card: Element | null | undefined) {
  const picture = card?.querySelector<HTMLElement | SVGElement>('img, svg[data-src]');
  const cart = document.querySelector('[data-cart]');
  if (!picture || !cart || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const [from, to] = [picture.getBoundingClientRect(), cart.getBoundingClientRect()];
  const flying = picture.cloneNode(true) as typeof picture;
  flying.setAttribute('class', `${style.flying}`);
  flying.style.cssText = `left:${from.x}px;top:${from.y}px;width:${from.width}px`;
  // A dialog that the card may be is being closed.
  document.body.append(flying);
  const half = from.width / 2;
  const [x, y] = [to.x + to.width / 2 - from.x - half, to.y + to.height / 2 - from.y - half];
  flying.animate(
    {
      transform: [
        'none',
        `translate(${x * 0.45}px, ${y * 0.75}px) scale(0.4)`,
        `translate(${x}px, ${y}px) scale(0.06)`,
      ],
    },
    { duration: 520, easing: 'cubic-bezier(0.4, 0.1, 0.3, 1)' },
  ).onfinish = () => flying.remove();
}

/** Adds from a product's detail, closes it and says so. At a limit it stays open and says why, `offersLogIn` also to a visitor. */
export function useAddAndClose(close: () => void, { offersLogIn = false } = {}) {
  const addToCart = useAddToCart();
  const navigate = useNavigate();
  const session = useAtomValue(sessionAtom);

  return async (product: Addition) => {
    expectSecondTap();
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
