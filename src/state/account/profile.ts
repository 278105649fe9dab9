/** What a customer can change of the account (decision F5). */
import { atom } from 'jotai';
import type { Profile } from '#core/registration';
import { changeProfile, storeUser } from '#device/profile';
import { written } from '../storage/stored-atom.ts';
import { loggedIn, sessionAtom, tokenAtom } from './session.ts';

/**
 * Changes the customer's name and phone number; rejects as `PATCH /auth/user` does. Other devices show them after their
 * next login.
 */
export const changeProfileAtom = atom(null, async (get, set, profile: Profile) => {
  const session = loggedIn(get(sessionAtom));
  const user = await changeProfile(session.token, profile);
  // The customer may have logged out in the meantime.
  if (get(tokenAtom) !== session.token) return;
  const changed = { ...session, user: { ...user, email: session.user.email } };
  await written(set, storeUser(changed));
  set(sessionAtom, changed);
});
