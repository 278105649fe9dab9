/** Decision F6. */
import { hasKedaiCapabilities } from './capabilities.ts';
import { logOut } from './customer-calls.ts';
import { endStoredSessions } from './ended-sessions.ts';
import { isPage, refusalOf, statusOf } from './failures.ts';
import { change, read } from './store.ts';

/** A failed call is retried at the next call. Never rejects. */
export const revokeEndedSessions = () =>
  endStoredSessions({ read, change }, { key: 'revocations', lock: 'kedai-logout', end: revokeAtServer });

/** Only the shop itself can confirm it: a gateway may accept or refuse anything. */
export async function revokeAtServer(token: string): Promise<boolean> {
  try {
    return (await logOut(token)) || !(await hasKedaiCapabilities());
  } catch (failure) {
    console.warn('Logout not sent', failure);
    const status = statusOf(failure) ?? 0;
    const knowsNoSuchSession = (await hasKedaiCapabilities())
      ? refusalOf(failure) && status < 500 && status !== 429
      : [401, 403, 404].includes(status) && !isPage(failure);
    return knowsNoSuchSession ?? false;
  }
}
