import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { OptionGroup, Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { Dialog } from '../../../design/dialog.tsx';
import { openCartAtom } from '../../state/cart/cart.ts';
import { choicesAtom } from '../../state/catalogue/catalogue.ts';
import { useAddAndClose } from '../cart/add-to-cart.ts';
import { CloseButton } from '../feedback/close-button.tsx';
import { lazyPart } from '../frame/loaded-part.tsx';
import { reasonNotToAdd } from './availability.ts';
import { Picture } from './picture.tsx';
import { Stars } from './product-card.tsx';
import style from './product-detail.module.css';

const OptionForm = lazyPart(async () => (await import('./option-form.tsx')).OptionForm);

/**
 * A product's detail (specification §2); Escape, a tap next to it, and the close icon call `close`. Where it has options it is the form to
 * choose them, once the menu is loaded (decision M7).
 */
export function ProductDetail({ product, close }: { product: Product; close: () => void }) {
  const choices = useAtomValue(choicesAtom);
  const groups = choices?.options.get(product._id);
  const plain = <Foot product={product} close={close} />;

  return (
    <ProductSheet product={product} groups={groups} isBrief={choices && !groups} close={close}>
      {groups ? <OptionForm fallback={plain} product={product} groups={groups} close={close} /> : plain}
    </ProductSheet>
  );
}

interface ProductSheetProps {
  product: Product;
  groups: readonly OptionGroup[] | undefined;
  /** There is nothing to choose. */
  isBrief?: boolean | undefined;
  /** What the customer has chosen already: a phone shows the choices without what describes the product. */
  isChange?: boolean;
  close: () => void;
  children: ReactNode;
}

/** Where a dialog's focus begins: the name is read, and the first choice is the next. React gives an element no such attribute. */
const focusFirst = (heading: Element | null) => heading?.setAttribute('autofocus', '');

/** A product's picture and words in a dialog, and the `children` below them. */
export function ProductSheet({ product, groups, isBrief, isChange = false, close, children }: ProductSheetProps) {
  const picture = <Picture folder="products" file={product.image_url} alt="" size={480} eager />;
  const differences = (groups ?? []).flatMap(({ choices }) => choices.map(({ price }) => price));
  const isFrom = Math.max(...differences) > 0 && Math.min(...differences) >= 0;
  const isWide = (groups ?? []).length > 2;

  return (
    <Dialog name="#detail-name" className={style.detail} close={close}>
      <CloseButton className={`icon ${style.close}`} close={close} />
      <div
        className={`${style.sheet} ${isBrief ? style.brief : ''} ${isChange ? style.change : ''}`}
        data-wide={isWide || undefined}
      >
        {/* Whole, and to both sides its edges. */}
        <div className={style.picture}>
          {picture}
          {picture}
          {picture}
        </div>
        <div className={style.words}>
          <h2 id="detail-name" tabIndex={-1} ref={focusFirst} className={style.name}>
            {groups && <span className={style.small}>{picture}</span>}
            <span>{product.name}</span>
          </h2>
          <div className={`row wrap gap-2 ${style.rating}`}>
            <Stars count={product.stars} />
            <span className={`soft small ${style.count}`}>{product.stars > 0 && `${product.stars}/5`}</span>
            <p className="soft">
              {isFrom && <span>mulai </span>}
              <strong>{rupiah(product.price)}</strong>
            </p>
          </div>
          <p className={style.category}>
            {[product.category, ...product.tags.map(({ name }) => name)].filter(Boolean).join('\u00a0· ')}
          </p>
          <p className={`soft ${style.description}`}>{product.description}</p>
          {children}
        </div>
      </div>
    </Dialog>
  );
}

function Foot({ product, close }: { product: Product; close: () => void }) {
  const add = useAddAndClose(close);
  const reason = reasonNotToAdd(useAtomValue(openCartAtom), product);

  return (
    <div className={style.foot}>
      <p role="status" id="detail-count" className={`soft ${style.reason}`}>
        {reason}
      </p>
      <button
        type="button"
        className={`primary ${style.submit}`}
        aria-disabled={reason !== '' || undefined}
        aria-describedby="detail-count"
        onClick={() => void add(product)}
      >
        Add to cart
        <span className={style.sum} aria-hidden="true">
          {rupiah(product.price)}
        </span>
      </button>
    </div>
  );
}
