import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link that changes what the menu shows, marked as current while its filter or page is `chosen`. */
export const FilterLink = createLink(({ chosen = false, ...props }: ComponentProps<'a'> & { chosen?: boolean }) => (
  // In place of the router's own mark, which says whether the address is the link's.
  <a {...props} aria-current={chosen ? 'true' : undefined} />
));
