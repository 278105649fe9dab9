import { useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import type { Search } from '../state/address-line.ts';
import { hrefOf, navigateAtom } from '../state/navigation.ts';
import { pressLink } from './press.ts';

/**
 * A link to other products that says itself whether it is chosen. It does not follow the address line: all of them would be
 * drawn again with each tap on one (performance P8).
 */
export function ChoiceLink({
  search,
  change,
  hash,
  chosen,
  label,
  className,
  children,
}: {
  search: Search;
  /** Where it leads from an address that has changed since it was drawn, as between two quick taps. */
  change?: (now: Search) => Search;
  /** Where to scroll; without one the customer stays where they are. */
  hash?: string;
  chosen: boolean;
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
          void navigate({ to: '/products', search: change ?? search, ...(hash ? { hash } : { resetScroll: false }) });
        })
      }
    >
      {children}
    </a>
  );
}
