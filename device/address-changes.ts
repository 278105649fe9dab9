/**
 * Edits and deletions of saved addresses (bundled server only, decision F5); `saveUnsavedAddresses` sends what the shop did not answer. Both calls
 * can be sent again and say how old the change is: of two edits the later wins, whichever arrives first.
 */

import { isSameAddress, withoutId } from '#core/address';
import { type Address, type NewAddress, SavedAddress, type Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { http, jsonOf } from './api.ts';
import { bearer } from './client.ts';
import { isFromKedai, NotTheShop, refusalOf } from './failures.ts';
import { AddressChange } from './pending-address.ts';
import { changeAddresses, newEntry, paused, pendingAddresses, sentOrStored, storeFor } from './pending-addresses.ts';
import { platform } from './platform.ts';

export const addressChanges = /* @__PURE__ */ pendingAddresses('address-changes', AddressChange);

async function sendChange(
  token: string,
  { addressId, address, madeAt }: AddressChange,
): Promise<SavedAddress | undefined> {
  const path = `delivery-address/${encodeURIComponent(addressId)}`;
  const age = Math.max(0, platform.now() - madeAt);
  const options = { headers: bearer(token), searchParams: { age } };
  const call = address ? http.put(path, { ...options, json: address }) : http.delete(path, options);
  if (!isFromKedai(await call)) throw new NotTheShop('No word on the address');
  return address && jsonOf('PUT /delivery-address', call, SavedAddress);
}

export const newAddressChange = (
  session: Session,
  addressId: string,
  address: NewAddress | undefined,
): AddressChange => ({
  ...newEntry(customerOf(session)),
  addressId,
  address,
  madeAt: platform.now(),
});

/** `before`: as the customer sees it. 'needs_login': the session has ended. Otherwise as `sentOrStored`. */
export function changeAddress(
  session: Session,
  before: SavedAddress & { _id: string },
  address: NewAddress | undefined,
): Promise<'saved' | 'stored' | 'needs_login'> {
  const newChange = newAddressChange(session, before._id, address);
  const saved = (result: SavedAddress | undefined) => markDone(newChange, before, result);
  const send = () =>
    sendChange(session.token, newChange).catch(async (failure) => {
      if (isGone(failure)) await saved(undefined);
      throw failure;
    });
  return sentOrStored(send, { saved, store: (failure) => store(newChange, before, failure) });
}

const isGone = (failure: unknown) => refusalOf(failure)?.code === 'not_found';

const concernsSame = (one: AddressChange, other: AddressChange) =>
  one.customer === other.customer && one.addressId === other.addressId;

/** The chosen address follows its edit, and a deleted one is chosen no more. */
const followed = (chosen: Address | undefined, before: Address | undefined, after: SavedAddress | undefined) =>
  chosen && before && isSameAddress(chosen, before) ? { address: after && withoutId(after) } : {};

const store = (newChange: AddressChange, before: Address, failure: unknown) =>
  storeFor(newChange.customer, failure, ({ address: chosen, 'address-changes': changes = [] }) => ({
    'address-changes': [...changes.filter((one) => !concernsSame(one, newChange)), paused(newChange, failure)],
    ...followed(chosen, before, newChange.address),
  }));

/** `before`: as the customer saw it; `saved`: as it is now, which is another one after a later edit elsewhere. */
const markDone = (done: AddressChange, before: Address | undefined, saved: SavedAddress | undefined) =>
  changeAddresses(({ auth, address: chosen, 'address-changes': changes = [], 'own-addresses': list }) => {
    // A change that is stored while this one is sent is later, and stays.
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
  });

/** Resolves also when the shop has refused it, or the address was deleted elsewhere. Rejects when the outcome is unknown. */
export async function sendAddressChange(session: Session, stored: AddressChange): Promise<void> {
  let saved: SavedAddress | undefined;
  try {
    saved = await sendChange(session.token, stored);
  } catch (failure) {
    if (!isGone(failure)) return addressChanges.refuse(stored, failure);
  }
  await markDone(stored, stored.address, saved);
}

/** If the shop has the change already, it stays. */
export const undoAddressChange = (id: string) =>
  changeAddresses(({ address: chosen, 'address-changes': changes = [], 'own-addresses': list }) => {
    const undone = changes.find((one) => one.id === id);
    const listed = list?.customer === undone?.customer && list?.items.find(({ _id }) => _id === undone?.addressId);
    return {
      'address-changes': changes.filter((one) => one.id !== id),
      ...(listed && followed(chosen, undone?.address, listed)),
    };
  });
