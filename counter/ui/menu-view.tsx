import { useAtom, useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { matching, noFilter, ranked } from '#core/catalogue';
import type { Product } from '#core/contract';
import { folded, holdsAll, wordsOf } from '#core/folding';
import { isExhausted } from '#core/options';
import { differenceOf, rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { useListing } from '../state/listing.ts';
import { loadMenu, markAvailable, menuAtom } from '../state/menu.ts';
import { hasDraft, lastEditedAtom } from '../state/menu-editor.ts';
import { isOwnerAtom } from '../state/session.ts';
import { ListingState } from './listing-state.tsx';
import { type Editing, formAddress, useEditing } from './location.ts';
import { MenuForm } from './menu-form.tsx';
import style from './menu-view.module.css';
import { ProductPicture } from './product-picture.tsx';
import { SearchField } from './search-field.tsx';
import view from './view.module.css';

const parts = ['Produk', 'Pilihan'] as const;
type Part = (typeof parts)[number];

/** The menu, or the form in which an owner edits a part of it (decision W15). */
export function MenuView() {
  const isOwner = useAtomValue(isOwnerAtom);
  const editing = useEditing();
  // What was typed by an owner who is none any more stays.
  return editing && (isOwner || hasDraft(editing.part, editing.id)) ? <MenuForm {...editing} /> : <Menu />;
}

/** The menu, in which a product or a choice of its options is marked as sold out or available again (decisions W8 and M10). */
function Menu() {
  const store = useStore();
  const isOwner = useAtomValue(isOwnerAtom);
  const lastEdited = useAtomValue(lastEditedAtom);
  const load = useCallback((token: string) => loadMenu(store, token), [store]);
  const listing = useListing(load, { follows: true });
  const menu = useAtomValue(menuAtom);
  const [keyword, setKeyword] = useState('');
  const [part, setPart] = useState<Part>(lastEdited?.part === 'groups' ? 'Pilihan' : 'Produk');
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
      <div className={view.head}>
        <h1>Menu</h1>
        {isOwner && <EditLink part={part === 'Produk' ? 'products' : 'groups'} id={undefined} />}
      </div>
      <SearchField keyword={keyword} search={setKeyword} />
      <ListingState listing={{ ...listing, data: menu }} />
      {menu && (isOwner || menu.groups.length > 0) && keyword.trim() === '' && (
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
            <div className={view.head}>
              <h2 className="anywhere">{name}</h2>
              {isOwner && <EditLink part="groups" id={_id} name={name} />}
            </div>
            <p className="soft small anywhere">{usersInWords(menu?.products ?? [], _id)}</p>
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

/** Which products have a group: two groups may have one name. */
function usersInWords(products: readonly Product[], group: string) {
  const [first, second, ...others] = products
    .filter(({ option_groups = [] }) => option_groups.includes(group))
    .map(({ name }) => name);
  if (!first) return 'Belum dipakai produk mana pun.';
  return [first, second, others.length > 0 && `dan ${others.length} lainnya`].filter(Boolean).join(', ');
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
  const isEditable = useAtomValue(isOwnerAtom) && kind === 'products';
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

  const choice = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div role="group" aria-labelledby={nameId} className={style.choice}>
      <button type="button" aria-pressed={isAvailable} onClick={() => void mark(true)}>
        Ada
      </button>
      <button type="button" aria-pressed={!isAvailable} className={style.soldOut} onClick={() => void mark(false)}>
        Habis
      </button>
    </div>
  );

  return (
    <li className={style.product}>
      {picture && <ProductPicture file={picture} />}
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
      {isEditable ? (
        <div className={style.actions}>
          <EditLink part="products" id={id} name={name} />
          {choice}
        </div>
      ) : (
        choice
      )}
    </li>
  );
}

/** Leads to a form. Of what was edited last, the menu is scrolled to it. */
function EditLink({ part, id, name }: Editing & { name?: string }) {
  const [last, setLast] = useAtom(lastEditedAtom);
  const link = useRef<HTMLAnchorElement>(null);
  const isLast = last !== undefined && last.part === part && last.id === id;
  useEffect(() => {
    if (!isLast) return;
    setLast(undefined);
    link.current?.scrollIntoView({ block: 'center' });
    link.current?.focus({ preventScroll: true });
  }, [isLast, setLast]);
  const isNew = id === undefined;
  const verb = hasDraft(part, id) ? 'Lanjutkan' : isNew ? 'Tambah' : 'Ubah';
  const what = { products: 'produk', groups: 'kelompok' }[part];

  return (
    <a
      ref={link}
      href={formAddress({ part, id })}
      aria-label={name && `${verb} ${name}`}
      className={isNew ? 'primary' : style.edit}
    >
      <Icon name={isNew ? 'plus' : 'edit'} size={18} />
      {isNew ? `${verb} ${what}` : verb}
    </a>
  );
}
