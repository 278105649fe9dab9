/** The handover of the next order, chosen on the menu or on the way to 'Bayar'. */
import { atom } from 'jotai';
import { handoverRequest } from '#core/handover-request';
import { handoverOf, handovers, tableOf } from '#core/shop';
import type { Search } from '../catalogue/search.ts';
import { validity } from '../frame/expiry.ts';
import { type PersistedState, storedAtom } from '../storage/stored-atom.ts';

/** The handover's id, and the table it is brought to (decision O13). */
type StoredHandover = PersistedState['handover'];

const storedChoiceAtom = storedAtom('handover');

/** How long a choice is valid, in ms: the customer no longer sits at the table of last week. */
const choiceValidFor = 6 * 60 * 60_000;

const nothingChosen = { handover: '', table: '', asksTable: false, agreedStart: '' };

/**
 * The last choice that is still valid: a handover's id, 'courier' while no courier is chosen, or '' for nothing; the
 * table; whether the URL named a table that this shop does not have, so that its number is requested; and the agreed start.
 */
export const choiceAtom = atom((get): Pick<StoredHandover, keyof typeof nothingChosen> => {
  const stored = get(storedChoiceAtom);
  return stored && validity(get)(stored.chosenAt, choiceValidFor) ? stored : nothingChosen;
});

/** The shop's new fees that the customer agreed to, by courier, in rupiah; they replace this page's own. */
export const agreedFeesAtom = atom<ReadonlyMap<string, number>>(new Map());

/** What the shop offers, at the newest fees that are known here. */
export const handoversAtom = atom((get) =>
  handovers.map((handover) => ({ ...handover, fee: get(agreedFeesAtom).get(handover.id) ?? handover.fee })),
);

/** The chosen handover, if this shop (still) offers it; it survives a reload on the way to the payment screen. */
export const handoverAtom = atom((get) => get(handoversAtom).find(({ id }) => id === get(choiceAtom).handover));

/** The table number, as typed or from the QR code; empty without one. */
export const tableAtom = atom((get) => get(choiceAtom).table);

/** The number of the shop's table where the customer sits; empty while it is not known. */
export const knownTableAtom = atom((get) => tableOf(get(tableAtom)));

/** Whether the customer eats in at a known table: then the checkout needs no step for the handover (decision O13). */
export const isAtTableAtom = atom((get) => get(handoverAtom)?.kind === 'dine-in' && get(knownTableAtom) !== '');

/** Where 'Checkout' on the menu leads: at a known table straight to payment (decision O13). */
export const checkoutPathAtom = atom((get) => (get(isAtTableAtom) ? '/carts/payment' : '/carts'));

/** Whether the table's number is requested: the customer eats in, or used the code of a table that does not exist. */
export const isTableAskedAtom = atom((get) => {
  const handover = get(handoverAtom);
  return handover ? handover.kind === 'dine-in' : get(choiceAtom).asksTable && handoverOf('dine-in') !== undefined;
});

/** Chooses a handover, a table, or a start. */
export const chooseHandoverAtom = atom(
  null,
  (get, set, choice: Partial<Pick<StoredHandover, 'handover' | 'table' | 'agreedStart'>>) => {
    const { handover, table, agreedStart } = get(choiceAtom);
    // 'Delivery' does not change a courier that was chosen before.
    const keepsCourier = choice.handover === 'courier' && get(handoverAtom)?.kind === 'courier';
    return set(storedChoiceAtom, {
      ...{ handover, table, agreedStart, ...(!keepsCourier && choice) },
      asksTable: false,
      chosenAt: Date.now(),
    });
  },
);

/** Whether the device was read, so that earlier choices are known. */
export const isChoiceKnownAtom = atom((get) => get(storedChoiceAtom) !== undefined);

/** Applies the request in a URL. Returns one that this shop cannot fulfil, which has deleted an older choice. */
export const requestHandoverAtom = atom(null, (get, set, search: Pick<Search, 'meja' | 'layanan'>) => {
  const request = handoverRequest(search);
  if (!request) return undefined;
  if (!('refused' in request)) return void set(chooseHandoverAtom, request);
  const isTable = request.refused === 'table';
  const { table, agreedStart } = get(choiceAtom);
  void set(storedChoiceAtom, {
    handover: '',
    // An unknown service does not change the table.
    table: isTable ? '' : table,
    asksTable: isTable,
    agreedStart,
    chosenAt: Date.now(),
  });
  return request;
});
