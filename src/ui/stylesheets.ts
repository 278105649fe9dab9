/** The styles that a page does not need for its first paint, which has its own inside: what every screen may show, and what is wanted first. */
import { untilThere } from '../state/until-there.ts';

/** By its place in the list that the build leaves in every page; undefined while somebody develops. */
const addressOf = (place: 0 | 1) =>
  document.querySelector<HTMLElement>('script[data-styles]')?.dataset.styles?.split(' ')[place];

/** Asks for the styles that every screen may show; gives what makes them count. */
export function otherStyles(): () => Promise<void> {
  const href = addressOf(0);
  if (!href) return async () => undefined;
  const loaded = untilThere(() => stylesheetOf(href));
  return async () => {
    (await loaded).media = 'all';
  };
}

let wanted: Promise<void> | undefined;

/** The styles of what no public page shows before it is wanted. Rejects when they did not come, and says so as of a script (`opening/missing-files.ts`); the next call asks again. */
export function wantedStyles(): Promise<void> {
  wanted ??= askForWanted().catch((failure: unknown) => {
    wanted = undefined;
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
    throw failure;
  });
  return wanted;
}

async function askForWanted() {
  const href = import.meta.env.SSR ? undefined : addressOf(1);
  if (href) (await stylesheetOf(href)).media = 'all';
}

/** For paper only, as yet: the whole page is styled anew with it, which hydration need not wait for. */
async function stylesheetOf(href: string) {
  const link = document.createElement('link');
  await new Promise((over) => {
    // Before the pictures all the same.
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
  // What a network answers with its own page has loaded, too, and holds not a rule (fault F11).
  if (link.sheet?.cssRules[0]) return link;
  link.remove();
  throw new Error(link.href);
}
