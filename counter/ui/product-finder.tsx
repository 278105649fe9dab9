import { useRef, useState } from 'react';
import { matching, noFilter, ranked } from '#core/catalogue';
import type { Product } from '#core/contract';
import { renditionsOf } from '#core/renditions';
import { Icon } from '../../design/icon.tsx';
import type { Editing } from '../state/api.ts';
import style from './till-view.module.css';

/**
 * Finds products by their words, as customers do, or by their category; with the groups of the menu only by their words. `tools` is what stays in
 * sight above them. What was found is in the order of the categories, or the best first.
 */
export function useProductFinder(products: readonly Product[], part: Editing['part'] = 'products') {
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState('');
  const element = useRef<HTMLDivElement>(null);
  const isSearching = keyword.trim() !== '';
  const categories = [...new Set(products.map(({ category }) => category))];
  const category = categories.includes(chosen) ? chosen : '';
  const sorted = categories.flatMap((one) => products.filter((product) => product.category === one));
  const found = ranked(matching(sorted, isSearching ? { ...noFilter, keyword } : { ...noFilter, category }), keyword);

  /** What is found begins in sight, also where the list was scrolled. */
  function scrollToFirst() {
    const [tools, list] = [element.current, element.current?.nextElementSibling];
    const hidden = (tools?.getBoundingClientRect().bottom ?? 0) - (list?.getBoundingClientRect().top ?? 0);
    if (hidden > 0) tools?.closest('#products, main')?.scrollBy(0, -hidden);
  }

  const tools = (
    <div ref={element} className={`stack gap-2 stuck ${style.tools}`}>
      <label className="row search">
        <Icon name="search" size={20} />
        <input
          type="search"
          aria-label={part === 'products' ? 'Cari produk' : 'Cari pilihan'}
          placeholder="Cari"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={keyword}
          onChange={({ target }) => {
            setKeyword(target.value);
            scrollToFirst();
          }}
        />
      </label>
      {part === 'products' && (
        <fieldset className={`stack gap-1 ${style.categories}`}>
          <legend className="hidden">Kategori</legend>
          {['', ...categories].map((one) => (
            <button
              key={one}
              type="button"
              className={style.chip}
              aria-pressed={one === category}
              onClick={() => {
                setChosen(one);
                scrollToFirst();
              }}
            >
              {one || 'Semua'}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
  return { tools, found, keyword, isSearching };
}

/** The picture of a product, by the name of its file; nothing for a product without one. */
export function ProductPicture({ file, size }: { file: string; size: number }) {
  if (!file) return null;
  return (
    <img
      src={`/api/images/products/${encodeURI(renditionsOf(file)[0]?.file ?? file)}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="thumb"
    />
  );
}
