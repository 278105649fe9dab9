/** Files of this page that a deployment has taken away. */
import type { createStore } from 'jotai';
import { checkConnectionAtom } from './state/connection.ts';

type Store = ReturnType<typeof createStore>;

/** So long after a reload for a missing file, another one would not help, in ms. */
const reloadHelpsAfter = 60_000;

/**
 * So long a page that still keeps what was tapped is asked for its files again instead, in ms (`untilThere`): a reload would
 * lose it, and helps only where they are gone for good.
 */
const askedAgainFor = 20_000;

/** A deployment may take a file away under an open tab: one reload brings the new ones, but never without a connection (fault F33). */
export function reloadForMissingFiles(store: Store, reload: () => void = () => location.reload()): () => void {
  let missingSince: number | undefined;
  let mending = false;
  const hear = () => {
    missingSince ??= performance.now();
    if (globalThis.early && performance.now() - missingSince < askedAgainFor) return;
    // What is missing for the mending itself is no news.
    if (mending) return;
    mending = true;
    void mend().finally(() => {
      mending = false;
    });
  };
  const mend = async () => {
    const last = Number(sessionStorage.getItem('reloaded-for-files'));
    if (Math.abs(Date.now() - last) < reloadHelpsAfter) return;
    const connection = await store.set(checkConnectionAtom);
    if (connection !== 'online' && connection !== 'slow') return;
    sessionStorage.setItem('reloaded-for-files', `${Date.now()}`);
    // Where even that is missing nothing was ever sent from here.
    const updates = await import('./state/update.ts').catch(() => undefined);
    if (updates) await updates.whenNothingLeaves(store, reload);
    else reload();
  };
  addEventListener('vite:preloadError', hear);
  return () => removeEventListener('vite:preloadError', hear);
}
