import { atom } from 'jotai';
import { validity } from '../frame/expiry.ts';
import { storedAtom } from '../storage/stored-atom.ts';
import type { Addition } from './cart.ts';

const storedWantedAtom = storedAtom('wanted');

/** How long a wanted product is remembered, in ms: later, another visitor may log in. */
const wantedLasts = 60 * 60_000;

/**
 * The product that a visitor wanted. It is put into the cart right after login, even after a reload of the
 * page (decision C6).
 */
export const wantedProductAtom = atom(
  (get) => {
    const wanted = get(storedWantedAtom);
    return wanted && validity(get)(wanted.wantedAt, wantedLasts) ? wanted.product : null;
  },
  (_get, set, product: Addition | null) => set(storedWantedAtom, { product, wantedAt: Date.now() }),
);
