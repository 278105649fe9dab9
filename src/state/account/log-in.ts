/** Login, logout, registration, and what a customer can change of the account. */
import { atom } from 'jotai';
import { customerOf, Session } from '#core/contract';
import { type Credentials, type Profile, type Registration, UserAnswer } from '#core/registration';
import { http, jsonOf } from '#device/api';
import { bearer } from '#device/client';
import { logIn, logOut, register } from '#device/customer-calls';
import { statusOf } from '#device/failures';
import { deviceId, endSession, storeSession } from '#device/session';
import { change } from '#device/store';
import { clearMessages } from '../../../design/messages.tsx';
import { loadWithRetry } from '../connection/load-with-retry.ts';
import { forgetStoredAtom, written } from '../storage/stored-atom.ts';
import { customerAtom, loggedIn, sessionAtom, tokenAtom, unstoredTokenAtom } from './session.ts';

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

/** The e-mail of a registration that may have arrived although there was no response. */
const unansweredAtom = atom('');

/** The credentials of the account that was just registered in this tab, for the login that follows; only in memory. */
export const registeredAtom = atom<Credentials>();

/**
 * Registers an account, or finds that an earlier attempt with the same e-mail succeeded and only its response was lost.
 * Rejects as `POST /auth/register` does.
 */
export const registerAtom = atom(null, async (get, set, registration: Registration) => {
  const { email, password } = registration;
  try {
    await register(registration);
  } catch (refused) {
    if (isUnanswered(refused)) set(unansweredAtom, email);
    const mayBeOurs = statusOf(refused) === 409 && get(unansweredAtom) === email;
    if (!mayBeOurs || !(await canLogIn({ email, password }))) throw refused;
  }
  set(registeredAtom, { email, password });
});

/** Whether the shop may have done what it gave no answer to. */
function isUnanswered(failure: unknown) {
  const status = statusOf(failure);
  return !status || status >= 500;
}

/** Whether a login with these credentials succeeds; rejects when there is no answer to it. */
async function canLogIn(credentials: Credentials): Promise<boolean> {
  try {
    const { token } = await logIn(credentials);
    void logOut(token).catch((failure: unknown) => console.warn('POST /auth/logout', failure));
    return true;
  } catch (refused) {
    if (isUnanswered(refused)) throw refused;
    return false;
  }
}

/**
 * Changes the customer's name and phone number; rejects as `PATCH /auth/user` does. Other devices show them after their
 * next login.
 */
export const changeProfileAtom = atom(null, async (get, set, profile: Profile) => {
  const session = loggedIn(get(sessionAtom));
  const call = http.patch('auth/user', { headers: bearer(session.token), json: profile });
  const { user } = await jsonOf('PATCH /auth/user', call, UserAnswer);
  // The customer may have logged out in the meantime.
  if (get(tokenAtom) !== session.token) return;
  const changed = { ...session, user: { ...user, email: session.user.email } };
  set(sessionAtom, changed);
  const storing = change({ auth: Session }, ({ auth }) => (auth?.token === session.token ? { auth: changed } : {}));
  await written(set, storing);
});
