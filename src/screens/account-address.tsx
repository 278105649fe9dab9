// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets a table that phones show as cards unless its roles are said

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SavedAddress } from '#core/contract';
import type { ChangedAddress } from '#device/address-change';
import type { UnsavedAddress } from '#device/unsaved-address';
import { Icon } from '../../design/icon.tsx';
import { AccountShell } from '../ui/account/account-shell.tsx';
import { RegionNames, streetId } from '../ui/account/address-card.tsx';
import { EditAddress, EditUnsavedAddress } from '../ui/account/edit-address.tsx';
import { useSavedAddresses } from '../ui/account/saved-addresses.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import style from './account-address.module.css';

export function Screen() {
  return <AccountShell title="Alamat">{({ token }) => <Addresses key={token} />}</AccountShell>;
}

function Addresses() {
  const { saved, unsaved, edit, editor, count, notice, isSettled } = useSavedAddresses();

  return (
    <>
      {notice}
      {saved && count === 0 && (
        <EmptyState
          picture="empty-addresses"
          title="Belum ada alamat"
          text="Simpan satu, supaya pesanan tahu ke mana harus pergi."
        />
      )}
      {count > 0 && <AddressTable saved={saved ?? []} unsaved={unsaved} edit={edit} />}
      {editor}
      {isSettled && (
        <Link to="/account/new-address" className={style.tile}>
          <Icon name="plus" /> Tambah Alamat
        </Link>
      )}
    </>
  );
}

const columns = ['Nama lengkap', 'Nomor handphone', 'Alamat'];

function AddressTable({
  saved,
  unsaved,
  edit,
}: {
  saved: ChangedAddress[];
  unsaved: UnsavedAddress[];
  edit: (unsaved: UnsavedAddress) => void;
}) {
  return (
    <table role="table" aria-label="Alamat tersimpan" className={style.addresses}>
      <thead role="rowgroup" className={style.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={style.list}>
        {saved.map((changed, index) => (
          // An address of another host has no id.
          <AddressRow key={changed.address._id ?? index} address={changed.address}>
            <EditAddress changed={changed} />
          </AddressRow>
        ))}
        {unsaved.map((one) => (
          <AddressRow key={one.id} address={{ ...one.address, _id: one.id }}>
            <EditUnsavedAddress unsaved={one} edit={() => edit(one)} />
          </AddressRow>
        ))}
      </tbody>
    </table>
  );
}

/** `children` are rendered below the address. */
function AddressRow({ address, children }: { address: SavedAddress; children?: ReactNode }) {
  return (
    <tr role="row" className={style.row}>
      <td role="cell" className="heavy anywhere">
        {address.fullName}
      </td>
      <td role="cell" className={style.phone}>
        {address.phoneNumber}
      </td>
      <td role="cell">
        <span className="stack gap-1 anywhere">
          <span id={streetId(address)}>{address.fullStreet}</span>
          <RegionNames address={address} />
        </span>
        {children && <div className={style.note}>{children}</div>}
      </td>
    </tr>
  );
}
