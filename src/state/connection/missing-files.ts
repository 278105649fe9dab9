/** Handles files of this page that do not arrive, because the connection dropped or a deployment removed them. */
import type { Store } from 'jotai';
import { reachUncached } from '#device/reachability';
import { listen } from '../frame/event-listener.ts';
import { checkConnectionAtom } from './connection.ts';

/** A page that was reloaded more recently than this, in ms, is not reloaded again: that would not help. */
const reloadHelpsAfter = 60_000;

/** Whether this page was reloaded less than a minute ago, according to the browser. */
function wasReloaded() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < reloadHelpsAfter;
}

/** The browser's functions for `reloadForMissingFiles`; tests replace them. */
const browser = {
  reload: () => location.reload(),
  load: (file: string): Promise<unknown> => import(/* @vite-ignore */ file),
};

/**
 * Reloads the page once when one of its files is missing at the shop: a deployment may remove files of an open tab, and
 * many browsers never request a module again that did not arrive. Never reloads without a connection, nor while an order
 * is being sent (fault F33). Returns a function that stops this.
 */
export function reloadForMissingFiles(store: Store, { reload, load } = browser): () => void {
  let isChecking = false;

  const check = async (file?: string) => {
    if (wasReloaded()) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    // Only the connection had dropped: the next import will get the file.
    if (file && (await canLoad(file, load))) return;
    stop();
    // If even this file is missing, this tab cannot be sending an order.
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
 * Whether a file arrives now. False if the shop no longer has it, and in a browser that remembers the failure and does
 * not request the file again.
 */
const canLoad = (file: string, load: typeof browser.load) =>
  reachUncached(file).then(
    ({ status }) => status !== 404 && load(file).then(Boolean, () => false),
    // Without a response nothing is known about the file; a new page would not get it either.
    () => true,
  );
