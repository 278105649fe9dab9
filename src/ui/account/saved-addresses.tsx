import { useAtom, useAtomValue } from 'jotai';
import { useState } from 'react';
import type { UnsavedAddress } from '#device/unsaved-address';
import { changedAddressesAtom } from '../../state/account/address-changes.ts';
import { unsavedAddressesAtom } from '../../state/account/new-addresses.ts';
import { addressesAtom } from '../../state/account/private-lists.ts';
import { CustomerListNotice, itemsOf } from './customer-list.tsx';
import { UnsavedAddressEditor } from './edit-address.tsx';

/**
 * The customer's addresses for the account and the checkout: those in the account, and those that are only on this
 * phone.
 */
export function useSavedAddresses() {
  const [list, reload] = useAtom(addressesAtom);
  const unsaved = useAtomValue(unsavedAddressesAtom);
  const changed = useAtomValue(changedAddressesAtom);
  const [edited, setEdited] = useState<UnsavedAddress>();
  const saved = itemsOf(list) && changed;

  return {
    /** As the customer has left them; undefined while unknown. */
    saved,
    unsaved,
    /** Opens the form of an unsaved address; `editor` is that form. */
    edit: setEdited,
    editor: edited && <UnsavedAddressEditor unsaved={edited} close={() => setEdited(undefined)} />,
    count: (saved?.length ?? 0) + unsaved.length,
    /** The line above them. */
    notice: <CustomerListNotice list={list} retry={() => reload()} name="Alamat" />,
    /** Whether they are loaded or have failed: before that nothing is shown below them, so that nothing moves. */
    isSettled: Boolean(list.data || list.failure),
  };
}
