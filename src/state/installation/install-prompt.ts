/** The browser's offer to install this shop, kept for a calm moment. */
import { atom, type Store } from 'jotai';
import type {} from '../frame/early-taps.ts';
import { listen } from '../frame/event-listener.ts';

/** What Chromium lets a page keep until the customer wants it; not in TypeScript's DOM. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt;
    appinstalled: Event;
  }
}

export const promptAtom = atom<InstallPrompt | null>(null);

/** Keeps it, also one that came before anybody listened; returns how to stop. */
export function keepPrompts(store: Store): () => void {
  const keep = (prompt: InstallPrompt) => {
    prompt.preventDefault();
    store.set(promptAtom, prompt);
  };
  const { prompt } = globalThis.early ?? {};
  if (prompt) keep(prompt as InstallPrompt);
  return listen('beforeinstallprompt', keep);
}
