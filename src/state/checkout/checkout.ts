/** The order as it would be sent now: the cart, the address, the handover and the payment method; 'Pesan lagi', and when an order in the store begins. */
import { atom } from 'jotai';
import type { Address, Cart, PaymentMethod, Region } from '#core/contract';
import { isOutside } from '#core/delivery-area';
import { startAt } from '#core/opening';
import { orderFrom } from '#core/order';
import { withLinesAgain } from '#core/order-again';
import type { Order, PlacedOrder } from '#core/order-contract';
import { storeStreet } from '#core/store-place';
import { sessionAtom } from '../account/session.ts';
import { cartAtom, changeCartAtom, openCartAtom, subTotalAtom } from '../cart/cart.ts';
import { banksAtom, choicesAtom, menuAtom, miniMarketsAtom } from '../catalogue/catalogue.ts';
import { combined, onVisible } from '../frame/event-listener.ts';
import { storedAtom } from '../storage/stored-atom.ts';
import { choiceAtom, chooseHandoverAtom, handoverAtom, isTableAskedAtom, knownTableAtom } from './handover.ts';

/** The address the next order goes to; undefined until the device was read, null when none was chosen. */
export const addressAtom = storedAtom('address');

/** The navigation after choosing an address; the URL names only the screen (specification §2). */
export const chosenAddress = {
  to: '/carts/delivery',
  state: { part: 'address' },
  resetScroll: false,
} as const;

/** The regencies that `shop.config.json` names, as the build found them; empty: everywhere. */
export const deliveryRegencies: Region[] = JSON.parse(import.meta.env.DELIVERY_REGENCIES);

/** Whether the chosen address is one that no courier delivers to. */
export const isOutsideAtom = atom((get) => {
  const address = get(addressAtom);
  return Boolean(address && isOutside(address, deliveryRegencies));
});

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

/**
 * The order's `delivery_address`: the chosen address, or a place in the store in the same shape (decision O13);
 * undefined while it is not known, and for an address that no courier delivers to.
 */
export const deliveryAddressAtom = atom((get): Address | undefined => {
  const handover = get(handoverAtom);
  const session = get(sessionAtom);
  if (!handover || !session) return undefined;
  if (handover.kind === 'courier') return get(isOutsideAtom) ? undefined : (get(addressAtom) ?? undefined);
  const { fullName, phoneNumber } = session.user;
  const fullStreet = storeStreet(handover.kind, get(knownTableAtom), get(startAtom));
  return { fullName, phoneNumber, fullStreet, provinsi: '', kabupaten: '', kecamatan: '', kelurahan: '' };
});

/** What an order still needs before it can be paid, in the sequence in which it is requested (decision O11). */
export type Missing = 'items' | 'handover' | 'table' | 'address';

/** The first thing that the order still needs; undefined when there is nothing. */
export const missingAtom = atom((get): Missing | undefined => {
  if (get(cartAtom).length === 0) return 'items';
  const handover = get(handoverAtom);
  // Before the handover: if nothing is chosen because a table's code was wrong, typing its number chooses dine-in.
  if (get(isTableAskedAtom) && !get(knownTableAtom)) return 'table';
  if (!handover) return 'handover';
  return get(deliveryAddressAtom) ? undefined : 'address';
});

/** The key of a payment method; with the list's name, because another API may number each of the two lists from 1. */
export const methodKey = (folder: 'banks' | 'mini-markets', { _id }: PaymentMethod) => `${folder}/${_id}`;

/** The `methodKey` that was chosen last. */
export const methodKeyAtom = storedAtom('method');

/** Whether the method of an earlier order is known, if there is one: the device was read, and each list was loaded or could not be, also while it is tried again. */
export const areMethodsKnownAtom = atom(
  (get) =>
    get(methodKeyAtom) !== undefined &&
    [get(banksAtom), get(miniMarketsAtom)].every(({ data, failure }) => data || failure !== undefined),
);

/**
 * Whether no list that is still being loaded changes the order: what is pressed, sent and announced until then would be another one. A
 * prerendered page's menu, which was received at no time, has no choices.
 */
export const isOrderKnownAtom = atom((get) => {
  const { data, failure } = get(menuAtom);
  return get(areMethodsKnownAtom) && (data?.receivedAt !== undefined || failure !== undefined);
});

/** The bank or mini-market that was chosen on the payment screen, from its list. */
export const chosenMethodAtom = atom(
  (get): PaymentMethod | undefined =>
    get(banksAtom).data?.find((bank) => methodKey('banks', bank) === get(methodKeyAtom)) ??
    get(miniMarketsAtom).data?.find((market) => methodKey('mini-markets', market) === get(methodKeyAtom)),
);

/** The order's total in rupiah, with the fee of the chosen handover. */
export const totalAtom = atom((get) => get(subTotalAtom) + (get(handoverAtom)?.fee ?? 0));

/** Whether there is nothing to pay, which is known once a handover is chosen. */
export const isFreeAtom = atom((get) => get(handoverAtom) !== undefined && get(totalAtom) === 0);

/**
 * The order's `paymentMethod`: the chosen one. An order of Rp0 asks for none and names the shop's first one, because the
 * API needs the field (decision O15). Undefined while there is none.
 */
export const paymentMethodAtom = atom((get): PaymentMethod | undefined => {
  if (!get(isFreeAtom)) return get(chosenMethodAtom);
  const banks = get(banksAtom);
  // A mini-market only where there is no bank, so that the same order always names the same method.
  if (!banks.data && banks.status !== 'error') return undefined;
  return banks.data?.[0] ?? get(miniMarketsAtom).data?.[0];
});

/** The order as it would be sent now; undefined while something is missing. */
export const orderAtom = atom((get): Order | undefined => {
  const handover = get(handoverAtom);
  const address = get(deliveryAddressAtom);
  const paymentMethod = get(paymentMethodAtom);
  if (get(missingAtom) || !handover || !address || !paymentMethod) return undefined;
  return orderFrom({ cart: get(cartAtom), handover, address, paymentMethod, ...get(choicesAtom) });
});

/**
 * Puts what can still be had of an order into the cart, in place of what was ordered (decision M9). Resolves with the names of the products that cannot, of those
 * whose choices the order does not say, one that can be had with other choices, and whether anything was added; undefined when the menu is not known.
 */
export const orderAgainAtom = atom(null, async (get, set, lines: NonNullable<PlacedOrder['order_items']>) => {
  // The whole menu, and whether each product can be had today.
  const { data: menu } = get(menuAtom).data?.isOfToday ? get(menuAtom) : await set(menuAtom);
  if (!menu) return undefined;
  const before = get(openCartAtom);
  const { cart, ...outcome } = withLinesAgain(before, lines, menu.items, menu.choices?.options);
  if (cart !== before) {
    const transition = (stored: Cart) => withLinesAgain(stored, lines, menu.items, menu.choices?.options).cart;
    await set(changeCartAtom, { transition, adds: true });
  }
  return { ...outcome, isAdded: cart !== before };
});

const timeOf = (start: string) => start.slice(-5);

/** Whether the customer has agreed to a start, at the time that it has now. */
export const isStartAgreedAtom = atom(
  (get) => (start: string) => start === '' || get(choiceAtom).agreedStart === timeOf(start),
  (_get, set, start: string) => set(chooseHandoverAtom, { agreedStart: timeOf(start) }),
);
