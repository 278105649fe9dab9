/**
 * The two stylesheets that are loaded after the first paint, whose styles stand in the page: one for what every screen
 * may show, one for what has to be opened first.
 */
import { loadWithRetry } from '../state/load-with-retry.ts';

/** The address of a stylesheet, from the list that the build writes into every page; undefined in development. */
const addressOf = (place: 0 | 1) =>
  document.querySelector<HTMLElement>('script[data-styles]')?.dataset.styles?.split(' ')[place];

/** Starts loading the first stylesheet; returns a function that applies it, and resolves when that is done. */
export function otherStyles(): () => Promise<void> {
  const href = addressOf(0);
  if (!href) return async () => undefined;
  const loaded = loadWithRetry(() => stylesheetOf(href));
  return async () => {
    (await loaded).media = 'all';
  };
}

let onDemand: Promise<void> | undefined;

/**
 * Loads and applies the second stylesheet. Rejects when it does not come, after the same event as for a script
 * (`startup/missing-files.ts`); the next call asks again.
 */
export function onDemandStyles(): Promise<void> {
  onDemand ??= askForOnDemand().catch((failure: unknown) => {
    onDemand = undefined;
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
    throw failure;
  });
  return onDemand;
}

async function askForOnDemand() {
  const href = import.meta.env.SSR ? undefined : addressOf(1);
  if (href) (await stylesheetOf(href)).media = 'all';
}

/**
 * Loads a stylesheet for print only, so that it does not apply yet: applying it restyles the whole page, which must not
 * delay hydration.
 */
async function stylesheetOf(href: string) {
  const link = document.createElement('link');
  await new Promise((over) => {
    // A print stylesheet has low priority by default; this one must come before the pictures.
    Object.assign(link, {
      rel: 'stylesheet',
      media: 'print',
      fetchPriority: 'high',
      onload: over,
      onerror: over,
      href,
    });
    document.head.append(link);
  });
  // A captive portal's page 'loads' as a stylesheet, too, but has no rules (fault F11).
  if (link.sheet?.cssRules[0]) return link;
  link.remove();
  throw new Error(link.href);
}
