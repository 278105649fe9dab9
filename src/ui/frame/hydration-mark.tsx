import { useEffect } from 'react';

let resolveHydrated: () => void;

/**
 * Resolves when the first screen is hydrated. Until then nothing may change its content: hydration must start with the
 * prerendered state, and the screen is hydrated later than the frame around it.
 */
export const screenHydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

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
