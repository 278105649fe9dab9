/** The browser's offer to install this shop, kept for a calm moment. */
import { atom, type createStore } from 'jotai';

/** What Chromium lets a page keep until the customer wants it; not in TypeScript's DOM. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const promptAtom = atom<InstallPrompt | null>(null);

/** Keeps it, also an `early` one; returns how to stop. */
export function keepPrompts(store: ReturnType<typeof createStore>, early?: Event): () => void {
  if (early) store.set(promptAtom, early as InstallPrompt);
  const keep = (event: Event) => {
    event.preventDefault();
    store.set(promptAtom, event as InstallPrompt);
  };
  addEventListener('beforeinstallprompt', keep);
  return () => removeEventListener('beforeinstallprompt', keep);
}
