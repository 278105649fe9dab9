import { useAtom, useAtomValue, useStore } from 'jotai';
import { useEffect, useId, useRef, useState } from 'react';
import type { OptionGroup, Product } from '#core/contract';
import { folded, holdsAll, wordsOf } from '#core/folding';
import { isExhausted } from '#core/options';
import { differenceOf, rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import type { Editing } from '../state/api.ts';
import { useListing } from '../state/calls.ts';
import { isUnheardAtom } from '../state/live.ts';
import { loadMenu, markAvailable, menuAtom } from '../state/menu.ts';
import { hasDraft, lastEditedAtom } from '../state/menu-editor.ts';
import { isOwnerAtom } from '../state/session.ts';
import { ListingState } from './listing-state.tsx';
import { formAddress, useEditing } from './location.ts';
import { MenuForm } from './menu-form.tsx';
import style from './menu-view.module.css';
import { ProductPicture, useProductFinder } from './product-finder.tsx';
import view from './view.module.css';

/** What a part of the menu is called, and one of it. */
const names = { products: ['Produk', 'produk'], groups: ['Pilihan', 'kelompok'] } as const;
const parts = ['products', 'groups'] as const;

/** The menu, or the form in which an owner edits a part of it (decision W15). */
export function MenuView() {
  const isOwner = useAtomValue(isOwnerAtom);
  const editing = useEditing();
  // What was typed by an owner who is none any more stays.
  return editing && (isOwner || hasDraft(editing)) ? <MenuForm editing={editing} /> : <Menu />;
}

/** The menu, in which a product or a choice of its options is marked as sold out or available again (decisions W8 and M10). */
function Menu() {
  const isOwner = useAtomValue(isOwnerAtom);
  const isUnheard = useAtomValue(isUnheardAtom);
  const lastEdited = useAtomValue(lastEditedAtom);
  const listing = useListing(loadMenu, { follows: true });
  const menu = useAtomValue(menuAtom);
  const [part, setPart] = useState(lastEdited?.part ?? 'products');
  const { tools, found, keyword, isSearching } = useProductFinder(menu?.products ?? [], part);
  const groups = (menu?.groups ?? []).flatMap((group) => {
    const choices = group.choices.filter(({ name }) => holdsAll(folded(name), wordsOf(keyword)));
    return choices.length > 0 ? { ...group, choices } : [];
  });
  const isEmpty = (isSearching ? [...found, ...groups] : part === 'products' ? found : groups).length === 0;
  /** A search ranks what it has found; else the menu's own order is that of its categories. */
  const categories = [...new Set(found.map(({ category }) => (isSearching ? '' : category)))];
  const exhausted = menu?.groups.filter(isExhausted) ?? [];
  /** Which products have a group: two groups may have one name. */
  function usersInWords(group: string) {
    const [first = 'belum dipakai', ...others] = (menu?.products ?? []).flatMap(({ name, option_groups }) =>
      option_groups?.includes(group) ? name : [],
    );
    return others.length > 0 ? `${first} dan ${others.length} lainnya` : first;
  }
  const isOld = isUnheard || listing.hasFailed;

  return (
    <div className={view.view}>
      <div className={`row wrap gap-2 ${style.head}`}>
        <h1 className="from-30em">Menu</h1>
        {menu && (isOwner || menu.groups.length > 0) && !isSearching && (
          <fieldset className="wrap gap-1">
            <legend className="hidden">Yang ditampilkan</legend>
            {parts.map((one) => (
              <button key={one} type="button" className="chip" aria-pressed={part === one} onClick={() => setPart(one)}>
                {names[one][0]}
              </button>
            ))}
          </fieldset>
        )}
        {isOwner && <FormLink key={part} part={part} id={undefined} name={names[part][1]} isOld={isOld} />}
      </div>
      {menu && tools}
      <ListingState listing={{ ...listing, data: menu }} />
      {menu && isEmpty && (
        <p className="soft">{isSearching ? 'Tidak ada produk dengan kata itu.' : `Belum ada ${names[part][1]}.`}</p>
      )}
      {(isSearching || part === 'products') &&
        categories.map((category) => (
          <section key={category} aria-label={category || 'Produk'} className="stack gap-2">
            {category && <h2>{category}</h2>}
            <ul className={style.products}>
              {found
                .filter((product) => category === '' || product.category === category)
                .map((product) => (
                  <AvailabilityRow key={product._id} of={product} isOld={isOld}>
                    {[
                      rupiah(product.price),
                      ...exhausted
                        .filter((group) => product.option_groups?.includes(group._id))
                        .map((group) => `${group.name} habis`),
                    ].join(' · ')}
                  </AvailabilityRow>
                ))}
            </ul>
          </section>
        ))}
      {(isSearching || part === 'groups') &&
        groups.map(({ _id, name, choices }) => (
          <section key={_id} aria-labelledby={`${headingOf(_id)} ${usersOf(_id)}`} className="stack gap-2">
            <div className="row apart">
              <div>
                <h2 id={headingOf(_id)} className="anywhere">
                  {name}
                </h2>
                <p className="wrap gap-2 flat soft small anywhere">
                  <span id={usersOf(_id)} className="from-18em">
                    {usersInWords(_id)}
                  </span>
                  {isOwner && <Unsaved part="groups" id={_id} />}
                </p>
              </div>
              {isOwner && <FormLink part="groups" id={_id} name={name} isOld={isOld} />}
            </div>
            <ul className={style.products}>
              {choices.map((choice) => (
                <AvailabilityRow key={choice._id} of={choice} isOld={isOld}>
                  {choice.price === 0 ? '' : differenceOf(choice.price)}
                </AvailabilityRow>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

const headingOf = (group: string) => `menu-${group}`;
const usersOf = (group: string) => `menu-users-${group}`;

const wordOf = (isAvailable: boolean) => (isAvailable ? 'Ada' : 'Habis');

interface RowProps {
  of: Product | OptionGroup['choices'][number];
  /** Whether the shop is not heard: nothing can be changed. */
  isOld: boolean;
  children: string;
}

function AvailabilityRow({ of: { _id: id, name, available, ...more }, isOld, children }: RowProps) {
  /** The file of a product's picture. */
  const picture = 'image_url' in more ? more.image_url : undefined;
  const kind = picture === undefined ? 'choices' : 'products';
  const store = useStore();
  const nameId = useId();
  /** What was pressed last, until the shop has answered. */
  const [chosen, setChosen] = useState<boolean>();
  const presses = useRef(0);
  /** What the shop did not get. */
  const [failed, setFailed] = useState<boolean>();
  const isEditable = useAtomValue(isOwnerAtom) && kind === 'products';
  const isAvailable = chosen ?? available !== false;

  // Sent although it may be so already: another counter, or the owner, may have changed it meanwhile.
  async function mark(toAvailable: boolean) {
    const press = ++presses.current;
    setChosen(toAvailable);
    setFailed(undefined);
    const isDone = await markAvailable(store, kind, id, toAvailable).then(
      () => true,
      () => false,
    );
    if (press !== presses.current) return;
    setChosen(undefined);
    if (!isDone) setFailed(toAvailable);
  }

  return (
    <li className={`row wrap gap-2 ${style.product}`}>
      {picture !== undefined &&
        (picture ? <ProductPicture file={picture} size={48} /> : <span className={`thumb crema ${style.blank}`} />)}
      <div className={style.about}>
        <p id={nameId} className="bold anywhere">
          {name}
        </p>
        <p className="wrap gap-2 flat soft small">
          <span>{children}</span>
          {chosen !== undefined && <span className="delayed caution">{`${wordOf(chosen)} belum terkirim`}</span>}
          {isEditable && <Unsaved part="products" id={id} />}
        </p>
        {failed !== undefined && (
          <p role="alert" className="error small">
            {`${wordOf(failed)} belum tersimpan. Coba lagi.`}
          </p>
        )}
      </div>
      {isEditable && <FormLink part="products" id={id} name={name} isOld={isOld} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
      <div role="group" aria-labelledby={nameId} className={`row gap-1 ${style.choice}`}>
        {[true, false].map((one) => (
          <button
            key={wordOf(one)}
            type="button"
            className={one ? 'chip' : `chip ${style.soldOut}`}
            aria-pressed={isAvailable === one}
            disabled={isOld}
            onClick={() => void mark(one)}
          >
            {wordOf(one)}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Says that something was typed into a form that is not saved. */
const Unsaved = (editing: Editing) => hasDraft(editing) && <span className="caution">Ubahan belum disimpan</span>;

interface LinkProps extends Editing {
  name: string;
  isOld: boolean;
}

/** Leads to the form of what has this name, or of something new. Of what was edited last, the menu is scrolled to it. */
function FormLink({ part, id, name, isOld }: LinkProps) {
  const [last, setLast] = useAtom(lastEditedAtom);
  const link = useRef<HTMLAnchorElement>(null);
  const isNew = id === undefined;
  const verb = hasDraft({ part, id }) ? 'Lanjutkan' : isNew ? 'Tambah' : 'Ubah';
  const isLast = last !== undefined && last.part === part && last.id === id;
  useEffect(() => {
    if (!isLast) return;
    setLast(undefined);
    link.current?.scrollIntoView({ block: 'center' });
    link.current?.focus({ preventScroll: true });
  }, [isLast, setLast]);

  // A link that leads nowhere now has no address.
  return (
    <a
      ref={link}
      {...(isOld ? { role: 'link', 'aria-disabled': true } : { href: formAddress({ part, id }) })}
      className={isNew ? 'primary' : `disc accent ${style.edit}`}
    >
      <Icon name={isNew ? 'plus' : 'edit'} size={20} />
      <span className={isNew ? 'from-18em' : 'hidden'}>
        {verb}
        <span className="from-30em">{` ${name}`}</span>
      </span>
    </a>
  );
}
