import { useAtomValue, useSetAtom } from 'jotai';
import type { ComponentProps } from 'react';
import { type Destination, hrefOf, navigateAtom, preloadAtom } from '../state/navigation.ts';
import { pathAtom } from '../state/place.ts';
import type { Search } from '../state/search-params.ts';
import { isPlainClick } from './press.ts';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'download'> &
  Omit<Destination, 'replace'> & { search?: Search };

/**
 * A link to a screen of the shop. Fetches the screen as soon as it is pointed at or focused, and is marked as current
 * on that screen.
 */
export function Link({ to, search = {}, hash = '', state = {}, resetScroll = true, onClick, ...props }: Props) {
  // A link with search parameters opens something on its screen, so it is not current there.
  const isHere = useAtomValue(pathAtom) === to && Object.keys(search).length === 0;
  const navigate = useSetAtom(navigateAtom);
  const preload = useSetAtom(preloadAtom);
  const prepare = () => void preload(to);

  return (
    <a
      aria-current={isHere ? 'page' : undefined}
      onPointerOver={prepare}
      onFocus={prepare}
      {...props}
      href={hrefOf({ to, search, hash })}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlainClick(event)) return;
        event.preventDefault();
        const link = event.currentTarget;
        link.setAttribute('aria-busy', 'true');
        void navigate({ to, search, hash, state, resetScroll }).finally(() => link.removeAttribute('aria-busy'));
      }}
    />
  );
}
