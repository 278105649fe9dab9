/** Files of this page that a deployment has taken away. */
import type { createStore } from 'jotai';
import { checkConnectionAtom } from './state/connection.ts';

type Store = ReturnType<typeof createStore>;

/** So long after a reload for a missing file, another one would not help, in ms. */
const reloadHelpsAfter = 60_000;

/** A deployment may take a file away under an open tab: one reload brings the new ones, but never without a connection (fault F33). */
export function reloadForMissingFiles(store: Store, reload: () => void = () => location.reload()): () => void {
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
  addEventListener('vite:preloadError', mend);
  return () => removeEventListener('vite:preloadError', mend);
}
