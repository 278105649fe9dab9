/** A customer's own addresses and orders. */
import { atom } from 'jotai';
import type { NewAddress } from '#core/contract';
import { addAddress, getAddresses, getOrders } from '#device/api';
import { resource } from './resource.ts';
import { sessionAtom } from './session.ts';

const tokenOf = (session: { token: string } | null | undefined) => {
  if (!session) throw new Error('Nobody is logged in');
  return session.token;
};

/** The customer's saved addresses. */
export const addressesAtom = resource((get) => getAddresses(tokenOf(get(sessionAtom))), sessionAtom);

/** The customer's orders. */
export const ordersAtom = resource((get) => getOrders(tokenOf(get(sessionAtom))), sessionAtom);

/** Saves an address to the account; rejects as `POST /delivery-address` does. */
export const addAddressAtom = atom(null, (get, _set, address: NewAddress) =>
  addAddress(tokenOf(get(sessionAtom)), address),
);
