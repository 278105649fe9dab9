import { useAtomValue } from 'jotai';
import type { Address, SavedAddress } from '#core/contract';
import { regencyNames } from '#core/delivery-area';
import { handovers } from '#core/shop';
import type { RegionLevel } from '#device/api';
import { Icon } from '../../../design/icon.tsx';
import { regionsAtom } from '../../state/account/regions.ts';
import { deliveryRegencies } from '../../state/checkout/checkout.ts';
import style from './address-card.module.css';

/** The id of the element with a saved address's street; undefined without an `_id`. */
export const streetId = ({ _id }: SavedAddress) => (_id === undefined ? undefined : `street-${_id}`);

/** An address with the names of its regions, which are resolved from the stored codes (decision F3). */
export function AddressCard({ address }: { address: SavedAddress }) {
  return (
    <span className={`stack anywhere ${style.address}`}>
      <span className={`wrap flat ${style.who}`}>
        <strong>{address.fullName}</strong> <span className="soft figure">{address.phoneNumber}</span>
      </span>
      <span id={streetId(address)}>{address.fullStreet}</span>
      <RegionNames address={address} />
    </span>
  );
}

/** The same in one line, or in two where it is longer; `title` shows the rest. */
export function AddressLine({ address }: { address: Address }) {
  const { fullName, fullStreet, phoneNumber } = address;
  const { code, text } = useRegionNames(address);

  return (
    <p className={style.line} title={[fullName, fullStreet, text, phoneNumber].filter(Boolean).join(', ')}>
      <strong>{fullName}</strong>
      <span>{fullStreet}</span>
      {code && <data value={code}>{text ?? loadingRegions}</data>}
      <span>{phoneNumber}</span>
    </p>
  );
}

const loadingRegions = 'Memuat nama wilayah…';

type Regions = Omit<Address, 'fullName' | 'phoneNumber' | 'fullStreet'>;

/** An address's regions in words, with the lowest code, which contains those above it, as the value that machines read. */
export function RegionNames({ address }: { address: Regions }) {
  const { code, text } = useRegionNames(address);
  if (!code) return null;

  return (
    <span className={`block ${style.region}`}>
      {text === undefined ? <span className="soft">{loadingRegions}</span> : <data value={code}>{text}</data>}
    </span>
  );
}

/**
 * 'Kelurahan, Kec. …, Kota …, Provinsi', the code alone where no name is known (decision F3); undefined while they are
 * being loaded.
 */
function useRegionNames({ provinsi, kabupaten, kecamatan, kelurahan }: Regions) {
  const district = useRegion('districts', kabupaten, kecamatan);
  const levels = [
    useRegion('villages', kecamatan, kelurahan),
    { ...district, name: district.name && `Kec. ${district.name}` },
    useRegion('regences', provinsi, kabupaten),
    useRegion('provinces', undefined, provinsi),
  ];
  const names = levels.flatMap(({ name }) => name || []).join(', ');
  const code = kelurahan || kecamatan || kabupaten || provinsi;
  return { code, text: levels.some(({ loading }) => loading) ? undefined : names || code };
}

function useRegion(level: RegionLevel, parent: string | undefined, code: string) {
  const { status, data } = useAtomValue(regionsAtom(level, parent));
  return {
    name: code && data?.find(({ kode }) => kode === code)?.nama,
    // An address of another host may lack a level; then the regions below it are never loaded.
    loading: code !== '' && parent !== '' && !data && status !== 'error',
  };
}

/** Where the couriers deliver; nothing if it is everywhere. */
export function DeliveryArea() {
  if (deliveryRegencies.length === 0) return null;

  return (
    <p className="row gap-2 soft across">
      <Icon name="bike" size={20} />
      <span>{`Kami mengantar ke ${regencyNames(deliveryRegencies)}.`}</span>
    </p>
  );
}

/** Says that an address lies outside. */
export const outsideWords = () => {
  const orWithoutCourier = handovers.some(({ kind }) => kind !== 'courier') ? ', atau pesan tanpa kurir' : '';
  return `Kurir kami tidak mengantar ke alamat ini, hanya ke ${regencyNames(deliveryRegencies)}. Pilih alamat lain${orWithoutCourier}.`;
};
