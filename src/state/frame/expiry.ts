import { atom, type Getter } from 'jotai';
import { onVisible } from '../connection/visibility.ts';

/**
 * When the customer last came to the page, in ms. An installed shop stays open for days, so what holds for some hours
 * is judged anew at each return.
 */
const lastVisibleAtom = atom(Date.now());

lastVisibleAtom.onMount = (set) => {
  const seen = () => set(Date.now());
  seen();
  return onVisible(seen);
};

/**
 * Whether what began at `began` (ms since 1970) still holds, `holdsFor` ms later. A moment in the future counts by its
 * distance, since the clock was set back (fault F15).
 */
export const stillHolds = (get: Getter, began: number, holdsFor: number) =>
  Math.abs(get(lastVisibleAtom) - began) < holdsFor;
