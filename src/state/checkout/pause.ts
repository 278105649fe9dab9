/** The pause of the shop, as it was last heard of (decision W12). */
import { atom } from 'jotai';

interface Pause {
  /** On this device's clock, in ms; undefined where it lasts until staff end it. */
  until: number | undefined;
  heardAt: number;
}

/** Undefined while the shop takes orders, as far as is known. */
export const pauseAtom = atom<Pause>();

/** For so long a pause is believed that was not heard of again, in ms. */
const believedFor = 10 * 60_000;

/** Whether the shop is to be shown as paused at `now`, in ms. */
export const isOn = ({ until, heardAt }: Pause, now: number) =>
  Math.abs(now - heardAt) < believedFor && (until === undefined || now < until);
