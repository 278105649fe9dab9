import { useAtomValue, useStore } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '#core/cart';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { expectSecondTap } from '../../design/dialog.tsx';
import { isSendingAtom } from '../state/bell.ts';
import { useListing } from '../state/calls.ts';
import { loadMenu, menuAtom } from '../state/menu.ts';
import { addProduct, optionsAtom } from '../state/till.ts';
import { draftAtom, editDraft } from '../state/till-draft.ts';
import { ListingState } from './listing-state.tsx';
import { leaveOrder, showOrder, useIsOrderShown } from './location.ts';
import { ProductPicture, useProductFinder } from './product-finder.tsx';
import { TillDraft } from './till-draft.tsx';
import style from './till-view.module.css';

/** Takes an order of a guest without a phone (decision W16). */
export function TillView() {
  const listing = useListing(loadMenu, { follows: true });
  const menu = useAtomValue(menuAtom);
  const { key, lines } = useAtomValue(draftAtom);
  const store = useStore();
  // What is changed meanwhile would be neither in this order nor in the next one.
  const isSending = useAtomValue(isSendingAtom);
  const isEmpty = lines.length === 0;
  const shows = useIsOrderShown() && !isEmpty ? 'draft' : 'products';
  const list = useRef<HTMLElement>(null);
  // On a phone one has taken the other's place, and the second tap of two was not meant for it.
  useLayoutEffect(() => {
    if (shows === 'products' || list.current?.offsetParent === null) expectSecondTap();
  }, [shows]);
  useEffect(() => {
    if (isEmpty) leaveOrder();
  }, [isEmpty]);
  function showProducts(selector: string) {
    if (!isEmpty) editDraft(store, { opened: undefined });
    leaveOrder(() => {
      const element = document.querySelector<HTMLElement>(selector);
      element?.focus();
      if (element instanceof HTMLInputElement) element.select();
    });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: of the fields and buttons inside
    <div
      className={style.till}
      data-shows={shows}
      inert={isSending}
      onKeyDown={(event) => {
        const isSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
        if (event.key === 'Enter' && isSearch) {
          // Else the same press also adds it.
          event.preventDefault();
          document.querySelector<HTMLElement>('#products li button')?.focus();
        } else if (event.key === 'Escape' && !isSearch) {
          showProducts('#products input');
        }
      }}
    >
      {/* A new order begins at the top of the list. */}
      <section key={key} ref={list} id="products" tabIndex={-1} aria-label="Pilih produk" className={style.products}>
        <ListingState listing={{ ...listing, data: menu }} />
        {menu && <Products products={menu.products} />}
      </section>
      <TillDraft showProducts={() => showProducts('#products')} />
    </div>
  );
}

function Products({ products }: { products: readonly Product[] }) {
  const { tools, found, isSearching } = useProductFinder(products);

  return (
    <>
      {tools}
      {found.length === 0 && (
        <p className="soft">{isSearching ? 'Tidak ada produk dengan kata itu.' : 'Belum ada produk.'}</p>
      )}
      <ul className={`stack gap-2 ${style.grid}`}>
        {found.map((product) => (
          <li key={product._id}>
            <ProductButton product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProductButton({ product }: { product: Product }) {
  const store = useStore();
  const options = useAtomValue(optionsAtom).get(product._id) ?? [];
  const { lines } = useAtomValue(draftAtom);
  const count = countOf(lines.filter(({ _id }) => _id === product._id));
  const isGone = product.available === false;

  /** Its options come next. */
  function addAndChoose() {
    const isAdded = flushSync(() => {
      const hasRoom = addProduct(store, product);
      if (hasRoom && options.length > 0) showOrder();
      return hasRoom;
    });
    if (!isAdded) return;
    const choice = document.querySelector<HTMLElement>('#lines fieldset button');
    choice?.focus({ preventScroll: true });
    choice?.closest('li')?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <button type="button" className={`wide ${style.product}`} disabled={isGone} onClick={addAndChoose}>
      <span className={`crema ${style.picture}`}>
        <ProductPicture file={product.image_url} size={44} />
      </span>
      <span className={`grow ${style.about}`}>
        <span className="bold anywhere">{product.name}</span>
        <span className="soft small">{isGone ? 'Habis' : rupiah(product.price)}</span>
      </span>
      {count > 0 && <span className={`count text-center ${style.added}`}>{count}</span>}
    </button>
  );
}
