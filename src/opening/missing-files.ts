/** Files of this page that a deployment has taken away. */
import type { createStore } from 'jotai';
import { reachAnew } from '#device/reachability';
import { checkConnectionAtom } from '../state/connection.ts';
import { importAnew } from './first-taps.ts';

type Store = ReturnType<typeof createStore>;

/** So soon after a page was loaded anew, to do it again would not help, in ms. */
const reloadHelpsAfter = 60_000;

/** Whether this very page is what came of a reload a moment ago. The browser knows it, also where it keeps nothing for the shop. */
function wasReloaded() {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return way?.type === 'reload' && performance.now() < reloadHelpsAfter;
}

/** What the mending needs of the browser. */
const browser = {
  reload: () => location.reload(),
  ask: (file: string): Promise<unknown> => import(/* @vite-ignore */ file),
};

/**
 * A deployment may take a file away under an open tab, and many browsers remember that one did not come: one reload brings it, but
 * never without a connection (fault F33).
 */
export function reloadForMissingFiles(store: Store, { reload, ask } = browser): () => void {
  let mending = false;

  const mend = async (file?: string) => {
    if (wasReloaded()) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    // The line had dropped: whoever asks again gets it.
    if (file && (await comes(file, ask))) return;
    const again = await keepingTaps(reload);
    // The new page is on its way from here on: to ask once more would only begin it anew.
    stop();
    // Where even that is missing nothing was ever sent from here.
    const updates = await import('../state/update.ts').catch(() => undefined);
    if (updates) await updates.whenNothingLeaves(store, again);
    else again();
  };
  const hear = ({ payload }: Event & { payload?: Error }) => {
    // What is missing for the mending itself is no news.
    if (mending) return;
    mending = true;
    // Chromium and Firefox name the file in their words.
    const [file] = /https?:\S+/.exec(payload?.message ?? '') ?? [];
    // Without the file that keeps what was tapped the page stays, to be asked again with the next file that does not come.
    void mend(file)
      .catch(() => undefined)
      .finally(() => {
        mending = false;
      });
  };
  const stop = () => removeEventListener('vite:preloadError', hear);
  addEventListener('vite:preloadError', hear);
  return stop;
}

/** Whether the browser gets it now; one that remembers that it did not come does not, though the shop has it. */
const comes = (file: string, ask: typeof browser.ask) =>
  reachAnew(file).then(
    ({ status }) => status !== 404 && (file.endsWith('.css') || ask(file).then(Boolean, () => false)),
    // Of a file that nobody answers for nobody knows, and a new page would get it no more than this one.
    () => true,
  );

/** While no screen hears it what was tapped would be lost. */
async function keepingTaps(reload: () => void) {
  if (!globalThis.early) return reload;
  const anew = await importAnew();
  return () => anew.loadAnew(reload);
}
