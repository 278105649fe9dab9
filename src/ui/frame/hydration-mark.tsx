import { useEffect } from 'react';

let resolveHydrated: () => void;

/**
 * Resolves when the first screen is hydrated. Until then nothing may change its content: hydration must start with the
 * prerendered state, and the screen is hydrated later than the frame around it.
 */
export const screenHydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/**
 * React's `onRecoverableError` for the page that was prerendered at `path`: React renders mismatches again. A mismatch is
 * a fault, except if the browser has translated the page, or the customer has navigated already: the router drops the
 * matches of a screen that React may still be hydrating (TanStack/router issue 8198).
 */
export const reportMismatchAt = (path: string) => (error: unknown) => {
  if (location.pathname !== path || document.querySelector('font')) console.warn('Rendered again', error);
  else reportError(error);
};

/** Rendered after every screen, and after the message in place of one. */
export function HydrationMark() {
  useEffect(() => {
    // Lets the router record the position of a page that was scrolled before hydration; without it, going back would
    // scroll to the top.
    document.dispatchEvent(new Event('scroll'));
    resolveHydrated();
  }, []);
  return null;
}
