/** Files of this page that a deployment has taken away. */
import type { createStore } from 'jotai';
import { reachAnew } from '#device/reachability';
import { checkConnectionAtom } from './state/connection.ts';

type Store = ReturnType<typeof createStore>;

/** So soon after a page was loaded anew, to do it again would not help, in ms. */
const reloadHelpsAfter = 60_000;

/** Whether this very page is what came of a reload a moment ago. Known also where the browser keeps nothing for the shop. */
function wasReloaded() {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return way?.type === 'reload' && performance.now() < reloadHelpsAfter;
}

/** A deployment may take a file away under an open tab: one reload brings the new ones, but never without a connection (fault F33). */
export function reloadForMissingFiles(store: Store, reload: () => void = () => location.reload()): () => void {
  let mending = false;
  /** It did not come although the shop has it: the line had dropped, or the browser remembers that it did not come. */
  let there: string | undefined;

  const mend = async (file?: string) => {
    if (wasReloaded()) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    // What was tapped and is still kept would be lost: such a page is loaded anew for a file that is gone, and for no other reason.
    const keepsTaps = globalThis.early !== undefined;
    const mayStillCome = file === undefined ? keepsTaps : (keepsTaps || file !== there) && (await isThere(file));
    if (mayStillCome) {
      there = file;
      return;
    }
    // The new page is on its way from here on: to ask once more would only begin it anew.
    stop();
    // Where even that is missing nothing was ever sent from here.
    const updates = await import('./state/update.ts').catch(() => undefined);
    if (updates) await updates.whenNothingLeaves(store, reload);
    else reload();
  };
  const hear = ({ payload }: Event & { payload?: Error }) => {
    // What is missing for the mending itself is no news.
    if (mending) return;
    mending = true;
    // Chromium and Firefox name the file in their words.
    const [file] = /https?:\S+/.exec(payload?.message ?? '') ?? [];
    void mend(file).finally(() => {
      mending = false;
    });
  };
  const stop = () => removeEventListener('vite:preloadError', hear);
  addEventListener('vite:preloadError', hear);
  return stop;
}

/** Whether whoever asks again gets it; nobody knows of a file that nobody answers for. */
const isThere = (file: string) =>
  reachAnew(file).then(
    ({ status }) => status !== 404,
    () => true,
  );
