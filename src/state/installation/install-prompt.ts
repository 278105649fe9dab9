/** The browser's install prompt, stored until the customer wants it, and since when the shop may offer it. */
import { atom, type Store } from 'jotai';
import type {} from '../frame/early-taps.ts';
import { listen } from '../frame/event-listener.ts';

/** Chromium's event with the prompt; not in TypeScript's DOM. */
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

/**
 * Whether the worker is installed, so that the shop opens without a network, or it is known that there will be no worker
 * for now.
 */
export const isWorkerSettledAtom = atom(false);

/** Stores the prompt, also one that arrived before this script; returns a function that stops this. */
export function keepPrompts(store: Store): () => void {
  const keep = (prompt: InstallPrompt) => {
    prompt.preventDefault();
    store.set(promptAtom, prompt);
  };
  const { prompt } = globalThis.early ?? {};
  if (prompt) keep(prompt as InstallPrompt);
  return listen('beforeinstallprompt', keep);
}
