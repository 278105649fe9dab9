import * as v from 'valibot';
import { NewAddress, type SavedAddress } from '#core/contract';
import { backoff } from './backoff.ts';

const common = {
  id: v.string(),
  customer: v.string(),
  attempts: v.number(),
  ...backoff,
  refused: v.optional(v.object({ code: v.optional(v.string()), reason: v.optional(v.string()) })),
};

/** It may be in the account, but this device does not know it. */
export const UnsavedAddress = v.object({
  ...common,
  address: NewAddress,
  /** What it was before it was edited; each may have arrived. */
  former: v.optional(v.array(NewAddress)),
});
export type UnsavedAddress = v.InferOutput<typeof UnsavedAddress>;

export const AddressChange = v.object({
  ...common,
  addressId: v.string(),
  /** Absent when it is deleted. */
  address: v.optional(NewAddress),
  madeAt: v.number(),
});
export type AddressChange = v.InferOutput<typeof AddressChange>;

export const unsavedKeys = { 'unsaved-addresses': v.array(UnsavedAddress) };
export const addressChangeKeys = { 'address-changes': v.array(AddressChange) };

export const withoutThoseOf = <Entry extends { customer: string }>(customer: string | undefined, all: Entry[] = []) => {
  const left = all.filter((one) => one.customer !== customer);
  return left.length > 0 ? left : undefined;
};

export interface ChangedAddress {
  address: SavedAddress;
  change?: AddressChange | undefined;
}

/** As the customer has left them: edited ones in their place, without those that are deleted. */
export function withChanges(addresses: readonly SavedAddress[], changes: readonly AddressChange[]): ChangedAddress[] {
  const byId = new Map(changes.map((change) => [change.addressId, change]));
  return addresses.flatMap((address): ChangedAddress[] => {
    const change = address._id === undefined ? undefined : byId.get(address._id);
    if (!change) return [{ address }];
    // A refused deletion has not happened.
    if (change.refused && !change.address) return [{ address, change }];
    return change.address ? [{ address: { ...change.address, _id: change.addressId }, change }] : [];
  });
}
