import { atom } from 'jotai';
import { combined, onVisible } from './event-listener.ts';

/** The current minute since 1970; undefined in a prerendered page, where it would be the build's. */
export const minuteAtom = atom<number>();

minuteAtom.onMount = (set) => {
  const now = () => set(Math.floor(Date.now() / 60_000));
  now();
  const timer = setInterval(now, 15_000);
  return combined(onVisible(now), () => clearInterval(timer));
};
