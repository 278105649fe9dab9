import { atom } from 'jotai';
import type { Product } from '#core/contract';
import { stillHolds } from '../frame/expiry.ts';
import { storedValueAtom } from '../storage/stored-atom.ts';

const storedWantedAtom = storedValueAtom('wanted');

/** How long a wanted product is remembered, in ms: later it may be another visitor who logs in. */
const wantedLasts = 60 * 60_000;

/**
 * The product that a visitor wanted, offered again right after login, whatever became of the page meanwhile
 * (decision C6).
 */
export const wantedProductAtom = atom(
  (get) => {
    const wanted = get(storedWantedAtom);
    return wanted && stillHolds(get, wanted.wantedAt, wantedLasts) ? wanted.product : null;
  },
  (_get, set, product: Product | null) => set(storedWantedAtom, { product, wantedAt: Date.now() }),
);
