import { atom } from 'jotai';
import { onSeen } from './seen.ts';

/** When the customer last came to the page, in ms: an installed shop stays open for days, and what holds for some hours ends all the same. */
export const cameBackAtom = atom(Date.now());

cameBackAtom.onMount = (set) => {
  const seen = () => set(Date.now());
  seen();
  return onSeen(seen);
};
