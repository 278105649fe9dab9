/**
 * Edits and deletions of saved addresses (bundled server only, decision F5). Without a response from the shop they are
 * stored on the device, shown at once, and sent later by `saveUnsavedAddresses`.
 *
 * Both calls can be sent again. They say how long ago the customer made the change: of two edits the later wins,
 * whichever arrives first.
 */

import { isSameAddress, withoutId } from '#core/address';
import { Address, type NewAddress, SavedAddress, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { http, jsonOf } from './api.ts';
import { bearer } from './client.ts';
import { isFromKedai, NotTheShop, refusalOf } from './failures.ts';
import { AddressChange, addressChangeKeys } from './pending-address.ts';
import { meaningOf, newEntry, paused, pendingAddresses } from './pending-addresses.ts';
import { platform } from './platform.ts';
import { listKeys } from './private-list-keys.ts';
import { change } from './store.ts';

export const addressChanges = /* @__PURE__ */ pendingAddresses('address-changes', AddressChange);

/** `PUT` or `DELETE /delivery-address/{id}`. Resolves with the address as it is saved now; undefined: it is deleted. */
async function send(token: string, { addressId, address, madeAt }: AddressChange): Promise<SavedAddress | undefined> {
  const path = `delivery-address/${encodeURIComponent(addressId)}`;
  const age = Math.max(0, platform.now() - madeAt);
  const options = { headers: bearer(token), searchParams: { age } };
  const call = address ? http.put(path, { ...options, json: address }) : http.delete(path, options);
  if (!isFromKedai(await call)) throw new NotTheShop('No word on the address');
  return address && jsonOf('PUT /delivery-address', call, SavedAddress);
}

/** A change of a saved address that the customer makes now; without an `address`, its deletion. */
export const newAddressChange = (
  session: Session,
  addressId: string,
  address: NewAddress | undefined,
): AddressChange => ({
  ...newEntry(session),
  addressId,
  address,
  madeAt: platform.now(),
});

/**
 * Replaces a saved address, or deletes it when `address` is undefined; `before` is the address as the customer sees it.
 * 'stored': the shop did not respond, and the change is on the disk. 'needs_login': the session has ended. Rejects as the
 * call does when the response was a refusal or an error, and when this device could not store the change either.
 */
export async function changeAddress(
  session: Session,
  before: SavedAddress & { _id: string },
  address: NewAddress | undefined,
): Promise<'saved' | 'stored' | 'needs_login'> {
  const newChange = newAddressChange(session, before._id, address);
  let saved: SavedAddress | undefined;
  try {
    saved = await send(session.token, newChange);
  } catch (failure) {
    const meaning = await meaningOf(failure);
    if (meaning.is === 'needs_login') return meaning.is;
    const isGone = refusalOf(failure)?.code === 'not_found';
    if (isGone) await markDone(newChange, before, undefined);
    if (meaning.is !== 'unknown' || meaning.isAnswered) throw failure;
    await store(newChange, before, failure);
    return 'stored';
  }
  await markDone(newChange, before, saved).catch((failure: unknown) => console.warn('Address not stored yet', failure));
  return 'saved';
}

const concernsSame = (one: AddressChange, other: AddressChange) =>
  one.customer === other.customer && one.addressId === other.addressId;

/** The chosen address follows its edit, and a deleted one is chosen no more; for a `change`. */
const followed = (chosen: Address | undefined, before: Address | undefined, after: SavedAddress | undefined) =>
  chosen && before && isSameAddress(chosen, before) ? { address: after && withoutId(after) } : {};

async function store(newChange: AddressChange, before: Address, failure: unknown) {
  let isStored = false;
  await change(
    { auth: Session, address: Address, ...addressChangeKeys },
    ({ auth, address: chosen, 'address-changes': changes = [] }) => {
      // Nothing is stored for a customer who has logged out in the meantime.
      isStored = auth !== undefined && customerOf(auth) === newChange.customer;
      if (!isStored) return {};
      const others = changes.filter((one) => !concernsSame(one, newChange));
      return {
        'address-changes': [...others, paused(newChange, failure)],
        ...followed(chosen, before, newChange.address),
      };
    },
  );
  if (!isStored) throw failure;
}

/**
 * Records that the shop has a change, in the stored list, too. `before`: the address as the customer saw it; `saved`: as
 * it is now, which is another one after a later edit elsewhere.
 */
const markDone = (done: AddressChange, before: Address | undefined, saved: SavedAddress | undefined) =>
  change(
    { auth: Session, address: Address, ...addressChangeKeys, 'own-addresses': listKeys['own-addresses'] },
    ({ auth, address: chosen, 'address-changes': changes = [], 'own-addresses': list }) => {
      // The same change, or an earlier one that this one has replaced: one that is stored while this is sent is later.
      const left = changes.filter((one) => !concernsSame(one, done) || one.madeAt > done.madeAt);
      const isOwn = auth !== undefined && customerOf(auth) === done.customer;
      return {
        ...(left.length < changes.length && { 'address-changes': left }),
        // As of now: an older response may still arrive.
        ...(list?.customer === done.customer && {
          'own-addresses': {
            ...list,
            asOf: platform.now(),
            items: list.items.flatMap((item) => (item._id === done.addressId ? (saved ?? []) : item)),
          },
        }),
        ...(isOwn && followed(chosen, before, saved)),
      };
    },
  );

/**
 * Sends a stored change. Resolves when the shop has it or has refused it, and that is recorded; an edit of an address
 * that was deleted elsewhere counts as deleted. Rejects when the outcome is unknown.
 */
export async function sendAddressChange(session: Session, stored: AddressChange): Promise<void> {
  let saved: SavedAddress | undefined;
  try {
    saved = await send(session.token, stored);
  } catch (failure) {
    const meaning = await meaningOf(failure);
    if (meaning.is !== 'refused') {
      await replace(paused(stored, failure));
      throw failure;
    }
    if (meaning.code !== 'not_found') {
      console.warn('Address refused', failure);
      const { code, reason } = meaning;
      return replace({ ...stored, refused: { code, reason } });
    }
  }
  await markDone(stored, stored.address, saved);
}

/** Stores a change in place of the one with its id, if that still exists. */
const replace = async (changed: AddressChange) => {
  await addressChanges.change(
    ({ id }) => id === changed.id,
    () => changed,
  );
};

/**
 * Deletes a change that the customer no longer wants; the chosen address is again the one of the account. If the shop has
 * the change already, it stays. Rejects with `StorageFailed`.
 */
export const undoAddressChange = (id: string) =>
  change(
    { address: Address, ...addressChangeKeys, 'own-addresses': listKeys['own-addresses'] },
    ({ address: chosen, 'address-changes': changes = [], 'own-addresses': list }) => {
      const undone = changes.find((one) => one.id === id);
      const listed = list?.customer === undone?.customer && list?.items.find(({ _id }) => _id === undone?.addressId);
      return {
        'address-changes': changes.filter((one) => one.id !== id),
        ...(listed && followed(chosen, undone?.address, listed)),
      };
    },
  );
