import { useStore } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { matching, noFilter, ranked } from '#core/catalogue';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { getProducts } from '../state/api.ts';
import { markProduct } from '../state/availability.ts';
import { useListing } from '../state/listing.ts';
import { ListingState } from './listing-state.tsx';
import style from './menu-view.module.css';
import view from './view.module.css';

/** The menu, in which a product is marked as sold out or available again (decision W8). */
export function MenuView() {
  const listing = useListing(getProducts);
  const [keyword, setKeyword] = useState('');
  const found = ranked(matching(listing.data ?? [], { ...noFilter, keyword }), keyword);

  return (
    <div className={view.view}>
      <h1>Menu</h1>
      <label className={style.search}>
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
      <ListingState listing={listing} />
      {listing.data && found.length === 0 && <p className={view.soft}>Tidak ada produk dengan kata itu.</p>}
      <ul className={style.products}>
        {found.map((product) => (
          <ProductRow key={product._id} product={product} reload={listing.reload} />
        ))}
      </ul>
    </div>
  );
}

function ProductRow({ product, reload }: { product: Product; reload: () => void }) {
  const store = useStore();
  const nameId = useId();
  /** What was pressed, until the shop lists it. */
  const [chosen, setChosen] = useState<boolean>();
  const [hasFailed, setHasFailed] = useState(false);
  const isAvailable = chosen ?? product.available !== false;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a product that was listed again is the event
  useEffect(() => setChosen(undefined), [product]);

  async function mark(available: boolean) {
    if (available === isAvailable) return;
    setChosen(available);
    setHasFailed(false);
    try {
      await markProduct(store, product._id, available);
    } catch {
      setChosen(undefined);
      setHasFailed(true);
    }
    reload();
  }

  return (
    <li className={style.product}>
      <div className={style.about}>
        <p id={nameId} className={style.name}>
          {product.name}
        </p>
        <p className={view.soft}>{rupiah(product.price)}</p>
        {hasFailed && (
          <p role="alert" className={style.failure}>
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
