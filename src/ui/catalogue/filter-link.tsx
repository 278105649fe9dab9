import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link that changes the filter or page of the menu, marked as current while that is `chosen`. */
export const FilterLink = createLink(({ chosen = false, ...props }: ComponentProps<'a'> & { chosen?: boolean }) => (
  // Replaces the router's own mark, which compares the link with the URL.
  <a {...props} aria-current={chosen ? 'true' : undefined} />
));
