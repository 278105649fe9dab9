/** What is stored of addresses that the shop may not know yet: new ones, and edits and deletions of saved ones. */
import * as v from 'valibot';
import { NewAddress, type SavedAddress } from '#core/contract';
import { backoff } from './backoff.ts';

const common = {
  id: v.string(),
  customer: v.string(),
  /** How often a tab has begun to send it. */
  attempts: v.number(),
  ...backoff,
  /** The shop refused it: its stable code and its own sentence. */
  refused: v.optional(v.object({ code: v.optional(v.string()), reason: v.optional(v.string()) })),
};

/** A new address that is not known to be in its customer's account (`unsaved-addresses.ts` saves it). */
export const UnsavedAddress = v.object({
  ...common,
  address: NewAddress,
  /** What it was before it was edited; each may have arrived. */
  former: v.optional(v.array(NewAddress)),
});
export type UnsavedAddress = v.InferOutput<typeof UnsavedAddress>;

/** The last edit, or the deletion, of an address in a customer's account (`address-changes.ts` sends it). */
export const AddressChange = v.object({
  ...common,
  /** The `_id` of the address. */
  addressId: v.string(),
  /** The address after the edit; absent when it is deleted. */
  address: v.optional(NewAddress),
  madeAt: v.number(),
});
export type AddressChange = v.InferOutput<typeof AddressChange>;

/** The keys of all of them, of every customer. */
export const unsavedKeys = { 'unsaved-addresses': v.array(UnsavedAddress) };
export const addressChangeKeys = { 'address-changes': v.array(AddressChange) };

/** The entries of all other customers; undefined when there are none. */
export const withoutThoseOf = <Entry extends { customer: string }>(customer: string | undefined, all: Entry[] = []) => {
  const left = all.filter((one) => one.customer !== customer);
  return left.length > 0 ? left : undefined;
};

/** An address of the account as the customer has left it, and the change that the shop may not know yet. */
export interface ChangedAddress {
  address: SavedAddress;
  change?: AddressChange | undefined;
}

/** The account's addresses as the customer has left them: edited ones in their place, without those that are deleted. */
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
