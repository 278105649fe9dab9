/** The kitchen ticket that is printed now. */
import { atom, type Store } from 'jotai';
import type { CounterOrder } from '#core/counter';
import { countPrint } from './send-changes.ts';

/** `isReprint`: there is one in the kitchen already, perhaps from another counter. */
export const ticketAtom = atom<{ order: CounterOrder; isReprint: boolean }>();

/** Prints an order's ticket; the shop counts it, whether the printer has paper or not. */
export function printTicket(store: Store, order: CounterOrder) {
  store.set(ticketAtom, { order, isReprint: order.prints > 0 });
  countPrint(store, order);
}
