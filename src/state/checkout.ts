/** What the customer chose on the way to 'Bayar': where to, and by whom. */
import { atom } from 'jotai';
import * as v from 'valibot';
import { Address, type NewAddress } from '#core/contract';
import { type Handover, handoverOf, shop } from '#core/shop';
import { addAddress, getAddresses, getOrders, getRegions, type RegionLevel } from '#device/api';
import { change } from '#device/store';
import { resource } from './resource.ts';
import { sessionAtom } from './session.ts';
import { storedAtom } from './stored-atom.ts';

/** The address the next order goes to; undefined until the device was read, null when none was chosen. */
export const addressAtom = storedAtom('address', Address);

/** Keeps the address the next order goes to. */
export const chooseAddressAtom = atom(null, async (_get, set, address: Address) => {
  set(addressAtom, address);
  await change({ address: Address }, () => ({ address }));
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

/** The chosen way, if this shop (still) offers it; it survives a reload on the way to the payment screen. */
export const handoverAtom = atom((get): Handover | undefined => handoverOf(get(choiceAtom).handover));

/** The table number as typed or as the QR code said; empty when none. */
export const tableAtom = atom((get) => get(choiceAtom).table);

export const chooseHandoverAtom = atom(
  null,
  async (get, set, choice: Partial<Pick<HandoverChoice, 'handover' | 'table'>>) => {
    const { handover, table } = get(choiceAtom);
    const next = { handover, table, ...choice, chosenAt: Date.now() };
    set(keptChoiceAtom, next);
    await change({ handover: HandoverChoice }, () => ({ handover: next }));
  },
);

/** A table of this shop as `?meja=` names it; empty for anything else. */
export const tableOf = (text: string) => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= shop.tables ? `${number}` : '';
};

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

/** The regions of a level below `parent` (empty for the provinces), loaded when first shown. */
export function regionsAtom(level: RegionLevel, parent = '') {
  const name = `${level}/${parent}`;
  const known = regions.get(name) ?? regionResource(level, parent);
  regions.set(name, known);
  return known;
}
