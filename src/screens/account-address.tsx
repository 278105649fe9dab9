// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets a table that phones show as cards unless its roles are said
import { Link } from '@tanstack/react-router';
import { useAtom } from 'jotai';
import type { Address } from '#core/contract';
import { addressesAtom } from '../state/private-lists.ts';
import { AccountShell } from '../ui/account-shell.tsx';
import { RegionNames } from '../ui/address-card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import style from './account-address.module.css';

export function AddressScreen() {
  return <AccountShell title="Alamat">{() => <Addresses />}</AccountShell>;
}

function Addresses() {
  const [{ status, data }, reload] = useAtom(addressesAtom);

  return (
    <>
      {status === 'error' && <LoadFailure text="Alamat Anda belum bisa dimuat." retry={() => void reload()} />}
      {!data && status !== 'error' && (
        <p role="status" className={style.loading}>
          Memuat alamat . . .
        </p>
      )}
      {data?.length === 0 && (
        <EmptyState
          picture="empty-addresses"
          title="Belum ada alamat"
          text="Simpan satu, supaya pesanan tahu ke mana harus pergi."
        />
      )}
      {data && data.length > 0 && <AddressTable addresses={data} />}
      {/* Not before it is known how much stands above it, so that it never moves. */}
      {(data || status === 'error') && (
        <Link to="/account/new-address" className={style.tile}>
          <Icon name="plus" /> Tambah Alamat
        </Link>
      )}
    </>
  );
}

const columns = ['Nama lengkap', 'Nomor handphone', 'Alamat'];

function AddressTable({ addresses }: { addresses: Address[] }) {
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
        {addresses.map((address, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: saved addresses have no id and are never sorted here
          <tr key={index} role="row" className={style.row}>
            <td role="cell" className={style.name}>
              {address.fullName}
            </td>
            <td role="cell" className={style.phone}>
              {address.phoneNumber}
            </td>
            <td role="cell">
              <span className={style.street}>
                <span>{address.fullStreet}</span>
                <RegionNames address={address} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
