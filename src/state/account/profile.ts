/** What a customer can change of the account (decision F5). */
import { atom } from 'jotai';
import { Session } from '#core/contract';
import { type Profile, UserAnswer } from '#core/registration';
import { http, jsonOf } from '#device/api';
import { bearer } from '#device/client';
import { change } from '#device/store';
import { written } from '../storage/stored-atom.ts';
import { loggedIn, sessionAtom, tokenAtom } from './session.ts';

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
