/** The saved addresses as the customer has left them: edits and deletions are shown before the shop has them (decision F5). */
import { atom } from 'jotai';
import type { NewAddress, SavedAddress } from '#core/contract';
import { customerOf } from '#core/customer';
import { addressChanges, changeAddress, undoAddressChange } from '#device/address-changes';
import { withChanges } from '#device/pending-address';
import { readDeviceAtom, written } from '../storage/stored-atom.ts';
import { storedPerCustomer } from './per-customer-atom.ts';
import { addressesAtom } from './private-lists.ts';
import { customerAtom, loggedIn, sessionAtom } from './session.ts';

/** The customer's changes that the shop may not know yet, as they were last read; setting it reads them again. */
export const addressChangesAtom = storedPerCustomer(addressChanges.of);

/** The account's addresses with these changes. */
export const changedAddressesAtom = atom((get) =>
  withChanges(get(addressesAtom).data?.items ?? [], get(addressChangesAtom)),
);

/**
 * Replaces an address or, without a new one, deletes it; see `changeAddress`. Undefined: its customer has logged out.
 */
export const changeAddressAtom = atom(
  null,
  async (get, set, before: SavedAddress & { _id: string }, address: NewAddress | undefined) => {
    const session = loggedIn(get(sessionAtom));
    try {
      const outcome = await changeAddress(session, before, address);
      return get(customerAtom) === customerOf(session) ? outcome : undefined;
    } finally {
      // It may have been the chosen address of the next order.
      await set(readDeviceAtom);
      await set(addressesAtom);
      await set(addressChangesAtom);
    }
  },
);

/** Deletes a change that the customer no longer wants. */
export const undoAddressChangeAtom = atom(null, async (_get, set, id: string) => {
  if (await written(set, undoAddressChange(id))) await set(readDeviceAtom);
  await set(addressChangesAtom);
});
