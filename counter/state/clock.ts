/** The shop's clock, from which ages are counted: that of a tablet may be wrong, or be corrected meanwhile. */
import { atom, type Store } from 'jotai';

/** How far the shop's clock is ahead of the time that this page is open, in ms; the device's own clock until the shop has told its time. */
const offsetAtom = atom(Date.now() - performance.now());

/** How long this page is open, in ms, every few seconds. */
const passedAtom = atom(performance.now());
passedAtom.onMount = (set) => {
  set(performance.now());
  const timer = setInterval(() => set(performance.now()), 5_000);
  return () => clearInterval(timer);
};

/** The shop's clock in ms since 1970, for what is shown. */
export const shopClockAtom = atom((get) => get(passedAtom) + get(offsetAtom));

/** The shop's clock now, in ms since 1970. */
export const shopTime = (store: Store) => performance.now() + store.get(offsetAtom);

/** To be called when the shop has told its time. */
export const setShopClock = (store: Store, time: number) => store.set(offsetAtom, time - performance.now());
