import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { SavedAddress } from '#core/contract';
import type { UnsavedAddress } from '#device/pending-address';
import { changedAddressesAtom } from '../../state/account/address-changes.ts';
import { unsavedAddressesAtom } from '../../state/account/new-addresses.ts';
import { addressesAtom } from '../../state/account/private-lists.ts';
import { CustomerListNotice, itemsOf } from './customer-list.tsx';
import { EditAddress, EditUnsavedAddress, UnsavedAddressEditor } from './edit-address.tsx';

/** An address of a list, and what is said and can be done below it. */
export interface ListedAddress {
  key: string | number;
  address: SavedAddress;
  below: ReactNode;
}

/**
 * The customer's addresses for the account and the checkout, as the customer has left them: those in the account, and those that are only on
 * this phone.
 */
export function useSavedAddresses() {
  const [list, reload] = useAtom(addressesAtom);
  const unsaved = useAtomValue(unsavedAddressesAtom);
  const changed = useAtomValue(changedAddressesAtom);
  const [edited, setEdited] = useState<UnsavedAddress>();
  const saved = itemsOf(list) && changed;
  const addresses: ListedAddress[] = [
    // An address of another host has no id, and may be like another one.
    ...(saved ?? []).map((one, index) => ({
      key: one.address._id ?? index,
      address: one.address,
      below: <EditAddress changed={one} />,
    })),
    ...unsaved.map((one) => ({
      key: one.id,
      address: { ...one.address, _id: one.id },
      below: <EditUnsavedAddress unsaved={one} edit={() => setEdited(one)} />,
    })),
  ];

  return {
    addresses,
    /** Whether there is none; false while that is unknown. */
    isEmpty: saved !== undefined && addresses.length === 0,
    /** The form of an unsaved address, which stays open when it is saved in the meantime. */
    editor: edited && <UnsavedAddressEditor unsaved={edited} close={() => setEdited(undefined)} />,
    /** The line above them. */
    notice: <CustomerListNotice list={list} retry={() => reload()} name="Alamat" />,
    /** Whether they are loaded or have failed: before that nothing is shown below them, so that nothing moves. */
    isSettled: Boolean(list.data || list.failure),
  };
}
