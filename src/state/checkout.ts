/** What the customer chose on the way to 'Bayar': where to, and by whom. */
import { atom } from 'jotai';
import * as v from 'valibot';
import {
  Address,
  customerOf,
  type NewAddress,
  type Order,
  type PaymentMethod,
  type PlacedOrder,
  type Quote,
  type Region,
} from '#core/contract';
import { orderFrom } from '#core/order';
import { type Handover, handoverOf, shop } from '#core/shop';
import { addAddress, getAddresses, getOrders, getRegions, hostIsKedai, type RegionLevel } from '#device/api';
import { agreeToAge, deliver, type Intent, keepIntent, recentTwin } from '#device/outbox';
import { change } from '#device/store';
import { cartAtom, repriceAtom } from './cart.ts';
import { banksAtom, menuAtom, miniMarketsAtom } from './catalogue.ts';
import { type Resource, resource } from './resource.ts';
import { sessionAtom } from './session.ts';
import { deviceKeepsAtom, storedAtom } from './stored-atom.ts';

/** The address the next order goes to; undefined until the device was read, null when none was chosen. */
export const addressAtom = storedAtom('address', Address);

/** Keeps the address the next order goes to. */
export const chooseAddressAtom = atom(null, async (_get, set, address: Address) => {
  set(addressAtom, address);
  await change({ address: Address }, () => ({ address })).catch((failure: unknown) => {
    console.warn('The address lives in this tab only', failure);
    set(deviceKeepsAtom, false);
  });
});

/** How the order reaches its customer, and the table it is brought to (decision O13). */
const HandoverChoice = v.object({ handover: v.string(), table: v.string(), chosenAt: v.number() });
type HandoverChoice = v.InferOutput<typeof HandoverChoice>;

const keptChoiceAtom = storedAtom('handover', HandoverChoice);

/** A table of last week is not where the customer sits now. */
const choiceLasts = 6 * 60 * 60_000;

const choiceAtom = atom((get): Pick<HandoverChoice, 'handover' | 'table'> => {
  const kept = get(keptChoiceAtom);
  return kept && Math.abs(Date.now() - kept.chosenAt) < choiceLasts ? kept : { handover: '', table: '' };
});

/** Fees that the shop named instead of this page's own, and the customer agreed to; by courier, in rupiah. */
const agreedFeesAtom = atom<Record<string, number>>({});

/** The chosen way, if this shop (still) offers it; it survives a reload on the way to the payment screen. */
export const handoverAtom = atom((get): Handover | undefined => {
  const handover = handoverOf(get(choiceAtom).handover);
  return handover && { ...handover, fee: get(agreedFeesAtom)[handover.id] ?? handover.fee };
});

/** The table number as typed or as the QR code said; empty when none. */
export const tableAtom = atom((get) => get(choiceAtom).table);

export const chooseHandoverAtom = atom(
  null,
  async (get, set, choice: Partial<Pick<HandoverChoice, 'handover' | 'table'>>) => {
    const { handover, table } = get(choiceAtom);
    const next = { handover, table, ...choice, chosenAt: Date.now() };
    set(keptChoiceAtom, next);
    await change({ handover: HandoverChoice }, () => ({ handover: next })).catch((failure: unknown) => {
      console.warn('The choice lives in this tab only', failure);
      set(deviceKeepsAtom, false);
    });
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

const methodIdAtom = atom('');

/** The bank or mini-market chosen on the payment screen, as its list has it; set by its `_id`. */
export const chosenMethodAtom = atom(
  (get): PaymentMethod | undefined => {
    const methods = [...(get(banksAtom).data ?? []), ...(get(miniMarketsAtom).data ?? [])];
    return methods.find(({ _id }) => _id === get(methodIdAtom));
  },
  (_get, set, id: string) => set(methodIdAtom, id),
);

/** The order as it would be sent now; undefined while something is missing. */
export const orderAtom = atom((get): Order | undefined => {
  const handover = get(handoverAtom);
  const address = get(destinationAtom);
  const paymentMethod = get(chosenMethodAtom);
  if (get(missingAtom) || !handover || !address || !paymentMethod) return undefined;
  return orderFrom({ cart: get(cartAtom), handover, address, paymentMethod });
});

/** An atom whose value only the customer it belongs to sees; to anybody else it is `nothing`. */
function ownAtom<T>(nothing: T) {
  const held = atom<Record<string, T>>({});
  const customerAtom = atom((get) => {
    const session = get(sessionAtom);
    return session ? customerOf(session) : '';
  });
  return atom(
    (get) => get(held)[get(customerAtom)] ?? nothing,
    (get, set, value: T, customer?: string) => {
      const owner = customer ?? get(customerAtom);
      if (owner) set(held, { ...get(held), [owner]: value });
    },
  );
}

/** The order that was placed last in this tab, until the customer dismisses it (decision C5). */
export const lastOrderAtom = ownAtom<PlacedOrder | null>(null);

/** What 'Bayar' started: whether it is on its way now, and what became of it. */
export interface Payment {
  sending: boolean;
  intent?: Intent;
  /** The session it was sent with. */
  token?: string;
  /** Nothing could be written to this device, so nothing was sent either. */
  notKept?: boolean;
  /** Whether the host knows keys, so that sending the very same order again can never make a second one. */
  safeAgain?: boolean;
}

export const paymentAtom = ownAtom<Payment>({ sending: false });

/** What only the customer can decide on the way; each resolves with whether to go on. */
export interface PaymentQuestions {
  /** The very same order was accepted a moment ago (decision O8). */
  sameAgain: (accepted: PlacedOrder | undefined) => Promise<boolean>;
  /** It may have arrived, and this host could make a second one of it (decision O2). */
  sendAgain: () => Promise<boolean>;
}

/**
 * Keeps the order and sends it (decision O2); resolves with what became of it. Undefined when nothing was sent: one is
 * already on its way, the customer decided so, or this device could not keep it.
 */
export const payAtom = atom(null, async (get, set, order: Order, ask: PaymentQuestions) => {
  const session = get(sessionAtom);
  if (!session || get(paymentAtom).sending) return undefined;
  const customer = customerOf(session);
  const before = get(paymentAtom);
  set(paymentAtom, { sending: true }, customer);

  let kept: Intent;
  try {
    const twin = await recentTwin(session, order);
    if (twin && !(await ask.sameAgain(twin.order))) {
      set(paymentAtom, before, customer);
      return undefined;
    }
    kept = await keepIntent(session, order);
  } catch (failure) {
    console.error('The order could not be kept, so it was not sent', failure);
    set(paymentAtom, { sending: false, notKept: true }, customer);
    return undefined;
  }

  let intent = await delivered(kept, deliver(kept.id));
  const safeAgain = await hostIsKedai();
  const mayDouble = kept.everSent && !safeAgain;
  if (intent.state === 'unsure' && mayDouble && (await ask.sendAgain())) {
    intent = await delivered(kept, deliver(kept.id, { agreed: true }));
  } else if (intent.state === 'too_old' && (!mayDouble || (await ask.sendAgain()))) {
    // Who presses 'Bayar' now has answered 'Masih mau?' (decision O4).
    intent = await delivered(kept, agreeToAge(kept.id));
  }
  set(paymentAtom, { sending: false, intent, safeAgain, token: session.token }, customer);
  if (intent.state === 'accepted' && intent.order) set(lastOrderAtom, placedFrom(order, intent.order), customer);
  return intent;
});

const delivered = (kept: Intent, delivery: Promise<Intent>): Promise<Intent> =>
  delivery.catch((failure) => {
    console.error('What became of the order could not be kept', failure);
    return { ...kept, everSent: true, state: 'unsure' };
  });

/** A plain host may answer with little more than a number: the rest is what was sent. */
const placedFrom = (sent: Order, placed: PlacedOrder): PlacedOrder => ({
  ...placed,
  totalQty: placed.totalQty || sent.totalQty,
  totalShopping: placed.totalShopping || sent.totalShopping,
  paymentMethod: placed.paymentMethod ?? sent.paymentMethod,
});

/** Takes the shop's new prices and fee over (decision O5); resolves with the order as it is then. */
export const agreeToQuoteAtom = atom(null, async (get, set, { lines, delivery_fee: fee }: Quote) => {
  const handover = get(handoverAtom);
  if (handover) set(agreedFeesAtom, { ...get(agreedFeesAtom), [handover.id]: fee });
  set(paymentAtom, { sending: false });
  void set(menuAtom);
  await set(repriceAtom, lines);
  return get(orderAtom);
});

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

const regions = new Map<string, ReturnType<typeof regionResource>>();
const regionResource = (level: RegionLevel, parent: string) =>
  resource(() => getRegions(level, level === 'provinces' ? undefined : parent));

const nothingBelow = atom(
  (): Resource<Region[]> => ({ status: 'idle' }),
  async () => undefined,
);

/** The regions of a level below `parent` (empty for the provinces), loaded when first shown; idle below nothing. */
export function regionsAtom(level: RegionLevel, parent = '') {
  if (level !== 'provinces' && parent === '') return nothingBelow;
  const name = `${level}/${parent}`;
  const known = regions.get(name) ?? regionResource(level, parent);
  regions.set(name, known);
  return known;
}
