/** The order as it would be sent now: the cart, the address, the handover and the payment method. */
import { atom } from 'jotai';
import type { Address, Order, PaymentMethod } from '#core/contract';
import { orderFrom } from '#core/order';
import { tableOf } from '#core/table';
import { sessionAtom } from '../account/session.ts';
import { cartAtom } from '../cart/cart.ts';
import { banksAtom, miniMarketsAtom } from '../catalogue/catalogue.ts';
import { storedValueAtom } from '../storage/stored-atom.ts';
import { handoverAtom, isTableAskedAtom, tableAtom } from './handover.ts';

/** The address the next order goes to; undefined until the device was read, null when none was chosen. */
export const addressAtom = storedValueAtom('address');

/** The navigation after choosing an address; the URL names only the screen (specification §2). */
export const chosenAddress = {
  to: '/carts/delivery',
  state: { part: 'address' },
  resetScroll: false,
} as const;

/**
 * The order's `delivery_address`: the chosen address, or a place in the store in the same shape (decision O13);
 * undefined while it is not known.
 */
export const deliveryAddressAtom = atom((get): Address | undefined => {
  const handover = get(handoverAtom);
  const session = get(sessionAtom);
  if (!handover || !session) return undefined;
  if (handover.kind === 'courier') return get(addressAtom) ?? undefined;
  const { fullName, phoneNumber } = session.user;
  const fullStreet = handover.kind === 'pickup' ? 'Ambil di toko' : `Meja ${tableOf(get(tableAtom))}`;
  return { fullName, phoneNumber, fullStreet, provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
});

/** What an order still needs before it can be paid, in the sequence in which it is requested (decision O11). */
export type Missing = 'items' | 'handover' | 'table' | 'address';

/** The first thing that the order still needs; undefined when there is nothing. */
export const missingAtom = atom((get): Missing | undefined => {
  if (get(cartAtom).length === 0) return 'items';
  const handover = get(handoverAtom);
  // Before the handover: if nothing is chosen because a table's code was wrong, typing its number chooses dine-in.
  if (get(isTableAskedAtom) && !tableOf(get(tableAtom))) return 'table';
  if (!handover) return 'handover';
  return get(deliveryAddressAtom) ? undefined : 'address';
});

/** The key of a payment method; with the list's name, because another API may number each of the two lists from 1. */
export const methodKey = (folder: 'banks' | 'mini-markets', { _id }: PaymentMethod) => `${folder}/${_id}`;

const methodKeyAtom = storedValueAtom('method');

/**
 * The bank or mini-market that was chosen on the payment screen, from its list; set by its key, which survives a reload.
 */
export const chosenMethodAtom = atom(
  (get): PaymentMethod | undefined =>
    get(banksAtom).data?.find((bank) => methodKey('banks', bank) === get(methodKeyAtom)) ??
    get(miniMarketsAtom).data?.find((market) => methodKey('mini-markets', market) === get(methodKeyAtom)),
  (_get, set, key: string) => set(methodKeyAtom, key),
);

/** The order as it would be sent now; undefined while something is missing. */
export const orderAtom = atom((get): Order | undefined => {
  const handover = get(handoverAtom);
  const address = get(deliveryAddressAtom);
  const paymentMethod = get(chosenMethodAtom);
  if (get(missingAtom) || !handover || !address || !paymentMethod) return undefined;
  return orderFrom({ cart: get(cartAtom), handover, address, paymentMethod });
});
