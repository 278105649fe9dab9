import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { Search } from '../state/address-line.ts';
import { hrefOf, navigateAtom } from '../state/navigation.ts';
import type { PlaceState } from '../state/place.ts';
import { pressLink } from './press.ts';

/**
 * A link to something else of the menu that says itself whether that is chosen. It does not follow the address line: all of them
 * would be drawn again with each tap on one (performance P8).
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
  /** Where it leads from an address that has changed since it was drawn, as between two quick taps. */
  change?: (now: Search) => Search;
  /** Where to scroll; without one the customer stays where they are. */
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
        pressLink(event, () => {
          void navigate({
            to: '/products',
            search: change ?? search,
            state,
            ...(hash ? { hash } : { resetScroll: false }),
          });
        })
      }
    >
      {children}
    </a>
  );
}
