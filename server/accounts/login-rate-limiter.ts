import type { Database } from '../database/open.ts';
import { type Bucket, counted, networkOf, RateLimiter, type RateLimits } from '../http/rate-limiter.ts';

interface Attempt {
  /** The e-mail in lower case; it may belong to no customer. */
  account: string;
  /** `deviceOf` a device that has logged in to the account before. */
  knownDevice: string | undefined;
  address: string;
}

/**
 * Limits logins. An attempt counts before its outcome is known, so that a thousand guesses sent at once do not all pass: as a wrong password
 * and as a login; what it was not is put back afterwards.
 *
 * A device that has logged in to the account before shares no limit with any other device: neither who guesses on the shop's wifi (fault B23)
 * nor who guesses at this account (fault B24) locks it out.
 */
export function loginRateLimiter(limits: RateLimits, database: Database) {
  const source = new RateLimiter('wrong-passwords', limits.wrongPasswords, database);
  const others = new RateLimiter('wrong-passwords-of-others', limits.wrongPasswordsOfOthers, database);
  const networks = new RateLimiter('wrong-passwords-from-network', limits.wrongPasswordsFromNetwork, database);
  const logins = new RateLimiter('logins', limits.logins, database);

  function wrongPasswordsOf({ account, knownDevice, address }: Attempt): Bucket[] {
    if (knownDevice) return [{ limiter: source, key: knownDevice }];
    const network = networkOf(address);
    return [
      { limiter: source, key: `${account} ${network}` },
      { limiter: others, key: account },
      { limiter: networks, key: network },
    ];
  }

  /**
   * Resolves with the customer that `attempt` found, or undefined: then the password was wrong. An attempt that throws has not been judged,
   * and does not count. Throws `too_many_requests`.
   */
  return <Found>(who: Attempt, attempt: () => Promise<Found | undefined>): Promise<Found | undefined> => {
    const wrong = wrongPasswordsOf(who);
    const right = { limiter: logins, key: `${who.account} ${who.knownDevice ? 'known' : 'others'}` };
    return counted([...wrong, right], attempt, (found) => (found === undefined ? [right] : wrong));
  };
}
