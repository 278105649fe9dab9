import * as v from 'valibot';
import { addressKey } from '#core/address';
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
const UnsavedAddress = v.object({
  ...common,
  addressId: v.optional(v.undefined()),
  address: NewAddress,
  /** What it was before it was edited; each may have arrived. */
  former: v.optional(v.array(NewAddress)),
});
export type UnsavedAddress = v.InferOutput<typeof UnsavedAddress>;

const AddressChange = v.object({
  ...common,
  addressId: v.string(),
  /** Absent when it is deleted. */
  address: v.optional(NewAddress),
  madeAt: v.number(),
});

export type PendingAddress = UnsavedAddress | v.InferOutput<typeof AddressChange>;

/** In the order of sending: a new address may equal one whose deletion is pending. */
export const pendingLists = { 'address-changes': AddressChange, 'unsaved-addresses': UnsavedAddress };

/** Each entry is read by itself: one that this version does not know may be another customer's. */
export const pendingKeys = {
  'address-changes': v.array(v.unknown()),
  'unsaved-addresses': v.array(v.unknown()),
};

const Owned = v.object({ customer: v.string() });

export const withoutThoseOf = (customer: string | undefined, all: unknown[] = []) => {
  const left = all.filter((one) => v.is(Owned, one) && one.customer !== customer);
  return left.length > 0 ? left : undefined;
};

export interface ChangedAddress {
  /** One that is only on this device has the `id` of its entry. */
  address: SavedAddress;
  pending?: PendingAddress;
}

/** As the customer has left them: edited ones in their place, without those that are deleted; those that are only on this device last. */
export function withPending(addresses: readonly SavedAddress[], pending: readonly PendingAddress[]): ChangedAddress[] {
  const changes = new Map(pending.map((entry) => [entry.addressId, entry]));
  const saved = addresses.flatMap((address): ChangedAddress[] => {
    const change = address._id === undefined ? undefined : changes.get(address._id);
    if (!change) return [{ address }];
    // A refused deletion has not happened.
    if (change.refused && !change.address) return [{ address, pending: change }];
    return change.address ? [{ address: { ...change.address, _id: address._id }, pending: change }] : [];
  });
  const listed = new Set(saved.map(({ address }) => addressKey(address)));
  const unsaved = pending.flatMap((entry): ChangedAddress[] =>
    entry.addressId === undefined && !listed.has(addressKey(entry.address))
      ? [{ address: { ...entry.address, _id: entry.id }, pending: entry }]
      : [],
  );
  return [...saved, ...unsaved];
}
