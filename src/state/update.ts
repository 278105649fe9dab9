import { atom } from 'jotai';

/** Set while a new version waits: applies it and reloads this tab, no other. */
export const applyUpdateAtom = atom<{ apply: () => void } | null>(null);
