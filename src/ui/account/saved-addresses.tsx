import { useAtom, useAtomValue } from 'jotai';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { SavedAddress } from '#core/contract';
import { arePendingReadAtom, listedAddressesAtom } from '../../state/account/pending-addresses.ts';
import { addressesAtom } from '../../state/account/private-lists.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { CustomerListNotice, itemsOf } from './customer-list.tsx';
import { AddressEditor, EditButton, PendingNote } from './edit-address.tsx';

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
  const listed = useAtomValue(listedAddressesAtom);
  const [edited, setEdited] = useState<Omit<ComponentProps<typeof AddressEditor>, 'close'>>();
  const addresses = listed.map(({ address, pending }, index): ListedAddress => {
    const { _id } = address;
    const edit = _id === undefined ? undefined : () => setEdited({ address: { ...address, _id }, pending });
    const below = (
      <>
        {pending && <PendingNote pending={pending} />}
        <EditButton address={address} edit={edit} />
      </>
    );
    // An address of another host has no id, and may be like another one.
    return { key: _id ?? index, address, below };
  });
  const isAny = addresses.length > 0;
  const isNone = useAtomValue(arePendingReadAtom) && !isAny;

  return (
    <>
      <CustomerListNotice list={loaded} retry={() => reload()} name="Alamat" />
      {itemsOf(loaded) && isNone && <EmptyState picture="empty-addresses" {...empty} />}
      {isAny && list(addresses)}
      {/* An answer that comes late does not close a form that was opened since. */}
      {edited && <AddressEditor {...edited} close={() => setEdited((now) => (now === edited ? undefined : now))} />}
      {/* Not before they are loaded or have failed, so that nothing moves. */}
      {(isAny || isNone) && (loaded.data || loaded.failure) && links(isAny)}
    </>
  );
}
