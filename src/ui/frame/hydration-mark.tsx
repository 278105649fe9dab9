import { useEffect } from 'react';

let resolveHydrated: () => void;

/**
 * Resolves when the first screen is hydrated. Until then nothing may change what it shows: React must find the page as
 * it was prerendered, and the screen is hydrated later than the frame around it.
 */
export const screenHydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/**
 * React's `onRecoverableError` for the page that was prerendered at `path`: what React finds otherwise it renders again.
 * That is a fault, but not where the browser has translated the page before, nor once the customer has moved on: the
 * router drops the matches of a screen that React may still be hydrating (TanStack/router issue 8198).
 */
export const reportMismatchAt = (path: string) => (error: unknown) => {
  if (location.pathname !== path || document.querySelector('font')) console.warn('Rendered again', error);
  else reportError(error);
};

/** Stands beside every screen, and beside the message in place of one. */
export function HydrationMark() {
  useEffect(() => {
    // The router notes where a page is that was scrolled before it listened; going back would lead to the top.
    document.dispatchEvent(new Event('scroll'));
    resolveHydrated();
  }, []);
  return null;
}
