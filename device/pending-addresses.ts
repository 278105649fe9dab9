/**
 * What the shop may not have of a customer's addresses: new ones, and edits and deletions (bundled server only, decision F5). No other customer sees or
 * sends them. Edits and deletions can be sent again and say how old they are: of two edits the later wins, whichever arrives first.
 * `POST /delivery-address` knows no key: before a new address is sent again, it is searched in the account.
 */

import { isHTTPError } from 'ky';
import { isSameAddress, withoutId } from '#core/address';
import { Address, customerOf, type NewAddress, SavedAddress, Session } from '#core/contract';
import { http, jsonOf } from './api.ts';
import { backoffAfter, heldFor, isDue, isHeld } from './backoff.ts';
import { hasKedaiCapabilities } from './capabilities.ts';
import { bearer } from './client.ts';
import { getAddresses } from './customer-calls.ts';
import { isFromKedai, isPage, NotTheShop, refusalOf, retryAfterOf } from './failures.ts';
import { withLock } from './locks.ts';
import { outcomeOf, sessionHasEnded } from './outcome.ts';
import { type PendingAddress, pendingLists, type UnsavedAddress } from './pending-address.ts';
import { pendingChanges } from './pending-changes.ts';
import { platform, randomId } from './platform.ts';
import { listKeys } from './private-lists.ts';
import { change, read } from './store.ts';

const pending = /* @__PURE__ */ pendingChanges({ read, change }, pendingLists, {
  auth: Session,
  address: Address,
  'own-addresses': listKeys['own-addresses'],
});

export const pendingAddresses = async (session: Session): Promise<PendingAddress[]> =>
  (await pending.read()).filter(({ customer }) => customer === customerOf(session));

const newEntry = (customer: string) => ({ id: randomId(), customer, attempts: 0, notBefore: 0 });
const newChange = (customer: string, addressId: string, address: NewAddress | undefined) => ({
  ...newEntry(customer),
  addressId,
  address,
  madeAt: platform.now(),
});

/** Resolves with the address as the shop has it now. Rejects with `NotTheShop` when a host that has announced itself did not respond. */
async function send(token: string, entry: PendingAddress): Promise<SavedAddress | undefined> {
  const { address } = entry;
  const isNew = entry.addressId === undefined;
  const call = http(isNew ? 'delivery-address' : `delivery-address/${encodeURIComponent(entry.addressId)}`, {
    method: isNew ? 'POST' : address ? 'PUT' : 'DELETE',
    headers: bearer(token),
    json: address,
    ...(!isNew && { searchParams: { age: Math.max(0, platform.now() - entry.madeAt) } }),
  });
  if (!isFromKedai(await call) && (!isNew || (await hasKedaiCapabilities())))
    throw new NotTheShop('No word on the address');
  return isNew || !address ? address : jsonOf('PUT /delivery-address', call, SavedAddress);
}

/** The address of an edit was deleted elsewhere. */
const isGone = ({ addressId }: PendingAddress, failure: unknown) =>
  addressId !== undefined && refusalOf(failure)?.code === 'not_found';

const outcomeAfter = async (failure: unknown) =>
  outcomeOf(failure, { posted: true, keyed: await hasKedaiCapabilities() });

/** A gateway or the shop cannot handle the request now; for a POST the outcome is unknown. */
const unavailable = [408, 425, 429, 502, 503, 504, 511];

/** Also with a 500, after which it may be stored all the same; but no gateway or captive portal in the shop's place. */
const isAnswered = async (failure: unknown) =>
  isHTTPError(failure) &&
  !unavailable.includes(failure.response.status) &&
  !isPage(failure) &&
  (isFromKedai(failure.response) || !(await hasKedaiCapabilities()));

const concernSame = (one: PendingAddress, other: PendingAddress) =>
  one.customer === other.customer &&
  (one.addressId === undefined
    ? other.addressId === undefined && isSameAddress(one.address, other.address)
    : one.addressId === other.addressId);

/** The chosen address follows its edit, and a deleted one is chosen no more. */
const followed = (chosen: Address | undefined, before: Address | undefined, after: SavedAddress | undefined) =>
  chosen && before && isSameAddress(chosen, before) ? { address: after && withoutId(after) } : {};

/** The shop has it: `saved` as it is now, which is another one after a later edit elsewhere; `before` as the customer saw it. */
const markDone = (done: PendingAddress, saved: SavedAddress | undefined, before: Address | undefined) =>
  pending.edit((changes, { auth, address: chosen, 'own-addresses': list }) => ({
    // A change that is stored while this one is sent is later, and stays.
    changes: changes.filter((one) => !concernSame(one, done) || madeAt(one) > madeAt(done)),
    // As of now: an older response may still arrive.
    ...(list?.customer === done.customer && {
      'own-addresses': { ...list, asOf: platform.now(), items: withSaved(list.items, done, saved) },
    }),
    ...(auth && customerOf(auth) === done.customer && followed(chosen, before, saved)),
  }));

const madeAt = (entry: PendingAddress) => (entry.addressId === undefined ? 0 : entry.madeAt);

/** With a new address, too, so that it never disappears from the screen. */
const withSaved = (items: SavedAddress[], { addressId }: PendingAddress, saved: SavedAddress | undefined) =>
  addressId === undefined && saved && !items.some((item) => isSameAddress(item, saved))
    ? [...items, saved]
    : items.flatMap((item) => (item._id !== undefined && item._id === addressId ? (saved ?? []) : item));

const paused = (failed: PendingAddress, failure: unknown): PendingAddress => ({
  ...failed,
  attempts: failed.attempts + 1,
  held: undefined,
  ...backoffAfter(failed.attempts, retryAfterOf(failure)),
});

/** Stores nothing for a customer who has logged out in the meantime: then it rejects with `failure`. */
async function store(entry: PendingAddress, failure: unknown, before: Address | undefined): Promise<'stored'> {
  let isTheirs = false;
  await pending.edit((changes, { auth, address: chosen }) => {
    isTheirs = auth !== undefined && customerOf(auth) === entry.customer;
    if (!isTheirs) return {};
    return {
      changes: [...changes.filter((one) => !concernSame(one, entry)), paused(entry, failure)],
      ...followed(chosen, before, entry.address),
    };
  });
  if (!isTheirs) throw failure;
  return 'stored';
}

/**
 * 'stored': the shop did not respond, or the session has ended, and it is on the disk. 'needs_login': the session has ended, and it is new. Rejects for a refusal or an error, and when it could not
 * be stored either.
 */
async function sendOrStore(session: Session, entry: PendingAddress, before: Address) {
  let saved: SavedAddress | undefined;
  try {
    // An address that is added may equal one whose deletion is pending: the deletion is older.
    const older = entry.addressId === undefined ? await unsent(session).catch(() => []) : [];
    for (const one of older) if (one.addressId !== undefined) await deliver(session, one);
    saved = await send(session.token, entry);
  } catch (failure) {
    if (isGone(entry, failure)) await markDone(entry, undefined, before);
    const { is } = await outcomeAfter(failure);
    // A new address stays in its form.
    if (is === 'needs_login' && entry.addressId === undefined) return is;
    if (is !== 'needs_login' && (is !== 'unknown' || (await isAnswered(failure)))) throw failure;
    return store(entry, failure, before);
  }
  await markDone(entry, saved, before).catch((failure: unknown) => console.warn('Address not stored yet', failure));
  return 'saved';
}

/** As `sendOrStore`. Sent a second time after an error, the shop stores it once. */
export const saveAddress = (session: Session, address: NewAddress) =>
  sendOrStore(session, { ...newEntry(customerOf(session)), address }, address);

/** `before`: as the customer sees it; without a new `address` it is deleted. Otherwise as `sendOrStore`. */
export const changeAddress = (session: Session, before: SavedAddress & { _id: string }, address?: NewAddress) =>
  sendOrStore(session, newChange(customerOf(session), before._id, address), before);

/**
 * A new entry, so that a response to what it was before does not count for it. What it was may be in the account by now, or removed. Nothing for a
 * customer who has logged out.
 */
export const editUnsavedAddress = ({ id, customer, address, former = [] }: UnsavedAddress, edited: NewAddress) =>
  pending.edit((changes, { auth, address: chosen }) => {
    if (!auth || customerOf(auth) !== customer) return {};
    const at = changes.findIndex((one) => one.id === id);
    const entry = { ...newEntry(customer), address: edited, former: [...former, address] };
    return {
      changes: changes.toSpliced(at < 0 ? changes.length : at, 1, entry),
      ...followed(chosen, address, edited),
    };
  });

/** If the shop has it already, it stays. */
export const undoPendingAddress = (id: string) =>
  pending.edit((changes, { address: chosen, 'own-addresses': list }) => {
    const undone = changes.find((one) => one.id === id);
    const { addressId, address } = undone ?? {};
    const items = list && list.customer === undone?.customer ? list.items : [];
    const before = addressId === undefined ? undefined : items.find(({ _id }) => _id === addressId);
    return {
      changes: changes.filter((one) => one !== undone),
      ...((before || addressId === undefined) && followed(chosen, address, before)),
    };
  });

/** Neither refused nor held. */
const unsent = async (session: Session) =>
  (await pendingAddresses(session)).filter((entry) => !entry.refused && !isHeld(entry));

/** Resolves also when the shop has refused it, or its address was deleted elsewhere. Rejects when the outcome is unknown. */
async function deliver(session: Session, entry: PendingAddress): Promise<void> {
  try {
    await markDone(entry, await send(session.token, entry), entry.address);
  } catch (failure) {
    if (isGone(entry, failure)) return void (await markDone(entry, undefined, entry.address));
    const outcome = await outcomeAfter(failure);
    if (outcome.is !== 'refused') throw failure;
    console.warn('Address refused', failure);
    const { code, reason } = outcome;
    await pending.edit((changes) => ({
      changes: changes.map((one) => (one.id === entry.id ? { ...one, refused: { code, reason } } : one)),
    }));
  }
}

/** False when it was removed or edited, or another tab has sent it since it was read (browsers without locks). */
async function replaced({ id, attempts }: PendingAddress, next: PendingAddress): Promise<boolean> {
  let isThere = false;
  await pending.edit((changes) => {
    isThere = changes.some((one) => one.id === id && one.attempts === attempts);
    const left = changes.filter((one) => one.id === id || !concernSame(one, next));
    return isThere ? { changes: left.map((one) => (one.id === id ? next : one)) } : {};
  });
  return isThere;
}

/** Longer than any request, and limited in case the tab was killed. */
const sendingTimeoutMs = 15_000;

/** One sender at a time; `all` ignores the pause after a failed attempt. */
export const sendPendingAddresses = ({ all = false }: { all?: boolean } = {}): Promise<{ needsLogin: boolean }> =>
  withLock('kedai-addresses', async () => {
    const { auth: session } = await read({ auth: Session });
    const entries = session ? await unsent(session) : [];
    if (!session || !entries.some((entry) => isDue(entry, { all }))) return { needsLogin: false };
    const attempts = new Map(entries.map((entry) => [entry.id, entry.attempts]));
    let listed: SavedAddress[] | undefined;
    try {
      for (const entry of entries) {
        let next = entry;
        if (entry.addressId === undefined) {
          const { customer, address, former = [] } = entry;
          listed ??= (await getAddresses(session.token)).items;
          if (listed.some((item) => isSameAddress(item, address))) {
            await markDone(entry, address, address);
            continue;
          }
          // What it was before it was edited has arrived.
          const arrived = listed.find((item) => item._id && former.some((one) => isSameAddress(item, one)));
          next = arrived?._id
            ? newChange(customer, arrived._id, address)
            : { ...entry, attempts: entry.attempts + 1, held: heldFor(sendingTimeoutMs) };
          if (!(await replaced(entry, next))) continue;
          attempts.set(next.id, next.attempts);
        }
        await deliver(session, next);
      }
      return { needsLogin: false };
    } catch (failure) {
      console.warn('Address not stored yet', failure);
      await pending.edit((changes) => ({
        changes: changes.map((one) => (attempts.get(one.id) === one.attempts ? paused(one, failure) : one)),
      }));
      return { needsLogin: await sessionHasEnded(failure) };
    }
  });
