import { useLocation, useRouter } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { Icon } from '../../../design/icon.tsx';
import { typedKeywordAtom } from '../../state/catalogue/search.ts';
import { typingRest, useShopSearch, withSearch } from './location.ts';

/**
 * The keyword filter of the products (decision F11): on /products typing filters at once, on other screens Enter opens
 * /products.
 */
export function SearchBox() {
  const { search = '' } = useShopSearch();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const router = useRouter();
  const [stored, setTyped] = useAtom(typedKeywordAtom);
  const typed = stored ?? search;
  const input = useRef<HTMLInputElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Without scrolling: a phone would move the page although the box is visible.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  // A category or a tag clears the keyword; text that is being typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is the event
  useEffect(() => {
    if (path === '/products' && document.activeElement !== input.current) setTyped(null);
  }, [search, path, setTyped]);
  useEffect(() => () => clearTimeout(resting.current), []);
  // Styles use this attribute: a `:has()` selector would be checked against every element of the page. It is set once and
  // not for every letter, because each change restyles a hundred elements (performance G4).
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
    void router.navigate({
      to: '/products',
      search: keyword.trim() ? { search: keyword.trim() } : {},
      state: withSearch,
      replace,
    });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every phone's browser knows <search> yet
    <form
      method="post"
      role="search"
      className="row search"
      onSubmit={(event) => {
        event.preventDefault();
        // Hides a phone's keyboard, which would cover the results.
        if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
        // The box may have been filled without an event for React.
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
        onChange={({ target }) => {
          const { value } = target;
          const { href } = router.state.location;
          setTyped(value);
          clearTimeout(resting.current);
          // A customer who has navigated to another screen in the meantime stays there.
          if (path === '/products')
            resting.current = setTimeout(() => router.state.location.href === href && show(value, true), typingRest);
        }}
      />
    </form>
  );
}

/**
 * The keyword that was typed on a screen other than /products; it becomes a search parameter of /products.
 */
export function useTypedKeyword(isSearching: boolean): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [typed, setTyped] = useAtom(typedKeywordAtom);

  useEffect(() => {
    if (path === '/products' && !isSearching) setTyped(null);
  }, [path, isSearching, setTyped]);
  return path === '/products' ? undefined : typed?.trim();
}
