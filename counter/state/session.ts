/** Who is signed in on this device (decision W6). */
import { atom, type Store } from 'jotai';
import { type Staff, StaffSession } from '#core/counter';
import { isTemporary, statusOf } from '#device/failures';
import { clearMessages } from '../../design/messages.tsx';
import { endStaffSession, redeemInvitation } from './api.ts';
import { forgetBoard } from './board.ts';
import { changesAtom, pendingNumbersAtom, storeChangesAgain } from './changes.ts';
import { clearDevice, endLeft, noteLeft, read, write } from './device.ts';
import { forgetDrafts } from './form-drafts.ts';
import { orderListAtom } from './order-list.ts';
import { endDraft } from './till-draft.ts';

/** Undefined until the device has been read; null when no member of staff is signed in. */
export const sessionAtom = atom<StaffSession | null>();

export const tokenAtom = atom((get) => get(sessionAtom)?.token);

/**
 * The shop has ended the session that was here: the staff member was removed, or was idle for too long. `unsent`: the numbers of the orders
 * whose changes it has not heard.
 */
export const endedAtom = atom<{ unsent: string[] }>();

const key = 'session';

export async function readSession(store: Store) {
  const session = await read(key, StaffSession);
  // Signed in while the device was read.
  if (!store.get(sessionAtom)) store.set(sessionAtom, session ?? null);
}

/** Signs this device in; resolves with why it could not be. For the member who is here already nothing but the token changes. */
export async function signIn(store: Store, invitation: string): Promise<'used' | 'unreachable' | undefined> {
  try {
    const session = await redeemInvitation(invitation);
    const before = store.get(sessionAtom);
    const isSame = before?.staff.id === session.staff.id;
    if (!isSame) await forgetDevice(store, before?.token);
    await write(key, session);
    if (isSame) await noteLeft(before.token);
    store.set(endedAtom, undefined);
    store.set(sessionAtom, session);
    void endLeftSessions();
    return undefined;
  } catch (failure) {
    return isTemporary(failure) ? 'unreachable' : 'used';
  }
}

/** Notes what the shop says of who is signed in: a barista may have become an owner. */
export function noteStaff(store: Store, token: string, staff: Staff) {
  const session = store.get(sessionAtom);
  if (session?.token !== token || (session.staff.name === staff.name && session.staff.owner === staff.owner)) return;
  store.set(sessionAtom, { ...session, staff });
  void write(key, { ...session, staff });
}

/** Whether an owner is signed in (decision W14). */
export const isOwnerAtom = atom((get) => get(sessionAtom)?.staff.owner === true);

/** The shop does not know this session any more. */
export async function endSession(store: Store) {
  const ended = store.get(tokenAtom);
  const stored = await read(key, StaffSession);
  if (store.get(tokenAtom) !== ended) return;
  // Another page of this device has signed in since: what is stored belongs to that session.
  if (stored && stored.token !== ended) {
    store.set(sessionAtom, undefined);
    return location.reload();
  }
  store.set(endedAtom, { unsent: [...store.get(pendingNumbersAtom)] });
  await forgetDevice(store);
}

/** Signs this device out, also without a connection: the shop is told as soon as possible. */
export async function signOut(store: Store) {
  const token = store.get(sessionAtom)?.token;
  if (!token) return;
  forgetDrafts();
  await forgetDevice(store, token);
  await endLeftSessions();
}

/** Removes all that belongs to the staff member from this device; `token` is of the session that the shop still has to end. */
async function forgetDevice(store: Store, token?: string) {
  forgetBoard(store);
  store.set(orderListAtom, undefined);
  store.set(changesAtom, []);
  endDraft(store);
  clearMessages();
  store.set(sessionAtom, null);
  await clearDevice(token);
}

/** Ends the sessions that were left on this device and that the shop has not ended yet. */
export const endLeftSessions = () =>
  endLeft((token) =>
    endStaffSession(token).then(
      () => true,
      (failure) => [401, 403, 404].includes(statusOf(failure) ?? 0),
    ),
  );

/** Stores again what this page knows, after the browser has deleted it. */
export async function storeAgain(store: Store) {
  const session = store.get(sessionAtom);
  if (!session) return;
  await write(key, session);
  await storeChangesAgain(store);
}
