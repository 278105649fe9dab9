import { useAtom, useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import { rupiah } from '#core/rupiah';
import { sessionAtom } from '../../state/account/session.ts';
import { wantedProductAtom } from '../../state/cart/wanted-product.ts';
import { listedProductAtom } from '../../state/catalogue/catalogue.ts';
import { Picture } from '../catalogue/picture.tsx';
import button from '../design/button.module.css';
import { showToast } from '../feedback/toasts.tsx';
import { useRenderedPathname } from '../frame/location.ts';
import { useAddToCart } from './add-to-cart.ts';
import style from './wanted-product.module.css';

/** Offers the product that a visitor wanted right after the login, on any screen (decision C6). */
export function WantedProduct() {
  const session = useAtomValue(sessionAtom);
  const path = useRenderedPathname();
  const [opened] = useState(path);
  const [isLedOn, setLedOn] = useState(false);
  if (!isLedOn && path !== opened) setLedOn(true);
  const [product, setProduct] = useAtom(wantedProductAtom);
  const addToCart = useAddToCart();
  const store = useStore();

  // Appears only together with a new screen: it would push a shown one down.
  if (!session || !product || !isLedOn || path === '/account/login') return null;

  const add = async () => {
    void setProduct(null);
    // Its price may have changed since, and it may be sold out.
    const now = store.get(listedProductAtom)(product._id);
    if (now === null) void showToast(`${product.name} sudah tidak ada di menu`, { ms: 3_000 });
    else if (await addToCart(now ?? product)) void showToast(`${product.name} ada di keranjang`, { ms: 1_500 });
  };

  return (
    <aside aria-label="Tadi Anda memilih" className={style.wanted}>
      <Picture folder="products" file={product.image_url} alt="" size={72} eager className={style.picture} />
      <p className={style.words}>
        Tadi Anda memilih <strong className={style.name}>{product.name}</strong>
        <span className={style.price}>{rupiah(product.price)}</span>
      </p>
      <div className={style.answers}>
        <button type="button" className={button.primary} onClick={() => void add()}>
          Tambahkan ke keranjang
        </button>
        <button type="button" className={button.quiet} onClick={() => void setProduct(null)}>
          Tidak jadi
        </button>
      </div>
    </aside>
  );
}
