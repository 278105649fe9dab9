/** What is stored of an edited or deleted address that the shop may not know yet (`address-changes.ts` sends it). */
import * as v from 'valibot';
import { NewAddress, type SavedAddress } from '#core/contract';
import { backoff } from './backoff.ts';

/** The last edit, or the deletion, of an address in a customer's account. */
export const AddressChange = v.object({
  id: v.string(),
  customer: v.string(),
  /** The `_id` of the address. */
  addressId: v.string(),
  /** The address after the edit; absent when it is deleted. */
  address: v.optional(NewAddress),
  madeAt: v.number(),
  attempts: v.number(),
  ...backoff,
  /** The shop refused it: its stable code and its own sentence. */
  refused: v.optional(v.object({ code: v.optional(v.string()), reason: v.optional(v.string()) })),
});
export type AddressChange = v.InferOutput<typeof AddressChange>;

/** The key of all changes, of every customer. */
export const addressChangeKeys = { 'address-changes': v.array(AddressChange) };

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
