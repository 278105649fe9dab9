/** The handover of the next order, chosen on the menu or on the way to 'Bayar'. */
import { atom } from 'jotai';
import { isSame } from '#core/canonical';
import { type HandoverRequest, handoverRequest } from '#core/handover-request';
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
  (
    get,
    set,
    choice: Partial<Pick<StoredHandover, 'handover' | 'table' | 'agreedStart'>>,
    entries: string[] = get(storedChoiceAtom)?.entries ?? [],
  ) => {
    // 'Delivery' does not change a courier that was chosen before.
    const keepsCourier = choice.handover === 'courier' && get(handoverAtom)?.kind === 'courier';
    const changed = { ...get(choiceAtom), ...(!keepsCourier && choice), asksTable: false };
    return set(storedChoiceAtom, { ...changed, chosenAt: Date.now(), entries });
  },
);

/** Whether the device was read, so that earlier choices are known. */
export const isChoiceKnownAtom = atom((get) => get(storedChoiceAtom) !== undefined);

/** How many history entries are remembered whose requests were applied. */
const maxEntries = 20;

/** The request in the URL before this one. */
const requestBeforeAtom = atom<HandoverRequest>();

/**
 * Applies the request in the URL of a history entry, once for each entry. Returns a request that this shop cannot
 * fulfil, which has deleted an older choice. The entry may be unknown until the router has loaded; a choice does not wait
 * for that.
 */
export const requestHandoverAtom = atom(null, (get, set, search: Pick<Search, 'meja' | 'layanan'>, entry?: string) => {
  const request = handoverRequest(search);
  // The same URL, whose entry is known now; or another parameter was replaced, which makes a new entry.
  const isRepeated = isSame(request, get(requestBeforeAtom));
  set(requestBeforeAtom, request);
  const stored = get(storedChoiceAtom);
  // Going back to such a URL, or reloading it, must not undo a later choice.
  if (!request || (entry && stored?.entries.includes(entry))) return undefined;
  const entries = [...(stored?.entries ?? []), ...(entry ? [entry] : [])].slice(-maxEntries);
  if (isRepeated) {
    if (stored) void set(storedChoiceAtom, { ...stored, entries });
    return undefined;
  }
  if (!('refused' in request)) {
    void set(chooseHandoverAtom, request, entries);
    return undefined;
  }
  const asksTable = request.refused === 'table';
  // An unknown service does not change the table.
  const refused = { ...get(choiceAtom), handover: '', ...(asksTable && { table: '' }), asksTable };
  void set(storedChoiceAtom, { ...refused, chosenAt: Date.now(), entries });
  return request;
});
