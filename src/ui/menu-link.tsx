import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { hrefOf, navigateAtom } from '../state/navigation.ts';
import type { PlaceState } from '../state/place.ts';
import type { Search } from '../state/search-params.ts';
import { moveFocus } from './move-focus.ts';
import { pressLink } from './press.ts';

/**
 * A link within the menu: a filter, a page, a product. Told by its parent whether it is `chosen`: if each followed the
 * address bar itself, all of them would be rendered again with every tap on one (performance P8).
 */
export function MenuLink({
  search,
  change,
  hash,
  state = {},
  chosen = false,
  label,
  className,
  children,
}: {
  search: Search;
  /**
   * Computes the target from the address at the moment of the tap, which may have changed since rendering, as between
   * two quick taps.
   */
  change?: (now: Search) => Search;
  /** The section to scroll to, whose heading gets the focus; without one the customer stays where they are. */
  hash?: string;
  state?: PlaceState;
  chosen?: boolean;
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const navigate = useSetAtom(navigateAtom);

  return (
    <a
      href={hrefOf({ to: '/products', search, hash })}
      className={className}
      aria-label={label}
      aria-current={chosen ? 'true' : undefined}
      onClick={(event) =>
        pressLink(event, async () => {
          await navigate({
            to: '/products',
            search: change ?? search,
            state,
            ...(hash ? { hash } : { resetScroll: false }),
          });
          // The link may be far below what it has led to.
          if (hash) moveFocus(document.querySelector<HTMLElement>(`#${hash} h2`));
        })
      }
    >
      {children}
    </a>
  );
}
