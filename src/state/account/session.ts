/** The session of the customer who is logged in. */
import { atom, type Store } from 'jotai';
import type { Session } from '#core/contract';
import { customerOf } from '#core/customer';
import type { Credentials } from '#core/registration';
import { logIn, logOut } from '#device/api';
import { deviceId, endSession, isSessionKnown, storeSession } from '#device/session';
import { disk } from '#device/store';
import { combined } from '../frame/event-listener.ts';
import { waitForAtom } from '../frame/wait-for-atom.ts';
import { forgetMirrorsAtom, mirrorAtom, readDeviceAtom, written } from '../storage/stored-atom.ts';

/** Undefined: not known yet. Null: a visitor. */
export const sessionAtom = mirrorAtom('auth');

export const tokenAtom = atom((get) => get(sessionAtom)?.token);

/** The session of a call that only a customer can make. Throws for a visitor. */
export function loggedIn(session: Session | null | undefined): Session {
  if (!session) throw new Error('No customer is logged in');
  return session;
}

/** The customer's id in everything that is stored for them (`customerOf`); empty for a visitor. */
export const customerAtom = atom((get) => {
  const session = get(sessionAtom);
  return session ? customerOf(session) : '';
});

/** The token of a session that the device had no room for, so that its absence means nothing. */
const unstoredTokenAtom = atom('');

/** Whether the browser has deleted this site's data, and the session with it, while the page was open. */
export const deviceClearedAtom = atom(false);

/** Ends the session in this page if the browser has deleted it from the device; resolves with whether it did. */
export const endIfClearedAtom = atom(null, async (get, set): Promise<boolean> => {
  const session = get(sessionAtom);
  const isCleared =
    session &&
    session.token !== get(unstoredTokenAtom) &&
    !(await isSessionKnown(session).catch(() => true)) &&
    get(sessionAtom) === session;
  if (isCleared) {
    set(forgetMirrorsAtom);
    set(deviceClearedAtom, true);
  }
  return get(deviceClearedAtom);
});

/** Looks for the session whenever the device's database was lost, until the next login; returns a function that stops this. */
export const followClearedDevice = (store: Store) =>
  combined(
    disk.onReopened(() => void store.set(endIfClearedAtom)),
    store.sub(sessionAtom, () => {
      if (store.get(sessionAtom)) store.set(deviceClearedAtom, false);
    }),
  );

/** Logs in and stores the session; rejects as `POST /auth/login` does. */
export const logInAtom = atom(null, async (get, set, credentials: Credentials) => {
  const session = await logIn(credentials, await deviceId());
  const stored = await written(set, storeSession(session));
  set(unstoredTokenAtom, stored ? '' : session.token);
  const before = get(customerAtom);
  // Nothing of another customer stays on the screen, even if the device could not delete it (decision O6).
  if (before && before !== customerOf(session)) {
    set(forgetMirrorsAtom);
    forgetNotifications();
  }
  if (stored) await set(readDeviceAtom);
  set(sessionAtom, session);
  return session;
});

const forgetNotifications = () => void import('./push.ts').then(({ forgetPush }) => forgetPush(), console.warn);

/** Ends the session here at once, and at the server as soon as it can be reached (decision F6). */
export const logOutAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const wiped = await written(
    set,
    endSession().then((token) => ({ token })),
  );
  set(forgetMirrorsAtom);
  forgetNotifications();
  // `endSession` revokes a stored token at the server; this one was only in the page.
  if (session && wiped?.token !== session.token)
    void logOut(session.token).catch((refused: unknown) => console.warn('POST /auth/logout', refused));
});

/** Resolves with the session, or null for a visitor, as soon as the device has been read. */
export const knownSession = (store: Store) => waitForAtom(store, sessionAtom, (session) => session !== undefined);
