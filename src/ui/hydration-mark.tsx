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
 * What React finds otherwise than it was prerendered it renders again. That is a fault, but not where the browser has
 * translated the page before.
 */
export const reportMismatch = (mismatch: unknown) =>
  document.querySelector('font') ? console.warn('Translated before it was hydrated', mismatch) : reportError(mismatch);

/** Stands beside every screen, and beside the message in place of one. */
export function HydrationMark() {
  useEffect(() => {
    // The router notes where a page is that was scrolled before it listened; going back would lead to the top.
    document.dispatchEvent(new Event('scroll'));
    resolveHydrated();
  }, []);
  return null;
}
