/** Who is logged in. */
import { atom, type Store } from 'jotai';
import type { Session } from '#core/contract';
import { customerOf } from '#core/customer';
import type { Credentials } from '#core/registration';
import { logIn, logOut } from '#device/api';
import { endSession, storeSession } from '#device/session';
import { waitForAtom } from '../frame/wait-for-atom.ts';
import { forgetMirrorsAtom, mirrorAtom, readDeviceAtom, written } from '../storage/stored-atom.ts';

/** Undefined: not known yet. Null: a visitor. */
export const sessionAtom = mirrorAtom('auth');

export const tokenAtom = atom((get) => get(sessionAtom)?.token);

/** The session of a call that only a customer can make. Throws for a visitor. */
export function loggedIn(session: Session | null | undefined): Session {
  if (!session) throw new Error('Nobody is logged in');
  return session;
}

/** The customer's name in everything that is kept for them (`customerOf`); empty for a visitor. */
export const customerAtom = atom((get) => {
  const session = get(sessionAtom);
  return session ? customerOf(session) : '';
});

/** Logs in and keeps the session; rejects as `POST /auth/login` does. */
export const logInAtom = atom(null, async (get, set, credentials: Credentials) => {
  const session = await logIn(credentials);
  const kept = await written(set, storeSession(session));
  const before = get(customerAtom);
  // Nothing of another customer stays on the screen, not even where the device cannot let go of it (decision O6).
  if (before && before !== customerOf(session)) set(forgetMirrorsAtom);
  if (kept) await set(readDeviceAtom);
  set(sessionAtom, session);
  return session;
});

/** Ends the session here and now, and at the server as soon as it can be told (decision F6). */
export const logOutAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const wiped = await written(
    set,
    endSession().then((token) => ({ token })),
  );
  set(forgetMirrorsAtom);
  // `endSession` tells the server about a token that the device held; this one lived only in the page.
  if (session && wiped?.token !== session.token)
    void logOut(session.token).catch((refused: unknown) => console.warn('POST /auth/logout', refused));
});

/** Resolves with the session, or null for a visitor, as soon as the device has been read. */
export const knownSession = (store: Store) => waitForAtom(store, sessionAtom, (session) => session !== undefined);
