import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import type { SavedAddress } from '#core/contract';
import type { UnsavedAddress } from '#device/pending-address';
import { changedAddressesAtom } from '../../state/account/address-changes.ts';
import { unsavedAddressesAtom } from '../../state/account/new-addresses.ts';
import { addressesAtom } from '../../state/account/private-lists.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { CustomerListNotice, itemsOf } from './customer-list.tsx';
import { EditAddress, EditUnsavedAddress, UnsavedAddressEditor } from './edit-address.tsx';

/** An address of a list, and what is said and can be done below it. */
export interface ListedAddress {
  key: string | number;
  address: SavedAddress;
  below: ReactNode;
}

interface SavedAddressesProps {
  /** What is said where there is none. */
  empty: { title: string; text: string };
  list: (addresses: readonly ListedAddress[]) => ReactNode;
  /** What comes below them; `isAny`: below some. */
  links: (isAny: boolean) => ReactNode;
}

/**
 * The customer's addresses for the account and the checkout, as the customer has left them: those in the account, and those that are only on
 * this phone.
 */
export function SavedAddresses({ empty, list, links }: SavedAddressesProps) {
  const [loaded, reload] = useAtom(addressesAtom);
  const unsaved = useAtomValue(unsavedAddressesAtom);
  const changed = useAtomValue(changedAddressesAtom);
  const [edited, setEdited] = useState<UnsavedAddress>();
  const saved = itemsOf(loaded) && changed;
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
  const isAny = addresses.length > 0;

  return (
    <>
      <CustomerListNotice list={loaded} retry={() => reload()} name="Alamat" />
      {saved && !isAny && <EmptyState picture="empty-addresses" {...empty} />}
      {isAny && list(addresses)}
      {/* Stays open when the address is saved in the meantime. */}
      {edited && <UnsavedAddressEditor unsaved={edited} close={() => setEdited(undefined)} />}
      {/* Not before they are loaded or have failed, so that nothing moves. */}
      {(loaded.data || loaded.failure) && links(isAny)}
    </>
  );
}
