/** How the next order reaches its customer: what they chose on the menu or on the way to 'Bayar'. */
import { atom } from 'jotai';
import { type Handover, handoverOf, shop } from '#core/shop';
import { stillHolds } from './came-back.ts';
import type { Kept } from './kept.ts';
import { ownAtom } from './session.ts';
import { keeping, storedAtom } from './stored-atom.ts';

/** The table it is brought to, too (decision O13). */
type KeptHandover = Kept['handover'];

const keptChoiceAtom = storedAtom('handover');
const keepChoiceAtom = keeping('handover');

/** A table of last week is not where the customer sits now. */
const choiceLasts = 6 * 60 * 60_000;

const nothingChosen = { handover: '', table: '' };

/** What was touched last: the id of a way, or 'courier' while none of them is chosen. */
export const choiceAtom = atom((get): Pick<KeptHandover, 'handover' | 'table'> => {
  const kept = get(keptChoiceAtom);
  return kept && stillHolds(get, kept.chosenAt, choiceLasts) ? kept : nothingChosen;
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

/** So many addresses that chose something are remembered. */
const mostEntries = 20;

/** Chooses a way, or a table; `entry` is that of the address that says so. Read, whether it is known what was chosen before. */
export const chooseHandoverAtom = atom(
  (get) => get(keptChoiceAtom) !== undefined,
  async (get, set, choice: Partial<Pick<KeptHandover, 'handover' | 'table'>>, entry?: string) => {
    const entries = get(keptChoiceAtom)?.entries ?? [];
    // What was chosen since stands, however often the customer comes back to that address or loads it again.
    if (entry && entries.includes(entry)) return;
    const { handover, table } = get(choiceAtom);
    // Whoever wants it brought keeps the courier they chose.
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
