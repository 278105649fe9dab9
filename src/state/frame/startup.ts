import { atom } from 'jotai';

/** Whether the first screen is hydrated and the queued taps are repeated, so that files of the background may be loaded. */
export const isStartedAtom = atom(false);
