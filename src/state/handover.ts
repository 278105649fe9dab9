/** How the next order reaches its customer: what they chose on the menu or on the way to 'Bayar'. */
import { atom } from 'jotai';
import { type Handover, handoverOf, shop } from '#core/shop';
import { stillHolds } from './expiry.ts';
import type { Kept } from './kept.ts';
import { ownAtom } from './own-atom.ts';
import { keeping, storedAtom } from './stored-atom.ts';

/** The handover's id, and the table it is brought to (decision O13). */
type KeptHandover = Kept['handover'];

const keptChoiceAtom = storedAtom('handover');
const keepChoiceAtom = keeping('handover');

/** How long a choice holds, in ms: a table of last week is not where the customer sits now. */
const choiceLasts = 6 * 60 * 60_000;

const nothingChosen = { handover: '', table: '' };

/**
 * What was chosen last and still holds: a handover's id or 'courier' while no courier is chosen, '' for nothing; and
 * the table.
 */
export const choiceAtom = atom((get): Pick<KeptHandover, 'handover' | 'table'> => {
  const kept = get(keptChoiceAtom);
  return kept && stillHolds(get, kept.chosenAt, choiceLasts) ? kept : nothingChosen;
});

/** Fees that the shop named instead of this page's own, and the customer agreed to; by courier, in rupiah. */
export const agreedFeesAtom = ownAtom<ReadonlyMap<string, number>>(new Map());

/** The chosen way, if this shop (still) offers it; it survives a reload on the way to the payment screen. */
export const handoverAtom = atom((get): Handover | undefined => {
  const handover = handoverOf(get(choiceAtom).handover);
  return handover && { ...handover, fee: get(agreedFeesAtom).get(handover.id) ?? handover.fee };
});

/** The table number as typed or as the QR code said; empty when none. */
export const tableAtom = atom((get) => get(choiceAtom).table);

/** How many history entries that chose something are remembered. */
const mostEntries = 20;

/**
 * Set: chooses a handover, a table or both; `entry` is the history entry whose address asks for it, which does so only
 * once. Read: whether the device was read, so that it is known what was chosen before.
 */
export const chooseHandoverAtom = atom(
  (get) => get(keptChoiceAtom) !== undefined,
  async (get, set, choice: Partial<Pick<KeptHandover, 'handover' | 'table'>>, entry?: string) => {
    const entries = get(keptChoiceAtom)?.entries ?? [];
    // Going back to such an address, or reloading it, must not undo what was chosen since.
    if (entry && entries.includes(entry)) return;
    const { handover, table } = get(choiceAtom);
    // 'Delivery' leaves a courier that was chosen before as it is.
    const keepsCourier = choice.handover === 'courier' && get(handoverAtom)?.kind === 'courier';
    await set(keepChoiceAtom, {
      handover,
      table,
      ...(!keepsCourier && choice),
      chosenAt: Date.now(),
      entries: entry ? [...entries, entry].slice(-mostEntries) : entries,
    });
  },
);

/** A table of this shop as `?meja=` names it; empty for anything else. */
export const tableOf = (text: string) => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= shop.tables ? `${number}` : '';
};
