import type { ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { recordTyped } from './typed-text.ts';

/** Hydrates the page in `root` that was prerendered for this address, its screen as soon as the frame around it; records what is typed. */
export function hydrate(root: HTMLElement, page: ReactNode) {
  recordTyped();
  const hydration = hydrateRoot(root, page, { onRecoverableError: reportMismatchAt(location.pathname) });
  // Undocumented. Without it React hydrates the screen while idle, between two paints, and early taps take effect 0.3 s later (goal G2).
  (hydration as HydrationRoot).unstable_scheduleHydration(root.querySelector('main'));
}

interface HydrationRoot extends Root {
  unstable_scheduleHydration(target: Element | null): void;
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
