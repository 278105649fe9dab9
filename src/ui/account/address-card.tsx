import { useAtomValue } from 'jotai';
import type { Address, SavedAddress } from '#core/contract';
import type { RegionLevel } from '#device/api';
import { regionsAtom } from '../../state/account/regions.ts';
import style from './address-card.module.css';

/** The id of the element with a saved address's street; undefined without an `_id`. */
export const streetId = ({ _id }: SavedAddress) => (_id === undefined ? undefined : `street-${_id}`);

/** An address with the names of its regions, which are resolved from the stored codes (decision F3). */
export function AddressCard({ address }: { address: SavedAddress }) {
  return (
    <span className={style.address}>
      <span className={style.who}>
        <strong>{address.fullName}</strong> <span>{address.phoneNumber}</span>
      </span>
      <span id={streetId(address)}>{address.fullStreet}</span>
      <RegionNames address={address} />
    </span>
  );
}

/**
 * 'Kelurahan, Kec. …, Kota …, Provinsi', with the lowest code, which contains those above it, as the value that machines
 * read; the code alone where no name is known (decision F3).
 */
export function RegionNames({ address }: { address: Omit<Address, 'fullName' | 'phoneNumber' | 'fullStreet'> }) {
  const { provinsi, kabupaten, kecamatan, kelurahan } = address;
  const district = useRegion('districts', kabupaten, kecamatan);
  const levels = [
    useRegion('villages', kecamatan, kelurahan),
    { ...district, name: district.name && `Kec. ${district.name}` },
    useRegion('regences', provinsi, kabupaten),
    useRegion('provinces', undefined, provinsi),
  ];
  const names = levels.flatMap(({ name }) => name || []).join(', ');
  const code = kelurahan || kecamatan || kabupaten || provinsi;
  if (!code) return null;

  return (
    <span className={style.region}>
      {levels.some(({ loading }) => loading) ? (
        <span className={style.loading}>Memuat nama wilayah…</span>
      ) : (
        <data value={code}>{names || code}</data>
      )}
    </span>
  );
}

function useRegion(level: RegionLevel, parent: string | undefined, code: string) {
  const { status, data } = useAtomValue(regionsAtom(level, parent));
  return {
    name: code && data?.find(({ kode }) => kode === code)?.nama,
    // An address of another host may lack a level; then the regions below it are never loaded.
    loading: code !== '' && parent !== '' && !data && status !== 'error',
  };
}
