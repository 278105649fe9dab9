import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { typedKeywordAtom } from '../state/address-line.ts';
import { navigateAtom } from '../state/navigation.ts';
import { pathAtom, placeAtom, shownSearchAtom } from '../state/place.ts';
import { Icon } from './icon.tsx';
import style from './search-box.module.css';

/** How long typing must rest before the address line follows it, in ms; the list itself follows the address line. */
const typingRest = 150;

/** The keyword filter of the products (decision F11): typed on /products it filters at once, elsewhere Enter goes there. */
export function SearchBox() {
  const { search = '' } = useAtomValue(shownSearchAtom);
  const path = useAtomValue(pathAtom);
  const store = useStore();
  const navigate = useSetAtom(navigateAtom);
  const [kept, setTyped] = useAtom(typedKeywordAtom);
  const typed = kept ?? search;
  const input = useRef<HTMLInputElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A phone moves the page for what is written into, also where that sticks in sight.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  // A category or a tag clears the keyword; what is being typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address line is the event
  useEffect(() => {
    if (path === '/products' && document.activeElement !== input.current) setTyped(null);
  }, [search, path, setTyped]);
  useEffect(() => () => clearTimeout(resting.current), []);
  // An attribute: a selector that looks for what is typed would be asked for every element that a page begins with.
  // Not written again for every letter: each time a hundred elements are styled anew (performance P8).
  const searching = typed !== '';
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (searching) dataset.searching = '';
    return () => {
      delete dataset.searching;
    };
  }, [searching]);

  const show = (keyword: string, replace: boolean) => {
    clearTimeout(resting.current);
    setTyped(keyword);
    void navigate({ to: '/products', search: keyword.trim() ? { search: keyword.trim() } : {}, replace });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in a pocket knows <search> yet
    <form
      role="search"
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        // A finger's keyboard would stay over what was found.
        if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
        show(typed, path === '/products');
      }}
    >
      <Icon name="search" size={20} />
      <input
        ref={input}
        type="search"
        aria-label="Cari produk"
        placeholder="Cari kopi, roti, rasa…"
        enterKeyHint="search"
        maxLength={200}
        value={typed}
        className={style.input}
        onChange={({ target }) => {
          const { value } = target;
          const { href } = store.get(placeAtom);
          setTyped(value);
          clearTimeout(resting.current);
          // Who went elsewhere meanwhile is not called back.
          if (path === '/products')
            resting.current = setTimeout(() => store.get(placeAtom).href === href && show(value, true), typingRest);
        }}
      />
    </form>
  );
}
