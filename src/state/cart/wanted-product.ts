import { atom } from 'jotai';
import type { Product } from '#core/contract';
import { stillHolds } from '../frame/expiry.ts';
import { storedValueAtom } from '../storage/stored-atom.ts';

const storedWantedAtom = storedValueAtom('wanted');

/** How long a wanted product is remembered, in ms: later, another visitor may log in. */
const wantedLasts = 60 * 60_000;

/**
 * The product that a visitor wanted. It is offered again right after login, even after a reload of the page
 * (decision C6).
 */
export const wantedProductAtom = atom(
  (get) => {
    const wanted = get(storedWantedAtom);
    return wanted && stillHolds(get, wanted.wantedAt, wantedLasts) ? wanted.product : null;
  },
  (_get, set, product: Product | null) => set(storedWantedAtom, { product, wantedAt: Date.now() }),
);
