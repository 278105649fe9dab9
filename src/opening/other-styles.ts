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
function stylesheetOf(href: string) {
  return new Promise<HTMLLinkElement>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      media: 'print',
      // Before the pictures all the same.
      fetchPriority: 'high',
      onload: () => resolve(link),
      onerror: () => {
        link.remove();
        reject(new Error(href));
      },
    });
    link.href = href;
    document.head.append(link);
  });
}
