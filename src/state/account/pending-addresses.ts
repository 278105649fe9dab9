/** What the shop may not have of the customer's addresses: stored on the device, shown at once, sent when it responds (decision F5). */
import { atom, type Store } from 'jotai';
import { isSameAddress } from '#core/address';
import { customerOf, type NewAddress, type SavedAddress } from '#core/contract';
import { type PendingAddress, type UnsavedAddress, withPending } from '#device/pending-address';
import {
  changeAddress,
  editUnsavedAddress,
  pendingAddresses,
  saveAddress,
  sendPendingAddresses,
  undoPendingAddress,
} from '#device/pending-addresses';
import { onChange } from '#device/store';
import { startRetryLoop } from '../connection/retry-loop.ts';
import { combined } from '../frame/event-listener.ts';
import { written } from '../storage/stored-atom.ts';
import { addressesAtom } from './private-lists.ts';
import { customerAtom, loggedIn, perCustomerAtom, sessionAtom, storedPerCustomer, tokenAtom } from './session.ts';

/** The outcomes of addresses that were sent in the background. Each is announced to the customer once, on any screen. */
export const addressNotificationsAtom = perCustomerAtom<readonly ('saved' | 'changed' | 'gone' | 'refused')[]>([]);

const pendingAtom = storedPerCustomer(pendingAddresses);
export const arePendingReadAtom = pendingAtom.isReadAtom;

/** The account's addresses with the pending ones. */
export const listedAddressesAtom = atom((get) => withPending(get(addressesAtom).data?.items ?? [], get(pendingAtom)));

/** Reads what is pending again, and adds notifications for what was saved or refused in any tab. */
const readPendingAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const before = get(pendingAtom);
  const stored = session && (await pendingAddresses(session).catch(() => undefined));
  const after = new Map(stored?.map((entry) => [entry.id, entry]));
  const ended = stored ? before.filter(({ id }) => !after.has(id)) : [];
  if (ended.length > 0) {
    // First: the list without them would show an address as it was.
    await set(addressesAtom);
  }
  await set(pendingAtom);
  if (get(tokenAtom) !== session?.token) return;
  const { data } = get(addressesAtom);
  const items = data?.hasEnded ? undefined : data?.items;
  const notifications = [
    ...ended.flatMap((one) => (items && outcomeIn(items, one)) ?? []),
    ...before.filter(({ id, refused }) => !refused && after.get(id)?.refused).map(() => 'refused' as const),
  ];
  if (notifications.length > 0) set(addressNotificationsAtom, [...get(addressNotificationsAtom), ...notifications]);
});

/** By what the account has now: the customer may have undone it in another tab, or changed or deleted the address on another device. */
function outcomeIn(items: readonly SavedAddress[], { addressId, address }: PendingAddress) {
  const isListed = addressId !== undefined && items.some(({ _id }) => _id === addressId);
  if (!address) return isListed ? undefined : ('changed' as const);
  if (items.some((item) => isSameAddress(item, address))) return addressId === undefined ? 'saved' : 'changed';
  return addressId === undefined || isListed ? undefined : ('gone' as const);
}

/**
 * Saves an address to the account, or stores it here when the shop does not respond; see `saveAddress`. Undefined: its
 * customer has logged out.
 */
export const addAddressAtom = atom(null, async (get, set, address: NewAddress) => {
  const session = loggedIn(get(sessionAtom));
  const outcome = await saveAddress(session, address);
  await set(pendingAtom);
  return get(customerAtom) === customerOf(session) ? outcome : undefined;
});

/** Replaces a saved address or, without a new one, deletes it; see `changeAddress`. Undefined: its customer has logged out. */
export const changeAddressAtom = atom(
  null,
  async (get, set, before: SavedAddress & { _id: string }, address?: NewAddress) => {
    const session = loggedIn(get(sessionAtom));
    try {
      const outcome = await changeAddress(session, before, address);
      return get(customerAtom) === customerOf(session) ? outcome : undefined;
    } finally {
      await set(addressesAtom);
      await set(pendingAtom);
    }
  },
);

/** Deletes what is pending and the customer no longer wants. */
export const undoPendingAddressAtom = atom(null, async (_get, set, id: string) => {
  await written(set, undoPendingAddress(id));
  await set(pendingAtom);
});

/**
 * Replaces an address that was not saved yet when it was opened, and tries to save it at once; see `addAddressAtom`.
 * 'refused': it stays in the list with the reason, which is announced. Rejects also when the device could not store it.
 */
export const editUnsavedAddressAtom = atom(null, async (get, set, unsaved: UnsavedAddress, address: NewAddress) => {
  const session = loggedIn(get(sessionAtom));
  await editUnsavedAddress(unsaved, address);
  await set(sendPendingAtom, { all: true });
  if (get(customerAtom) !== customerOf(session)) return undefined;
  const pending = get(pendingAtom).find((one) => one.address && isSameAddress(one.address, address));
  if (pending?.refused) {
    set(addressNotificationsAtom, [...get(addressNotificationsAtom), 'refused']);
    return 'refused';
  }
  if (pending) return 'stored';
  // What it was may have been saved since it was opened.
  void set(addressesAtom);
  return 'saved';
});

/** The token whose session has ended: nothing is sent with it automatically any more. */
const endedAtom = atom('');

/**
 * Sends what is pending; `all` also what pauses after a failed attempt. Resolves with whether any of it is still pending.
 */
export const sendPendingAtom = atom(null, async (get, set, options: { all?: boolean } = {}) => {
  const token = get(tokenAtom);
  if (!token) return false;
  const outcome = await sendPendingAddresses(options).catch((failure: unknown) => {
    console.warn('Addresses not saved', failure);
    return { needsLogin: false };
  });
  set(endedAtom, outcome.needsLogin ? token : '');
  await set(readPendingAtom);
  return get(unsentAtom).length > 0;
});

/** Whether new addresses and changes wait for a login. */
export const waitsForLoginAtom = atom((get) => get(endedAtom) === get(tokenAtom));

const unsentAtom = atom((get) =>
  get(waitsForLoginAtom)
    ? []
    : get(pendingAtom)
        .filter(({ refused }) => !refused)
        .map(({ id, notBefore, held }) => ({ id, notBefore: Math.max(notBefore, held?.until ?? 0) })),
);

/** Sends what is pending in a retry loop, and reads what the worker or another tab changed; returns a function that stops it. */
export function sendAddressesInBackground(store: Store): () => void {
  void store.set(pendingAtom);
  return combined(
    store.sub(tokenAtom, () => void store.set(pendingAtom)),
    startRetryLoop(store, { pendingAtom: unsentAtom, send: (options) => store.set(sendPendingAtom, options) }),
    onChange((keys, isHere) => {
      if (isHere) return;
      if (keys.includes('unsaved-addresses') || keys.includes('address-changes')) void store.set(readPendingAtom);
    }),
  );
}
