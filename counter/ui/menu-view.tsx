import { useAtomValue, useStore } from 'jotai';
import { useCallback, useId, useRef, useState } from 'react';
import { matching, noFilter, ranked } from '#core/catalogue';
import { folded, holdsAll, wordsOf } from '#core/folding';
import { isExhausted } from '#core/options';
import { renditionsOf } from '#core/renditions';
import { differenceOf, rupiah } from '#core/rupiah';
import { useListing } from '../state/listing.ts';
import { loadMenu, markAvailable, menuAtom } from '../state/menu.ts';
import { ListingState } from './listing-state.tsx';
import style from './menu-view.module.css';
import { SearchField } from './search-field.tsx';
import view from './view.module.css';

const parts = ['Produk', 'Pilihan'] as const;
type Part = (typeof parts)[number];

/** The menu, in which a product or a choice of its options is marked as sold out or available again (decisions W8 and M10). */
export function MenuView() {
  const store = useStore();
  const load = useCallback((token: string) => loadMenu(store, token), [store]);
  const listing = useListing(load, { follows: true });
  const menu = useAtomValue(menuAtom);
  const [keyword, setKeyword] = useState('');
  const [part, setPart] = useState<Part>('Produk');
  const found = ranked(matching(menu?.products ?? [], { ...noFilter, keyword }), keyword);
  const groups = (menu?.groups ?? []).flatMap((group) => {
    const choices = group.choices.filter(({ name }) => holdsAll(folded(name), wordsOf(keyword)));
    return choices.length > 0 ? { ...group, choices } : [];
  });
  /** A search ranks what it has found; else the menu's own order is that of its categories. */
  const categories = keyword.trim() ? [''] : [...new Set(found.map(({ category }) => category))];
  const exhausted = menu?.groups.filter(isExhausted) ?? [];
  const shows = (one: Part) => keyword.trim() !== '' || part === one;

  return (
    <div className={view.view}>
      <h1>Menu</h1>
      <SearchField keyword={keyword} search={setKeyword} />
      <ListingState listing={{ ...listing, data: menu }} />
      {menu && menu.groups.length > 0 && keyword.trim() === '' && (
        <fieldset className={`${style.choice} ${style.parts}`}>
          <legend className="hidden">Yang ditampilkan</legend>
          {parts.map((one) => (
            <button key={one} type="button" aria-pressed={part === one} onClick={() => setPart(one)}>
              {one}
            </button>
          ))}
        </fieldset>
      )}
      {menu && found.length + groups.length === 0 && <p className="soft">Tidak ada produk dengan kata itu.</p>}
      {shows('Produk') &&
        categories.map((category) => (
          <section key={category} aria-label={category || 'Produk'} className="stack gap-2">
            {category && <h2>{category}</h2>}
            <ul className={style.products}>
              {found
                .filter((product) => category === '' || product.category === category)
                .map(({ _id, name, price, available, image_url, option_groups = [] }) => (
                  <AvailabilityRow
                    key={_id}
                    kind="products"
                    id={_id}
                    name={name}
                    picture={image_url}
                    available={available}
                    about={[
                      rupiah(price),
                      ...exhausted
                        .filter((group) => option_groups.includes(group._id))
                        .map((group) => `${group.name} habis`),
                    ].join(' · ')}
                  />
                ))}
            </ul>
          </section>
        ))}
      {shows('Pilihan') &&
        groups.map(({ _id, name, choices }) => (
          <section key={_id} aria-label={name} className="stack gap-2">
            <h2>{name}</h2>
            <ul className={style.products}>
              {choices.map((choice) => (
                <AvailabilityRow
                  key={choice._id}
                  kind="choices"
                  id={choice._id}
                  name={choice.name}
                  available={choice.available}
                  about={choice.price === 0 ? '' : differenceOf(choice.price)}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

interface RowProps {
  kind: 'products' | 'choices';
  id: string;
  name: string;
  about: string;
  /** The file of a product's picture. */
  picture?: string;
  available: boolean | undefined;
}

function AvailabilityRow({ kind, id, name, about, picture, available }: RowProps) {
  const store = useStore();
  const nameId = useId();
  /** What was pressed last, until the shop has answered. */
  const [chosen, setChosen] = useState<boolean>();
  const presses = useRef(0);
  const [hasFailed, setHasFailed] = useState(false);
  const isAvailable = chosen ?? available !== false;

  // Sent although it may be so already: another counter, or the owner, may have changed it meanwhile.
  async function mark(toAvailable: boolean) {
    const press = ++presses.current;
    setChosen(toAvailable);
    setHasFailed(false);
    const isDone = await markAvailable(store, kind, id, toAvailable).then(
      () => true,
      () => false,
    );
    if (press !== presses.current) return;
    setChosen(undefined);
    setHasFailed(!isDone);
  }

  return (
    <li className={style.product}>
      {picture && (
        <img
          src={`/api/images/products/${encodeURI(renditionsOf(picture)[0]?.file ?? picture)}`}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="thumb"
        />
      )}
      <div className={style.about}>
        <p id={nameId} className="bold anywhere">
          {name}
        </p>
        <p className="soft">
          <span>{about}</span>
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
