import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { titleOf } from '#core/head';
import { isPath } from '#core/routes';

let resolveHydrated: () => void;

/**
 * Resolves when the first screen is hydrated. Until then nothing may change its content: hydration must start with the
 * prerendered state, and the screen is hydrated later than the frame around it.
 */
export const screenHydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Rendered after every screen, and after the message in place of one; shows its title together with it. */
export function HydrationMark() {
  const router = useRouter();

  useEffect(() => {
    const { pathname } = router.state.location;
    document.title = titleOf(isPath(pathname) ? pathname : undefined);
    // The address that a browser shares.
    document.querySelector('[rel=canonical]')?.setAttribute('href', import.meta.env.PUBLIC_URL + pathname);
    // Lets the router record the position of a page that was scrolled before hydration; without it, going back would
    // scroll to the top.
    document.dispatchEvent(new Event('scroll'));
    resolveHydrated();
  }, [router]);
  return null;
}
