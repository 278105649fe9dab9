/** What the customer chose on the way to 'Bayar': where to, and by whom. */
import { atom } from 'jotai';
import type { Address, Order, PaymentMethod } from '#core/contract';
import { orderFrom } from '#core/order';
import { type Handover, handoverOf, shop } from '#core/shop';
import { cartAtom } from './cart.ts';
import { banksAtom, miniMarketsAtom } from './catalogue.ts';
import type { Kept } from './kept.ts';
import { ownAtom, sessionAtom } from './session.ts';
import { keeping, storedAtom } from './stored-atom.ts';

/** The address the next order goes to; undefined until the device was read, null when none was chosen. */
export const addressAtom = storedAtom('address');

/** Keeps the address the next order goes to. */
export const chooseAddressAtom = keeping('address');

/** How the order reaches its customer, and the table it is brought to (decision O13). */
type KeptHandover = Kept['handover'];

const keptChoiceAtom = storedAtom('handover');
const keepChoiceAtom = keeping('handover');

/** A table of last week is not where the customer sits now. */
const choiceLasts = 6 * 60 * 60_000;

/** What was touched last: the id of a way, or 'courier' while none of them is chosen. */
export const choiceAtom = atom((get): Pick<KeptHandover, 'handover' | 'table'> => {
  const kept = get(keptChoiceAtom);
  return kept && Math.abs(Date.now() - kept.chosenAt) < choiceLasts ? kept : { handover: '', table: '' };
});

/** Fees that the shop named instead of this page's own, and the customer agreed to; by courier, in rupiah. */
export const agreedFeesAtom = ownAtom<Record<string, number>>({});

/** The chosen way, if this shop (still) offers it; it survives a reload on the way to the payment screen. */
export const handoverAtom = atom((get): Handover | undefined => {
  const handover = handoverOf(get(choiceAtom).handover);
  return handover && { ...handover, fee: get(agreedFeesAtom)[handover.id] ?? handover.fee };
});

/** The table number as typed or as the QR code said; empty when none. */
export const tableAtom = atom((get) => get(choiceAtom).table);

export const chooseHandoverAtom = atom(
  null,
  async (get, set, choice: Partial<Pick<KeptHandover, 'handover' | 'table'>>) => {
    const { handover, table } = get(choiceAtom);
    // Whoever wants it brought keeps the courier they chose.
    if (choice.handover === 'courier' && get(handoverAtom)?.kind === 'courier') return;
    await set(keepChoiceAtom, { handover, table, ...choice, chosenAt: Date.now() });
  },
);

/** A table of this shop as `?meja=` names it; empty for anything else. */
export const tableOf = (text: string) => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= shop.tables ? `${number}` : '';
};

/** Where the order goes: the chosen address, or a place in the store in the specified shape (decision O13). */
export const destinationAtom = atom((get): Address | undefined => {
  const handover = get(handoverAtom);
  const session = get(sessionAtom);
  if (!handover || !session) return undefined;
  if (handover.kind === 'courier') return get(addressAtom) ?? undefined;
  const { fullName, phoneNumber } = session.user;
  const fullStreet = handover.kind === 'pickup' ? 'Ambil di toko' : `Meja ${tableOf(get(tableAtom))}`;
  return { fullName, phoneNumber, fullStreet, provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
});

/** What an order still needs before it can be paid, in the order in which it is asked for (decision O11). */
export type Missing = 'items' | 'handover' | 'table' | 'address';

export const missingAtom = atom((get): Missing | undefined => {
  if (get(cartAtom).length === 0) return 'items';
  const handover = get(handoverAtom);
  if (!handover) return 'handover';
  if (handover.kind === 'dine-in' && !tableOf(get(tableAtom))) return 'table';
  return get(destinationAtom) ? undefined : 'address';
});

/** A payment method among all of them: somebody else's API may number each of the two lists from 1. */
export const methodKey = (folder: 'banks' | 'mini-markets', { _id }: PaymentMethod) => `${folder}/${_id}`;

const methodKeyAtom = ownAtom('');

/** The bank or mini-market chosen on the payment screen, as its list has it; set by its key. */
export const chosenMethodAtom = atom(
  (get): PaymentMethod | undefined =>
    get(banksAtom).data?.find((bank) => methodKey('banks', bank) === get(methodKeyAtom)) ??
    get(miniMarketsAtom).data?.find((market) => methodKey('mini-markets', market) === get(methodKeyAtom)),
  (_get, set, key: string) => set(methodKeyAtom, key),
);

/** The order as it would be sent now; undefined while something is missing. */
export const orderAtom = atom((get): Order | undefined => {
  const handover = get(handoverAtom);
  const address = get(destinationAtom);
  const paymentMethod = get(chosenMethodAtom);
  if (get(missingAtom) || !handover || !address || !paymentMethod) return undefined;
  return orderFrom({ cart: get(cartAtom), handover, address, paymentMethod });
});
