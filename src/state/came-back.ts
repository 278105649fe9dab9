import { atom, type Getter } from 'jotai';
import { onSeen } from './seen.ts';

/** When the customer last came to the page, in ms: an installed shop stays open for days, and what holds for some hours ends all the same. */
const cameBackAtom = atom(Date.now());

cameBackAtom.onMount = (set) => {
  const seen = () => set(Date.now());
  seen();
  return onSeen(seen);
};

/** Whether what began at a moment still holds, which it does for so long; both in ms. Of a moment to come nobody knows how long ago it was (fault F15). */
export const stillHolds = (get: Getter, began: number, holdsFor: number) =>
  Math.abs(get(cameBackAtom) - began) < holdsFor;
