/** The brand's typeface on a first visit, whose first paint does not wait for it (`early-taps.ts`). */
import type { ShopRouter } from './router.tsx';
import { combined, listen } from './state/frame/event-listener.ts';

/**
 * Loads the typeface and shows it when the change of letter widths is not visible: with the next screen, or while the tab
 * is hidden.
 */
export async function showTypeface(router: Pick<ShopRouter, 'subscribe'>) {
  const { dataset } = document.documentElement;
  if (dataset.plain === undefined) return;
  // Usually served by the worker; without one it may not arrive.
  const loaded = await document.fonts.load("1em 'Plus Jakarta Sans'").catch(() => []);
  if (loaded.length === 0) return;

  const show = () => {
    delete dataset.plain;
    stop();
  };
  const showUnseen = () => {
    if (document.hidden) show();
  };
  const stop = combined(
    router.subscribe('onRendered', ({ pathChanged }) => pathChanged && show()),
    listen('visibilitychange', showUnseen, document),
  );
  showUnseen();
}
