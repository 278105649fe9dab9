import { useLocation, useRouter } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { typedKeywordAtom } from '../../state/catalogue/search.ts';
import { Icon } from '../design/icon.tsx';
import { useShopSearch } from '../frame/location.ts';
import style from './search-box.module.css';

/** How long typing must rest before the address bar follows it, in ms; the list itself follows the address bar. */
const typingRest = 150;

/**
 * The keyword filter of the products (decision F11): typed on /products it filters at once, elsewhere Enter goes there.
 */
export function SearchBox() {
  const { search = '' } = useShopSearch();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const router = useRouter();
  const [kept, setTyped] = useAtom(typedKeywordAtom);
  const typed = kept ?? search;
  const input = useRef<HTMLInputElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Without scrolling: a phone would move the page although the box is in sight.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  // A category or a tag clears the keyword; what is being typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address bar is the event
  useEffect(() => {
    if (path === '/products' && document.activeElement !== input.current) setTyped(null);
  }, [search, path, setTyped]);
  useEffect(() => () => clearTimeout(resting.current), []);
  // Styles read this attribute; a `:has()` selector would be checked against every element of the page. Set once, not
  // for every letter, because each change restyles a hundred elements (performance G4).
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
    void router.navigate({ to: '/products', search: keyword.trim() ? { search: keyword.trim() } : {}, replace });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in a pocket knows <search> yet
    <form
      role="search"
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        // Hides a phone's keyboard, which would cover what was found.
        if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
        // It may have been filled without an event that React hears.
        show(input.current?.value ?? typed, path === '/products');
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
          const { href } = router.state.location;
          setTyped(value);
          clearTimeout(resting.current);
          // A customer who has navigated elsewhere meanwhile is not called back.
          if (path === '/products')
            resting.current = setTimeout(() => router.state.location.href === href && show(value, true), typingRest);
        }}
      />
    </form>
  );
}
