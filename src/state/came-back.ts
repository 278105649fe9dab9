import { atom } from 'jotai';

/** When the customer last came to the page, in ms: an installed shop stays open for days, and what holds for some hours ends all the same. */
export const cameBackAtom = atom(Date.now());

cameBackAtom.onMount = (set) => {
  const seen = () => {
    if (document.visibilityState === 'visible') set(Date.now());
  };
  seen();
  document.addEventListener('visibilitychange', seen);
  return () => document.removeEventListener('visibilitychange', seen);
};
