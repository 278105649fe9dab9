import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { Dialog } from '../../../design/dialog.tsx';
import { Icon } from '../../../design/icon.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { openCartAtom } from '../../state/cart/cart.ts';
import { choicesAtom } from '../../state/catalogue/catalogue.ts';
import { useAddToCart } from '../cart/add-to-cart.ts';
import { flyToCart } from '../cart/fly-to-cart.ts';
import { CloseButton } from '../feedback/close-button.tsx';
import { lazyPart } from '../frame/loaded-part.tsx';
import { piecesOf, reasonNotToAdd } from './availability.ts';
import { Picture } from './picture.tsx';
import style from './product-detail.module.css';
import { Stars } from './stars.tsx';

const OptionForm = lazyPart(async () => (await import('./option-form.tsx')).OptionForm);

/**
 * A product's detail (specification §2); Escape, a tap next to it, and the close icon call `close`. Where it has options it is the form to
 * choose them, once the menu is loaded (decision M7).
 */
export function ProductDetail({ product, close }: { product: Product; close: () => void }) {
  const groups = useAtomValue(choicesAtom)?.options.get(product._id);
  const plain = <Foot product={product} close={close} />;

  return (
    <ProductSheet product={product} close={close}>
      {groups ? <OptionForm fallback={plain} product={product} groups={groups} close={close} /> : plain}
    </ProductSheet>
  );
}

interface ProductSheetProps {
  product: Product;
  close: () => void;
  children: ReactNode;
}

/** A product's picture and words in a dialog, and the `children` below them. */
export function ProductSheet({ product, close, children }: ProductSheetProps) {
  return (
    <Dialog name="#detail-name" className={style.detail} close={close}>
      <div className={style.sheet}>
        <CloseButton className={`icon corner ${style.close}`} close={close} />
        <Picture folder="products" file={product.image_url} alt="" size={480} eager className={style.picture} />
        <div className={style.words}>
          <p className={style.category}>
            {[product.category, ...product.tags.map(({ name }) => name)].filter(Boolean).join('\u00a0· ')}
          </p>
          <h2 id="detail-name" className={style.name}>
            {product.name}
          </h2>
          <Stars count={product.stars} />
          <p className={style.description}>{product.description}</p>
          {children}
        </div>
      </div>
    </Dialog>
  );
}

function Foot({ product, close }: { product: Product; close: () => void }) {
  const addToCart = useAddToCart();
  const session = useAtomValue(sessionAtom);
  const cart = useAtomValue(openCartAtom);
  const reason = reasonNotToAdd(cart, product);
  const inCart = piecesOf(cart, product._id);

  return (
    <div className={style.foot}>
      <p className={style.price}>
        <span>{rupiah(product.price)}</span>
        {/* The navbar's count is below the dialog, where screen readers announce nothing. */}
        <span role="status" id="detail-count" className={style.count}>
          {reason || (inCart > 0 && `${inCart} di keranjang`)}
        </span>
      </p>
      <button
        type="button"
        className="primary"
        aria-disabled={reason !== '' || undefined}
        aria-describedby="detail-count"
        onClick={async ({ currentTarget }) => {
          if (await addToCart(product)) flyToCart(currentTarget.closest('dialog'));
          // The message that asks a visitor to log in needs the room.
          else if (!session) close();
        }}
      >
        <Icon name="add-to-cart" size={20} /> Add to cart
      </button>
    </div>
  );
}
