/** Addresses that are written differently and are the same (decision F10). */
import { canonical } from './canonical.ts';
import type { Address, SavedAddress } from './contract.ts';
import { normalised, normalisedPhone } from './normalised.ts';

export const normalisedAddress = <Given extends Pick<Address, 'fullName' | 'phoneNumber' | 'fullStreet'>>(
  address: Given,
): Given => ({
  ...address,
  fullName: normalised(address.fullName),
  phoneNumber: normalisedPhone(address.phoneNumber),
  fullStreet: normalised(address.fullStreet),
});

export const withoutId = ({ _id, ...address }: SavedAddress): Address => address;

/** Equal for addresses that are equal after normalising: older ones are stored without it. Their `_id` does not count. */
export const addressKey = (address: SavedAddress) => canonical(normalisedAddress(withoutId(address)));

export const isSameAddress = (one: SavedAddress, other: SavedAddress) => addressKey(one) === addressKey(other);
