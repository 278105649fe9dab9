import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useState } from 'react';
import { countOf } from '#core/cart';
import { matching, noFilter, ranked } from '#core/catalogue';
import type { Product } from '#core/contract';
import { rupiah } from '#core/rupiah';
import { useListing } from '../state/listing.ts';
import { loadMenu, menuAtom } from '../state/menu.ts';
import { addAtom } from '../state/till.ts';
import { draftAtom } from '../state/till-draft.ts';
import { ListingState } from './listing-state.tsx';
import { SearchField } from './search-field.tsx';
import { TillDraft } from './till-draft.tsx';
import style from './till-view.module.css';

/** Takes an order of a guest without a phone (decision W16). */
export function TillView() {
  const store = useStore();
  const load = useCallback((token: string) => loadMenu(store, token), [store]);
  const listing = useListing(load, { follows: true });
  const menu = useAtomValue(menuAtom);

  return (
    <div className={style.till}>
      <section aria-label="Pilih produk" className={style.products}>
        <ListingState listing={{ ...listing, data: menu }} />
        {menu && <Products products={menu.products} />}
      </section>
      <TillDraft />
    </div>
  );
}

function Products({ products }: { products: readonly Product[] }) {
  const [keyword, setKeyword] = useState('');
  const [category, setCategory] = useState('');
  const categories = [...new Set(products.map((product) => product.category))];
  // By category, as the menu shows them.
  const sorted = categories.flatMap((one) => products.filter((product) => product.category === one));
  const filter = keyword.trim() ? { ...noFilter, keyword } : { ...noFilter, category };

  return (
    <>
      <div className={style.tools}>
        <SearchField keyword={keyword} search={setKeyword} />
        {['', ...categories].map((one) => (
          <button
            key={one}
            type="button"
            className={style.chip}
            aria-pressed={one === category}
            onClick={() => setCategory(one)}
          >
            {one || 'Semua'}
          </button>
        ))}
      </div>
      <ul className={style.grid}>
        {ranked(matching(sorted, filter), keyword).map((product) => (
          <li key={product._id}>
            <ProductButton product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProductButton({ product }: { product: Product }) {
  const add = useSetAtom(addAtom);
  const { lines } = useAtomValue(draftAtom);
  const count = countOf(lines.filter(({ _id }) => _id === product._id));
  const isGone = product.available === false;

  return (
    <button type="button" className={style.product} disabled={isGone} onClick={() => add(product)}>
      <span className="bold anywhere">{product.name}</span>
      <span className="soft small">{isGone ? 'Habis' : rupiah(product.price)}</span>
      {count > 0 && <span className={`count ${style.added}`}>{count}</span>}
    </button>
  );
}
