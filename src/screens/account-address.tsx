// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets a table that phones show as cards unless its roles are said

import { Link } from '@tanstack/react-router';
import { Icon } from '../../design/icon.tsx';
import { AccountShell } from '../ui/account/account-shell.tsx';
import { RegionNames, streetId } from '../ui/account/address-card.tsx';
import records from '../ui/account/records.module.css';
import { type ListedAddress, SavedAddresses } from '../ui/account/saved-addresses.tsx';
import style from './account-address.module.css';

export function Screen() {
  return (
    <AccountShell title="Alamat">
      {({ token }) => (
        <SavedAddresses
          key={token}
          empty={{ title: 'Belum ada alamat', text: 'Simpan satu, supaya pesanan tahu ke mana harus pergi.' }}
          list={(addresses) => <AddressTable addresses={addresses} />}
          links={() => (
            <Link to="/account/new-address" className={`row gap-2 bold hover rounded ${style.tile}`}>
              <Icon name="plus" /> Tambah Alamat
            </Link>
          )}
        />
      )}
    </AccountShell>
  );
}

const columns = ['Nama lengkap', 'Nomor handphone', 'Alamat'];

function AddressTable({ addresses }: { addresses: readonly ListedAddress[] }) {
  return (
    <table
      role="table"
      aria-label="Alamat tersimpan"
      className={`wide stack gap-4 ${records.records} ${style.addresses}`}
    >
      <thead role="rowgroup" className={`soft small hidden ${records.head} ${style.head}`}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {addresses.map(({ key, address, below }) => (
        <tbody key={key} role="rowgroup" className="card">
          <tr role="row" className={`flat ${records.row}`}>
            <td role="cell" className="heavy anywhere">
              {address.fullName}
            </td>
            <td role="cell" className="figure anywhere">
              {address.phoneNumber}
            </td>
            <td role="cell" className={style.address}>
              <span className="stack gap-1 anywhere">
                <span id={streetId(address)}>{address.fullStreet}</span>
                <RegionNames address={address} />
              </span>
              <div className={style.note}>{below}</div>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
