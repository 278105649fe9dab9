import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates the page in `root` that was prerendered for this address. React hydrates the screen in small steps after
 * the frame around it, but at once when it is clicked: so it is, if a tap is queued (performance G2). React has no function for that.
 */
export function hydrate(root: HTMLElement, page: ReactNode) {
  const { pathname } = location;
  const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const onRecoverableError = (error: unknown) => {
    // Not on a later screen, which may have fields of the same names.
    if (location.pathname === pathname) for (const field of fields) if (!field.isConnected) typeAgain(field);
    reportMismatch(error, pathname);
  };
  const hydration = hydrateRoot(root, page, { onRecoverableError });
  if (globalThis.early?.taps[0]) root.querySelector('main')?.click();
  return hydration;
}

/** What was typed into a field before React has rendered it again; once, and then it is forgotten: it may be a password. */
function typeAgain(former: HTMLInputElement | HTMLTextAreaElement) {
  const { name, value } = former;
  const field = document.querySelector<HTMLInputElement>(`[name='${name}']`);
  if (!field || !value) return;
  former.value = '';
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Of the page that was prerendered at `path`: React renders mismatches again. A mismatch is
 * a fault, except if the browser has translated the page, or the customer has navigated already: the router drops the
 * matches of a screen that React may still be hydrating (TanStack/router issue 8198).
 */
function reportMismatch(error: unknown, path: string) {
  if (location.pathname !== path || document.querySelector('font')) console.warn('Rendered again', error);
  else reportError(error);
}
