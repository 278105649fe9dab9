/**
 * New addresses without a response from the shop. `POST /delivery-address` knows no key, so each may have arrived: before it is sent again, it is
 * searched in the account. No other customer sees or sends them.
 */

import { isSameAddress } from '#core/address';
import { type NewAddress, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { addressChanges, newAddressChange, sendAddressChange } from './address-changes.ts';
import { heldFor } from './backoff.ts';
import { addAddress, getAddresses } from './customer-calls.ts';
import { withLock } from './locks.ts';
import { sessionHasEnded } from './outcome.ts';
import { UnsavedAddress } from './pending-address.ts';
import { changeAddresses, newEntry, paused, pendingAddresses, sentOrStored, storeFor } from './pending-addresses.ts';
import { platform } from './platform.ts';
import { read } from './store.ts';

export const unsavedAddresses = /* @__PURE__ */ pendingAddresses('unsaved-addresses', UnsavedAddress);

/** As `sentOrStored`. Sent a second time after an error, the shop stores it once. */
export const saveAddress = (session: Session, address: NewAddress) =>
  sentOrStored(
    async () => {
      // An address that is added may equal one whose deletion is pending: the deletion is older.
      const changes = await addressChanges.due(session, { all: true }).catch(() => []);
      for (const change of changes) await sendAddressChange(session, change);
      await addAddress(session.token, address);
    },
    {
      saved: () => markSaved(customerOf(session), address),
      store: (failure) => store(session, address, failure),
    },
  );

const store = (session: Session, address: NewAddress, failure: unknown) =>
  storeFor(customerOf(session), failure, ({ 'unsaved-addresses': unsaved = [] }) => {
    // The same address, sent a second time, replaces the stored one.
    const others = unsaved.filter(
      (one) => one.customer !== customerOf(session) || !isSameAddress(one.address, address),
    );
    return { 'unsaved-addresses': [...others, paused({ ...newEntry(customerOf(session)), address }, failure)] };
  });

/** Adds the address to the stored list, too, so that it never disappears from the screen. */
const markSaved = (customer: string, address: NewAddress) =>
  changeAddresses(({ 'unsaved-addresses': unsaved = [], 'own-addresses': list }) => {
    const left = unsaved.filter((one) => one.customer !== customer || !isSameAddress(one.address, address));
    const missing = list?.customer === customer && !list.items.some((item) => isSameAddress(item, address));
    return {
      ...(left.length < unsaved.length && { 'unsaved-addresses': left }),
      // As of now: an older response without this address may still arrive.
      ...(missing && { 'own-addresses': { ...list, asOf: platform.now(), items: [...list.items, address] } }),
    };
  });

/** If it has arrived, it stays in the account. */
export const forgetUnsavedAddress = (id: string) =>
  changeAddresses(({ 'unsaved-addresses': unsaved = [], address }) => {
    const forgotten = unsaved.find((one) => one.id === id)?.address;
    return {
      'unsaved-addresses': unsaved.filter((one) => one.id !== id),
      ...(forgotten && address && isSameAddress(address, forgotten) && { address: undefined }),
    };
  });

/** A new entry, so that a response to what it was before does not count for it. False when it is not unsaved any more. */
export async function editUnsavedAddress(id: string, edited: NewAddress): Promise<boolean> {
  let before: UnsavedAddress | undefined;
  await changeAddresses(({ 'unsaved-addresses': unsaved = [], address: chosen }) => {
    before = unsaved.find((one) => one.id === id);
    if (!before) return {};
    const { customer, address, former = [] } = before;
    const entry = { ...newEntry(customer), address: edited, former: [...former, address] };
    return {
      'unsaved-addresses': unsaved.map((one) => (one.id === id ? entry : one)),
      ...(chosen && isSameAddress(chosen, address) && { address: edited }),
    };
  });
  return before !== undefined;
}

/** What it was before it was edited has arrived. Rejects as `sendAddressChange` does; does nothing when it was removed or edited again. */
async function sendAsEdit(session: Session, { id, address }: UnsavedAddress, addressId: string) {
  const edit = newAddressChange(session, addressId, address);
  let isTurned = false;
  await changeAddresses(({ 'unsaved-addresses': unsaved = [], 'address-changes': changes = [] }) => {
    isTurned = unsaved.some((one) => one.id === id);
    if (!isTurned) return {};
    return {
      'unsaved-addresses': unsaved.filter((one) => one.id !== id),
      'address-changes': [...changes.filter((one) => one.addressId !== addressId), edit],
    };
  });
  if (isTurned) await sendAddressChange(session, edit);
}

/** One sender at a time; `all` ignores the pause after a failed attempt. */
export const saveUnsavedAddresses = ({ all = false }: { all?: boolean } = {}): Promise<{ needsLogin: boolean }> =>
  withLock('kedai-addresses', async () => {
    const outcome = { needsLogin: false };
    const { auth: session } = await read({ auth: Session });
    if (!session) return outcome;
    const due = await unsavedAddresses.due(session, { all });
    // A new address may equal one whose deletion is pending: changes go first.
    const changes = await addressChanges.due(session, { all: all || due.length > 0 });
    if (due.length === 0 && changes.length === 0) return outcome;
    const mine = new Map(due.map(({ id, attempts }) => [id, attempts]));
    try {
      for (const change of changes) await sendAddressChange(session, change);
      if (due.length === 0) return outcome;
      const listed = await getAddresses(session.token);
      for (const unsaved of due) {
        const { address, former = [] } = unsaved;
        const isListed = listed.some((item) => isSameAddress(item, address));
        const arrived = listed.find((item) => item._id && former.some((one) => isSameAddress(item, one)));
        if (!isListed && arrived?._id) {
          await sendAsEdit(session, unsaved, arrived._id);
          continue;
        }
        // Skipped when it was removed, its customer has logged out, or another tab is sending it.
        if (!isListed && !((await markSending(unsaved.id, mine)) && (await sendAddress(session, unsaved)))) continue;
        await markSaved(customerOf(session), address);
      }
    } catch (failure) {
      console.warn('Address not stored yet', failure);
      outcome.needsLogin = await sessionHasEnded(failure);
      await addressChanges.change(
        ({ id }) => changes.some((one) => one.id === id),
        (change) => paused(change, failure),
      );
      await unsavedAddresses.change(
        ({ id, attempts }) => mine.get(id) === attempts,
        (unsaved) => paused(unsaved, failure),
      );
    }
    return outcome;
  });

/** Longer than any request, and limited in case the tab was killed. */
const sendingTimeoutMs = 15_000;

/** False when another tab did so since it was read (browsers without locks). */
async function markSending(id: string, mine: Map<string, number>): Promise<boolean> {
  const attempts = mine.get(id) ?? 0;
  const first = await unsavedAddresses.change(
    (unsaved) => unsaved.id === id && unsaved.attempts === attempts,
    (unsaved) => ({ ...unsaved, attempts: attempts + 1, held: heldFor(sendingTimeoutMs) }),
  );
  if (first) mine.set(id, attempts + 1);
  return first;
}

/** False when the shop refused it. Rejects when the outcome is unknown. */
async function sendAddress(session: Session, unsaved: UnsavedAddress): Promise<boolean> {
  try {
    await addAddress(session.token, unsaved.address);
    return true;
  } catch (failure) {
    await unsavedAddresses.refuse(unsaved, failure);
    return false;
  }
}
