import { atom, type Getter } from 'jotai';
import { onVisible } from './event-listener.ts';

/**
 * Changes whenever the page becomes visible again. An installed shop stays open for days, so values that are valid for
 * some hours are checked again at each return.
 */
const returnsAtom = atom({});

returnsAtom.onMount = (set) => {
  const seen = () => set({});
  seen();
  return onVisible(seen);
};

/**
 * Returns a function that says whether a value from `began` (ms since 1970), which is valid for `holdsFor` ms, is still
 * valid. A moment in the future counts by its distance, since the clock was set back (fault F15).
 */
export function validity(get: Getter) {
  get(returnsAtom);
  // Not the moment of the return: a value that is set hours later is new.
  const now = Date.now();
  return (began: number, holdsFor: number) => Math.abs(now - began) < holdsFor;
}
