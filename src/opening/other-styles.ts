/** The styles that a page does not need for its first paint, which has its own inside. */
import { untilThere } from '../state/until-there.ts';

/** Asks for the styles that were left out for the first paint; gives what makes them count. */
export function otherStyles(): () => Promise<void> {
  const href = document.querySelector<HTMLElement>('script[data-styles]')?.dataset.styles;
  if (!href) return async () => undefined;
  const loaded = untilThere(() => stylesheetOf(href));
  return async () => {
    (await loaded).media = 'all';
  };
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
  throw new Error(href);
}
