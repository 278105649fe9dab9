import { atom } from 'jotai';
import type { Credentials, Registration } from '#core/registration';
import { logIn, logOut, register } from '#device/customer-calls';
import { statusOf } from '#device/failures';

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
