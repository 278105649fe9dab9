import { atom, type Getter } from 'jotai';
import { onVisible } from './event-listener.ts';

/**
 * When the page last became visible, in ms. An installed shop stays open for days, so values that are valid for some
 * hours are checked again at each return.
 */
const lastVisibleAtom = atom(Date.now());

lastVisibleAtom.onMount = (set) => {
  const seen = () => set(Date.now());
  seen();
  return onVisible(seen);
};

/**
 * Returns a function that says whether a value from `began` (ms since 1970), which is valid for `holdsFor` ms, is still
 * valid. A moment in the future counts by its distance, since the clock was set back (fault F15).
 */
export function validity(get: Getter) {
  const now = get(lastVisibleAtom);
  return (began: number, holdsFor: number) => Math.abs(now - began) < holdsFor;
}
