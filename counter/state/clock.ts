/** The server's clock, from which ages are counted: that of a tablet may be wrong. */
import { atom } from 'jotai';
import { boardAtom } from './known-board.ts';

/** This device's clock, every few seconds. */
const deviceClockAtom = atom(Date.now());
deviceClockAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), 5_000);
  return () => clearInterval(timer);
};

/** The server's clock in ms since 1970. */
export const serverClockAtom = atom((get) => get(deviceClockAtom) + (get(boardAtom)?.aheadBy ?? 0));
