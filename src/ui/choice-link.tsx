import { useLinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from '../state/address-line.ts';

/** A link to other products that says itself whether it is chosen: the router only knows whether one is already there. */
export function ChoiceLink({
  search,
  hash,
  chosen,
  label,
  className,
  children,
}: {
  search: Search;
  /** Where to scroll; without one the customer stays where they are. */
  hash?: string;
  chosen: boolean;
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { href, ...link } = useLinkProps({ to: '/products', search, ...(hash ? { hash } : { resetScroll: false }) });

  return (
    <a {...link} href={href} className={className} aria-label={label} aria-current={chosen ? 'true' : undefined}>
      {children}
    </a>
  );
}
