/**
 * Files of this page that do not come, because the line dropped or a deployment took them away: the page is loaded anew
 * for them (`anew.ts`).
 */
import type { Store } from 'jotai';
import { reachUncached } from '#device/reachability';
import { checkConnectionAtom } from '../state/connection.ts';
import { listen } from '../state/listening.ts';
import { loadWithRetry } from '../state/load-with-retry.ts';

/** Imports `anew.ts`, which hardly any visit needs; rejects when it does not come. */
const importAnew = () => import('./anew.ts');

/** Imports `anew.ts`, however often it must be asked for. */
export const fetchAnew = () => loadWithRetry(importAnew);

/** Holds again what was tapped on this page before it had to be loaded anew. */
export async function holdAgain() {
  if (history.state?.taps) (await fetchAnew()).holdAgain();
}

/** A page that was reloaded more recently than this is not reloaded again, since that would not help; in ms. */
const reloadHelpsAfter = 60_000;

/**
 * Whether this page is the result of a reload less than a minute ago. Asked of the browser, which knows it even where
 * it keeps nothing for the shop. `anew.ts` has the same function, because it must not import anything.
 */
function wasReloaded() {
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return way?.type === 'reload' && performance.now() < reloadHelpsAfter;
}

/** What `reloadForMissingFiles` does through the browser; tests give their own. */
const browser = {
  reload: () => location.reload(),
  ask: (file: string): Promise<unknown> => import(/* @vite-ignore */ file),
};

/**
 * Reloads the page once when a file of it is missing at the shop: a deployment may take one away under an open tab, and
 * many browsers never ask again for a module that did not come. Never reloads without a connection, nor while an order
 * is leaving (fault F33). Returns how to stop.
 */
export function reloadForMissingFiles(store: Store, { reload, ask } = browser): () => void {
  let mending = false;

  const mend = async (file?: string) => {
    if (wasReloaded()) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    // Only the line had dropped: whoever imports the file again gets it.
    if (file && (await comes(file, ask))) return;
    const again = await keepingTaps(reload);
    // The new page is being loaded from here on; a second reload would only start that over.
    stop();
    // Where even this file is missing, this tab cannot have sent an order.
    const updates = await import('../state/update.ts').catch(() => undefined);
    if (updates) await updates.whenNothingLeaves(store, again);
    else again();
  };
  const hear = ({ payload }: Event & { payload?: Error }) => {
    // A file that is missing for the reload itself must not start another one.
    if (mending) return;
    mending = true;
    // Chromium and Firefox name the file in the error's message, Safari does not.
    const [file] = /https?:\S+/.exec(payload?.message ?? '') ?? [];
    // If `anew.ts`, which keeps what was tapped, does not come, the page stays; the next missing file tries again.
    void mend(file)
      .catch(() => undefined)
      .finally(() => {
        mending = false;
      });
  };
  const stop = listen('vite:preloadError', hear);
  return stop;
}

/**
 * Whether a file comes now. False where the shop no longer has it, and in a browser that remembers that it failed and
 * does not ask again.
 */
const comes = (file: string, ask: typeof browser.ask) =>
  reachUncached(file).then(
    ({ status }) => status !== 404 && (file.endsWith('.css') || ask(file).then(Boolean, () => false)),
    // Nobody answered, so nobody knows; a new page would not get the file either.
    () => true,
  );

/** `reload`, preceded by keeping what was tapped as long as no screen has heard it. */
async function keepingTaps(reload: () => void) {
  if (!globalThis.early) return reload;
  const anew = await importAnew();
  return () => anew.loadAnew(reload);
}
