import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { hasLine } from '#core/cart';
import { keyOfLine, unitPriceOf, wholeNameOf } from '#core/line';
import { rupiah } from '#core/rupiah';
import { Icon } from '../../../design/icon.tsx';
import { showMessage, useMessage } from '../../../design/messages.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { type Addition, openCartAtom, removeOneAtom, wantedProductAtom } from '../../state/cart/cart.ts';
import { listedProductAtom, menuAtom } from '../../state/catalogue/catalogue.ts';
import { LogInOrSignUp } from '../account/customer-only.tsx';
import { CloseButton } from '../feedback/close-button.tsx';
import { useRenderedPathname } from '../frame/location.ts';
import { useAddToCart } from './add-to-cart.ts';
import style from './wanted-product-message.module.css';

/** The product that a visitor wanted (decision C6): a message leads to the login, and it is put into the cart afterwards. */
export function WantedProduct() {
  const session = useAtomValue(sessionAtom);
  const [product, setProduct] = useAtom(wantedProductAtom);
  const [added, setAdded] = useState<{ product: Addition; shownOn?: string }>();
  const path = useRenderedPathname();
  // Until the customer goes on from the screen to which the login has led.
  if (added && !authScreens.includes(path)) {
    if (added.shownOn === undefined) setAdded({ ...added, shownOn: path });
    else if (added.shownOn !== path) setAdded(undefined);
  }

  const isOffered = session === null && !authScreens.includes(path);
  useMessage(
    'wanted',
    session && !product && added?.shownOn === path ? (
      <Added product={added.product} close={() => setAdded(undefined)} />
    ) : (
      isOffered && product && <Offer product={product} close={() => void setProduct(null)} />
    ),
  );

  return session && product && <Adding product={product} onAdded={() => setAdded({ product })} />;
}

/** Screens that navigate away when they are done. */
const authScreens = ['/account/login', '/account/register'];

function Offer({ product, close }: { product: Addition; close: () => void }) {
  const { name, qty = 1 } = product;

  return (
    <aside aria-label="Tadi Anda memilih" className={style.wanted}>
      <p className="grow">
        <span>Tadi Anda memilih</span> <strong>{name}</strong>
        <span>
          <span>{`${wholeNameOf(product).slice(name.length)}${qty > 1 ? ` ×${qty}` : ''}`}</span>{' '}
          <strong>{rupiah(unitPriceOf(product) * qty)}</strong>
        </span>
      </p>
      <div className={`gap-2 ${style.answers}`}>
        <LogInOrSignUp />
      </div>
      <button type="button" className="icon" aria-label="Tidak jadi" onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** Adds the product once, as the menu lists it now: its price may have changed since, and it may be sold out. */
function Adding({ product, onAdded }: { product: Addition; onAdded: () => void }) {
  const { data: menu, status } = useAtomValue(menuAtom);
  const isKnown = status === 'error' || menu?.isOfToday;
  const setProduct = useSetAtom(wantedProductAtom);
  const addToCart = useAddToCart();
  const store = useStore();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `addToCart` and `onAdded` are new at each rendering
  useEffect(() => {
    if (!isKnown) return;
    void setProduct(null);
    if (hasLine(store.get(openCartAtom), product)) return;
    const now = store.get(listedProductAtom)(product._id);
    if (now === null) showMessage(`${product.name} sudah tidak ada di menu`, { ms: 3_000 });
    // Every tab hears of the login, and does this.
    else void addToCart({ ...product, ...now }, true).then((isAdded) => isAdded && onAdded());
  }, [isKnown, product, setProduct, store]);
  return null;
}

function Added({ product, close }: { product: Addition; close: () => void }) {
  const remove = useSetAtom(removeOneAtom);
  const isInCart = hasLine(useAtomValue(openCartAtom), product);
  if (!isInCart) return null;

  const undo = () => {
    close();
    // The shop may have sent a saved cart with more of it since.
    void remove(keyOfLine(product), product.qty);
  };
  return (
    <aside aria-label="Tadi Anda memilih" className={style.wanted}>
      <p className="grow">
        <strong>{wholeNameOf(product)}</strong> ada di keranjang
      </p>
      <button type="button" className="secondary" onClick={undo}>
        Urungkan
      </button>
      <CloseButton close={close} />
    </aside>
  );
}
