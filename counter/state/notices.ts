/** Short lines at the edge of the board: what was done and can be undone, and what another counter has done instead. */
import { atom, type Store } from 'jotai';
import type { StepChange } from './changes.ts';

export interface Notice {
  id: string;
  text: string;
  /** The change that 'Urungkan' takes back. */
  undo?: StepChange;
  /** How long it stays, in ms. */
  ms: number;
}

/** The newest last. */
export const noticesAtom = atom<readonly Notice[]>([]);

/** How many notices are shown at once: more would cover the board. */
const most = 3;

/** How long a notice stays that only says something, in ms. */
const readingTime = 10_000;

/** Shows a notice in place of the one with the same id. */
export function showNotice(store: Store, { id, text, undo, ms = readingTime }: Omit<Notice, 'ms'> & { ms?: number }) {
  const others = store.get(noticesAtom).filter((notice) => notice.id !== id);
  store.set(noticesAtom, [...others, { id, text, ms, ...(undo && { undo }) }].slice(-most));
}

export function removeNotice(store: Store, id: string) {
  store.set(
    noticesAtom,
    store.get(noticesAtom).filter((notice) => notice.id !== id),
  );
}
