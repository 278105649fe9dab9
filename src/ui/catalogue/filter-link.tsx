import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { useSearchChange } from '../frame/location.ts';
import { withSearch } from '../frame/opened-panel.ts';

// The router's own mark compares the link with the URL.
const MarkedLink = createLink(({ chosen = false, ...props }: ComponentProps<'a'> & { chosen?: boolean }) => (
  <a {...props} aria-current={chosen ? 'true' : undefined} />
));

interface FilterLinkProps {
  className: string | undefined;
  children: ReactNode;
  'aria-label'?: string;
  /** None: the whole menu. */
  search?: ReturnType<typeof useSearchChange>;
  hash?: string;
  resetScroll?: boolean;
  chosen?: boolean;
}

/** A link that changes the filter or page of the menu, marked as current while that is `chosen`. */
export const FilterLink = ({ search = {}, ...props }: FilterLinkProps) => (
  <MarkedLink to="/products" search={search} state={withSearch} {...props} />
);
