import { useAtomValue, useStore } from 'jotai';
import { useCallback, useId, useRef, useState } from 'react';
import { matching, noFilter, ranked } from '#core/catalogue';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { useListing } from '../state/listing.ts';
import { loadMenu, markProduct, menuAtom } from '../state/menu.ts';
import { ListingState } from './listing-state.tsx';
import style from './menu-view.module.css';
import view from './view.module.css';

/** The menu, in which a product is marked as sold out or available again (decision W8). */
export function MenuView() {
  const store = useStore();
  const load = useCallback((token: string) => loadMenu(store, token), [store]);
  const listing = useListing(load, { follows: true });
  const menu = useAtomValue(menuAtom);
  const [keyword, setKeyword] = useState('');
  const found = ranked(matching(menu?.products ?? [], { ...noFilter, keyword }), keyword);

  return (
    <div className={view.view}>
      <h1>Menu</h1>
      <label className="search">
        <Icon name="search" size={20} />
        <input
          type="search"
          aria-label="Cari produk"
          placeholder="Cari kopi, roti, rasa…"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </label>
      <ListingState listing={{ ...listing, data: menu }} />
      {menu && found.length === 0 && <p className="soft">Tidak ada produk dengan kata itu.</p>}
      <ul className="stack gap-2">
        {found.map((product) => (
          <ProductRow key={product._id} product={product} />
        ))}
      </ul>
    </div>
  );
}

function ProductRow({ product }: { product: Product }) {
  const store = useStore();
  const nameId = useId();
  /** What was pressed last, until the shop has answered. */
  const [chosen, setChosen] = useState<boolean>();
  const presses = useRef(0);
  const [hasFailed, setHasFailed] = useState(false);
  const isAvailable = chosen ?? product.available !== false;

  // Sent although it may be so already: another counter, or the owner, may have changed it meanwhile.
  async function mark(available: boolean) {
    const press = ++presses.current;
    setChosen(available);
    setHasFailed(false);
    const isDone = await markProduct(store, product._id, available).then(
      () => true,
      () => false,
    );
    if (press !== presses.current) return;
    setChosen(undefined);
    setHasFailed(!isDone);
  }

  return (
    <li className={style.product}>
      <div className={style.about}>
        <p id={nameId} className="bold anywhere">
          {product.name}
        </p>
        <p className="soft">
          <span>{rupiah(product.price)}</span>
          {chosen !== undefined && <span className={style.unsent}>Belum terkirim</span>}
        </p>
        {hasFailed && (
          <p role="alert" className="error small">
            Belum tersimpan. Coba lagi.
          </p>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
      <div role="group" aria-labelledby={nameId} className={style.choice}>
        <button type="button" aria-pressed={isAvailable} onClick={() => void mark(true)}>
          Ada
        </button>
        <button type="button" aria-pressed={!isAvailable} className={style.soldOut} onClick={() => void mark(false)}>
          Habis
        </button>
      </div>
    </li>
  );
}
