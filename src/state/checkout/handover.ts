/** How the next order reaches its customer: what they chose on the menu or on the way to 'Bayar'. */
import { atom } from 'jotai';
import { isSame } from '#core/canonical';
import { type HandoverRequest, handoverRequest } from '#core/handover-request';
import { type Handover, handoverOf } from '#core/shop';
import { perCustomerAtom } from '../account/per-customer-atom.ts';
import type { Search } from '../catalogue/search.ts';
import { stillHolds } from '../frame/expiry.ts';
import type { PersistedState } from '../storage/persisted-state.ts';
import { storedValueAtom } from '../storage/stored-atom.ts';

/** The handover's id, and the table it is brought to (decision O13). */
type StoredHandover = PersistedState['handover'];

const storedChoiceAtom = storedValueAtom('handover');

/** How long a choice holds, in ms: a table of last week is not where the customer sits now. */
const choiceLasts = 6 * 60 * 60_000;

const nothingChosen = { handover: '', table: '', asksTable: false };

/**
 * What was chosen last and still holds: a handover's id or 'courier' while no courier is chosen, '' for nothing; the
 * table; and whether the address named a table that this shop does not have, so that its number is asked for.
 */
export const choiceAtom = atom((get): Pick<StoredHandover, keyof typeof nothingChosen> => {
  const kept = get(storedChoiceAtom);
  return kept && stillHolds(get, kept.chosenAt, choiceLasts) ? kept : nothingChosen;
});

/** Fees that the shop named instead of this page's own, and the customer agreed to; by courier, in rupiah. */
export const agreedFeesAtom = perCustomerAtom<ReadonlyMap<string, number>>(new Map());

/** The chosen way, if this shop (still) offers it; it survives a reload on the way to the payment screen. */
export const handoverAtom = atom((get): Handover | undefined => {
  const handover = handoverOf(get(choiceAtom).handover);
  return handover && { ...handover, fee: get(agreedFeesAtom).get(handover.id) ?? handover.fee };
});

/** The table number as typed or as the QR code said; empty when none. */
export const tableAtom = atom((get) => get(choiceAtom).table);

/** Whether the table's number is asked for: the customer eats in, or came with the code of a table that does not exist. */
export const isTableAskedAtom = atom((get) => {
  const handover = get(handoverAtom);
  return handover ? handover.kind === 'dine-in' : get(choiceAtom).asksTable && handoverOf('dine-in') !== undefined;
});

/** Chooses a handover, a table or both. */
export const chooseHandoverAtom = atom(
  null,
  (
    get,
    set,
    choice: Partial<Pick<StoredHandover, 'handover' | 'table'>>,
    entries: string[] = get(storedChoiceAtom)?.entries ?? [],
  ) => {
    const { handover, table } = get(choiceAtom);
    // 'Delivery' leaves a courier that was chosen before as it is.
    const keepsCourier = choice.handover === 'courier' && get(handoverAtom)?.kind === 'courier';
    return set(storedChoiceAtom, {
      handover,
      table,
      ...(!keepsCourier && choice),
      asksTable: false,
      chosenAt: Date.now(),
      entries,
    });
  },
);

/** How many history entries whose addresses were answered are remembered. */
const mostEntries = 20;

/** What the address before this one asked for. */
const requestBeforeAtom = atom<HandoverRequest>();

/**
 * Set: does what the address of a history entry asks for, once for each entry; returns what this shop does not have,
 * which has undone an older choice. An entry is known once the router has come; nothing that is chosen waits for that.
 * Read: whether the device was read, so that it is known what was done before.
 */
export const requestHandoverAtom = atom(
  (get) => get(storedChoiceAtom) !== undefined,
  (get, set, search: Pick<Search, 'meja' | 'layanan'>, entry?: string) => {
    const request = handoverRequest(search);
    // The same address, whose entry is known now; or another of its parameters was replaced, which makes a new entry.
    const isRepeated = isSame(request, get(requestBeforeAtom));
    set(requestBeforeAtom, request);
    const kept = get(storedChoiceAtom);
    // Going back to such an address, or reloading it, must not undo what was chosen since.
    if (!request || (entry && kept?.entries.includes(entry))) return undefined;
    const entries = [...(kept?.entries ?? []), ...(entry ? [entry] : [])].slice(-mostEntries);
    if (isRepeated) {
      if (kept) void set(storedChoiceAtom, { ...kept, entries });
      return undefined;
    }
    if (!('refused' in request)) {
      void set(chooseHandoverAtom, request, entries);
      return undefined;
    }
    void set(storedChoiceAtom, {
      handover: '',
      // An unknown service says nothing about the table.
      table: request.refused === 'table' ? '' : get(choiceAtom).table,
      asksTable: request.refused === 'table',
      chosenAt: Date.now(),
      entries,
    });
    return request;
  },
);
