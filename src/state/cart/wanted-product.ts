import { atom } from 'jotai';
import type { Product } from '#core/contract';
import { stillHolds } from '../frame/expiry.ts';
import { keeping, storedAtom } from '../storage/stored-atom.ts';

const storedWantedAtom = storedAtom('wanted');
const keepWantedAtom = keeping('wanted');

/** How long a wanted product is remembered, in ms: later it may be another visitor who logs in. */
const wantedLasts = 60 * 60_000;

/**
 * The product that a visitor wanted, offered again right after login, whatever became of the page meanwhile
 * (decision C6).
 */
export const wantedProductAtom = atom(
  (get) => {
    const kept = get(storedWantedAtom);
    return kept && stillHolds(get, kept.wantedAt, wantedLasts) ? kept.product : null;
  },
  (_get, set, product: Product | null) => set(keepWantedAtom, { product, wantedAt: Date.now() }),
);
