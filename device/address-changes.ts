/**
 * Edits and deletions of saved addresses (bundled server only, decision F5); `saveUnsavedAddresses` sends what the shop did not answer. Both calls
 * can be sent again and say how old the change is: of two edits the later wins, whichever arrives first.
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

async function send(token: string, { addressId, address, madeAt }: AddressChange): Promise<SavedAddress | undefined> {
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
  ...newEntry(session),
  addressId,
  address,
  madeAt: platform.now(),
});

/**
 * `before`: as the customer sees it. 'stored': the shop did not respond, and the change is on the disk. 'needs_login': the session has ended. Rejects
 * as the call does for a refusal or an error, and when the change could not be stored either.
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

/** The chosen address follows its edit, and a deleted one is chosen no more. */
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

/** `before`: as the customer saw it; `saved`: as it is now, which is another one after a later edit elsewhere. */
const markDone = (done: AddressChange, before: Address | undefined, saved: SavedAddress | undefined) =>
  change(
    { auth: Session, address: Address, ...addressChangeKeys, 'own-addresses': listKeys['own-addresses'] },
    ({ auth, address: chosen, 'address-changes': changes = [], 'own-addresses': list }) => {
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
    },
  );

/** Resolves also when the shop has refused it, or the address was deleted elsewhere. Rejects when the outcome is unknown. */
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

const replace = async (changed: AddressChange) => {
  await addressChanges.change(
    ({ id }) => id === changed.id,
    () => changed,
  );
};

/** If the shop has the change already, it stays. */
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
