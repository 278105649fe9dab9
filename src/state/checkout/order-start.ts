/** When an order that is fetched or eaten in the store can begin (decision O13). */
import { atom } from 'jotai';
import { startAt } from '#core/opening';
import { combined, onVisible } from '../frame/event-listener.ts';
import { choiceAtom, chooseHandoverAtom, handoverAtom } from './handover.ts';

/** The current minute since 1970; 0 until it is shown, since a prerendered page does not know it. */
const minuteAtom = atom(0);

minuteAtom.onMount = (set) => {
  const now = () => set(Math.floor(Date.now() / 60_000));
  now();
  const timer = setInterval(now, 15_000);
  return combined(onVisible(now), () => clearInterval(timer));
};

/** As `startAt`, for the chosen handover: empty for a courier, too. */
export const startAtom = atom((get) => {
  const minute = get(minuteAtom);
  const handover = get(handoverAtom);
  return minute > 0 && handover && handover.kind !== 'courier' ? startAt(new Date(minute * 60_000)) : '';
});

const timeOf = (start: string) => start.slice(-5);

/** Whether the customer has agreed to a start, at the time that it has now. */
export const isStartAgreedAtom = atom(
  (get) => (start: string) => start === '' || get(choiceAtom).agreedStart === timeOf(start),
  (_get, set, start: string) => set(chooseHandoverAtom, { agreedStart: timeOf(start) }),
);
