/** Login and logout. */
import { atom } from 'jotai';
import { customerOf } from '#core/customer';
import type { Credentials } from '#core/registration';
import { logIn, logOut } from '#device/customer-calls';
import { deviceId, endSession, storeSession } from '#device/session';
import { clearMessages } from '../../../design/messages.tsx';
import { loadWithRetry } from '../connection/load-with-retry.ts';
import { forgetStoredAtom, written } from '../storage/stored-atom.ts';
import { customerAtom, sessionAtom, unstoredTokenAtom } from './session.ts';

/** Logs in and stores the session; rejects as `POST /auth/login` does. */
export const logInAtom = atom(null, async (get, set, credentials: Credentials) => {
  const session = await logIn(credentials, await deviceId());
  const before = get(customerAtom);
  // Nothing of another customer stays on the screen, even if the device could not delete it (decision O6).
  if (before && before !== customerOf(session)) {
    set(forgetStoredAtom);
    forgetNotifications();
  }
  const stored = await written(set, storeSession(session));
  set(unstoredTokenAtom, stored ? '' : session.token);
  if (!stored) set(sessionAtom, session);
  return session;
});

const forgetNotifications = () => void loadWithRetry(() => import('./push.ts')).then(({ forgetPush }) => forgetPush());

/**
 * Ends the session here at once, and at the server as soon as it can be reached (decision F6). Resolves with whether the device has forgotten the
 * customer; otherwise a reload shows them again.
 */
export const logOutAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const wiped = await written(
    set,
    endSession().then((token) => ({ token })),
  );
  set(forgetStoredAtom);
  // 'Urungkan' of one would bring back what was theirs.
  clearMessages();
  forgetNotifications();
  // `endSession` revokes a stored token at the server; this one was only in the page.
  if (session && wiped?.token !== session.token)
    void logOut(session.token).catch((refused: unknown) => console.warn('POST /auth/logout', refused));
  return wiped !== undefined;
});
