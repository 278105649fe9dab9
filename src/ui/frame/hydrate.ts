import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates the page in `root` that was prerendered for this address. React hydrates the screen in small steps after
 * the frame around it, but at once when it is clicked: so it is, if a tap is queued (performance G2). React has no function for that.
 */
export function hydrate(root: HTMLElement, page: ReactNode) {
  const hydration = hydrateRoot(root, page, { onRecoverableError: reportMismatchAt(location.pathname) });
  if (globalThis.early?.taps[0]) root.querySelector('main')?.click();
  return hydration;
}

/**
 * React's `onRecoverableError` for the page that was prerendered at `path`: React renders mismatches again. A mismatch is
 * a fault, except if the browser has translated the page, or the customer has navigated already: the router drops the
 * matches of a screen that React may still be hydrating (TanStack/router issue 8198).
 */
const reportMismatchAt = (path: string) => (error: unknown) => {
  if (location.pathname !== path || document.querySelector('font')) console.warn('Rendered again', error);
  else reportError(error);
};
