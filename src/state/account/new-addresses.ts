/** New addresses without a response from the shop: stored on the device, usable at once, saved when it responds. */
import { atom, type Store } from 'jotai';
import { addressKey, isSameAddress } from '#core/address';
import type { NewAddress } from '#core/contract';
import { customerOf } from '#core/customer';
import { addressChanges } from '#device/address-changes';
import type { UnsavedAddress } from '#device/pending-address';
import { onChange } from '#device/store';
import {
  editUnsavedAddress,
  forgetUnsavedAddress,
  saveAddress,
  saveUnsavedAddresses,
  unsavedAddresses,
} from '#device/unsaved-addresses';
import { startRetryLoop } from '../connection/retry-loop.ts';
import { combined } from '../frame/event-listener.ts';
import { readDeviceAtom, written } from '../storage/stored-atom.ts';
import { addressChangesAtom, changeAddressAtom, changedAddressesAtom } from './address-changes.ts';
import { perCustomerAtom, storedPerCustomer } from './per-customer-atom.ts';
import { addressesAtom } from './private-lists.ts';
import { customerAtom, loggedIn, sessionAtom, tokenAtom } from './session.ts';

/** The outcomes of addresses that were sent in the background. Each is announced to the customer once, on any screen. */
export const addressNotificationsAtom = perCustomerAtom<readonly ('saved' | 'changed' | 'refused')[]>([]);

const storedUnsavedAtom = storedPerCustomer(unsavedAddresses.of);

/** New addresses that are only on this device, oldest first. */
export const unsavedAddressesAtom = atom((get) => {
  const listed = new Set(get(changedAddressesAtom).map(({ address }) => addressKey(address)));
  return get(storedUnsavedAtom).filter(({ address }) => !listed.has(addressKey(address)));
});

/** Reads the unsaved addresses and the changes again, and adds notifications for those that were saved or refused in any tab. */
const readPendingAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const [unsaved, changes] = [get(storedUnsavedAtom), get(addressChangesAtom)];
  const before = [...unsaved, ...changes];
  const reading = session && Promise.all([unsavedAddresses.of(session), addressChanges.of(session)]);
  const stored = await reading?.catch(() => undefined);
  const after = new Map(stored?.flat().map((entry) => [entry.id, entry]));
  const isGone = ({ id }: { id: string }) => stored !== undefined && !after.has(id);
  if (before.some(isGone)) {
    // First: the list without them would show an address as it was.
    await set(addressesAtom);
    await set(readDeviceAtom);
  }
  await set(storedUnsavedAtom);
  await set(addressChangesAtom);
  if (get(tokenAtom) !== session?.token) return;
  const listed = new Set((get(addressesAtom).data?.items ?? []).map(addressKey));
  const notifications = [
    // An address that the customer removed in another tab is gone, too, but not in the account.
    ...unsaved.filter((one) => isGone(one) && listed.has(addressKey(one.address))).map(() => 'saved' as const),
    ...changes.filter(isGone).map(() => 'changed' as const),
    ...before.filter(({ id, refused }) => !refused && after.get(id)?.refused).map(() => 'refused' as const),
  ];
  if (notifications.length > 0) set(addressNotificationsAtom, [...get(addressNotificationsAtom), ...notifications]);
});

/**
 * Saves an address to the account, or stores it here when the shop does not respond; see `saveAddress`. Undefined: its
 * customer has logged out.
 */
export const addAddressAtom = atom(null, async (get, set, address: NewAddress) => {
  const session = loggedIn(get(sessionAtom));
  const outcome = await saveAddress(session, address);
  await set(storedUnsavedAtom);
  return get(customerAtom) === customerOf(session) ? outcome : undefined;
});

/** Deletes a new address that the customer no longer wants. */
export const forgetUnsavedAddressAtom = atom(null, async (_get, set, id: string) => {
  // It may have been the chosen address of the next order.
  if (await written(set, forgetUnsavedAddress(id))) await set(readDeviceAtom);
  await set(storedUnsavedAtom);
});

/**
 * Replaces an address that was not saved yet when it was opened, and tries to save it at once; see `addAddressAtom`. Rejects
 * also when the device could not store it.
 */
export const editUnsavedAddressAtom = atom(null, async (get, set, unsaved: UnsavedAddress, address: NewAddress) => {
  const session = loggedIn(get(sessionAtom));
  const isOwn = () => get(customerAtom) === customerOf(session);
  if (!(await editUnsavedAddress(unsaved.id, address))) {
    await set(addressesAtom);
    const saved = get(addressesAtom).data?.items.find((item) => item._id && isSameAddress(item, unsaved.address));
    if (!isOwn()) return undefined;
    // It was removed in the meantime; what is in the form is wanted.
    return saved?._id ? set(changeAddressAtom, { ...saved, _id: saved._id }, address) : set(addAddressAtom, address);
  }
  // It may have been the chosen address of the next order.
  await set(readDeviceAtom);
  await set(saveUnsavedAtom, { all: true });
  if (!isOwn()) return undefined;
  const isPending = get(unsavedAddressesAtom).some((one) => isSameAddress(one.address, address));
  return isPending ? 'stored' : 'saved';
});

/** The token whose session has ended: nothing is sent with it automatically any more. */
const endedAtom = atom('');

/**
 * Saves the unsaved addresses; `all` also those that pause after a failed attempt. Resolves with whether any is still
 * pending.
 */
export const saveUnsavedAtom = atom(null, async (get, set, options: { all?: boolean } = {}) => {
  const token = get(tokenAtom);
  if (!token) return false;
  const outcome = await saveUnsavedAddresses(options).catch((failure: unknown) => {
    console.warn('Addresses not saved', failure);
    return { needsLogin: false };
  });
  set(endedAtom, outcome.needsLogin ? token : '');
  await set(readPendingAtom);
  return get(pendingAddressesAtom).length > 0;
});

/** Whether new addresses and changes wait for a login. */
export const waitsForLoginAtom = atom((get) => get(endedAtom) === get(tokenAtom));

const pendingAddressesAtom = atom((get) =>
  get(waitsForLoginAtom)
    ? []
    : [...get(storedUnsavedAtom), ...get(addressChangesAtom)]
        .filter(({ refused }) => !refused)
        .map(({ id, notBefore, held }) => ({ id, notBefore: Math.max(notBefore, held?.until ?? 0) })),
);

/** Saves new addresses in a retry loop, and reads what the worker or another tab changed; returns a function that stops it. */
export function saveAddressesInBackground(store: Store): () => void {
  const show = () => {
    void store.set(storedUnsavedAtom);
    void store.set(addressChangesAtom);
  };
  show();
  return combined(
    store.sub(tokenAtom, show),
    startRetryLoop(store, {
      pendingAtom: pendingAddressesAtom,
      send: (options) => store.set(saveUnsavedAtom, options),
    }),
    onChange((keys) => {
      if (keys.includes('unsaved-addresses') || keys.includes('address-changes')) void store.set(readPendingAtom);
    }),
  );
}
