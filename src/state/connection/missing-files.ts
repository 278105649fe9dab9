/** Files of this page that do not arrive, because the connection dropped or a deployment removed them. */
import type { Store } from 'jotai';
import { reachUncached } from '#device/reachability';
import { listen } from '../frame/event-listener.ts';
import { checkConnectionAtom } from './connection.ts';

/** A page that was reloaded more recently than this is not reloaded again, since that would not help; in ms. */
const reloadHelpsAfter = 60_000;

/** Whether this page is the result of a reload less than a minute ago, as the browser itself knows. */
function wasReloaded() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < reloadHelpsAfter;
}

/** What `reloadForMissingFiles` does through the browser; tests give their own. */
const browser = {
  reload: () => location.reload(),
  load: (file: string): Promise<unknown> => import(/* @vite-ignore */ file),
};

/**
 * Reloads the page once when a file of it is missing at the shop: a deployment may remove one under an open tab, and
 * many browsers never ask again for a module that did not arrive. Never reloads without a connection, nor while an order
 * is being sent (fault F33). Returns how to stop.
 */
export function reloadForMissingFiles(store: Store, { reload, load } = browser): () => void {
  let isChecking = false;

  const check = async (file?: string) => {
    if (wasReloaded()) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    // Only the connection had dropped: the next import gets the file.
    if (file && (await canLoad(file, load))) return;
    stop();
    // Where even this file is missing, this tab cannot have sent an order.
    const updates = await import('../installation/update.ts').catch(() => undefined);
    if (updates) await updates.whenNothingLeaves(store, reload);
    else reload();
  };
  const stop = listen('vite:preloadError', ({ payload }: Event & { payload?: Error }) => {
    if (isChecking) return;
    isChecking = true;
    // Chromium and Firefox name the file in the error's message, Safari does not.
    const [file] = /https?:\S+/.exec(payload?.message ?? '') ?? [];
    void check(file).finally(() => {
      isChecking = false;
    });
  });
  return stop;
}

/**
 * Whether a file arrives now. False where the shop no longer has it, and in a browser that remembers that it failed and
 * does not ask again.
 */
const canLoad = (file: string, load: typeof browser.load) =>
  reachUncached(file).then(
    ({ status }) => status !== 404 && load(file).then(Boolean, () => false),
    // No answer says nothing about the file; a new page would not get it either.
    () => true,
  );
