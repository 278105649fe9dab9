import type { Database } from '../database/open.ts';
import { networkOf } from '../http/networks.ts';
import { type Bucket, putBackEach, RateLimiter, takeEach } from '../http/rate-limiter.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Who tries a password. */
interface Attempt {
  /** The e-mail in lower case; it may be nobody's. */
  account: string;
  /** `deviceOf` a device that has logged in to the account before. */
  knownDevice: string | undefined;
  /** The client's IP address. */
  address: string;
}

/**
 * Limits logins. An attempt counts before its outcome is known, so that a thousand guesses sent at once do not all pass: as a wrong password
 * and as a login; what it was not is put back afterwards.
 *
 * A device that has logged in to the account before shares no limit with any other device: neither who guesses on the shop's wifi (fault B23)
 * nor who guesses at this account (fault B24) locks it out.
 */
export class LoginRateLimiter {
  readonly #source: RateLimiter;
  readonly #others: RateLimiter;
  readonly #networks: RateLimiter;
  readonly #logins: RateLimiter;

  constructor(limits: RateLimits, database: Database) {
    this.#source = new RateLimiter('wrong-passwords', limits.wrongPasswords, database);
    this.#others = new RateLimiter('wrong-passwords-of-others', limits.wrongPasswordsOfOthers, database);
    this.#networks = new RateLimiter('wrong-passwords-from-network', limits.wrongPasswordsFromNetwork, database);
    this.#logins = new RateLimiter('logins', limits.logins, database);
  }

  /**
   * Resolves with the customer that `attempt` found, or undefined: then the password was wrong. An attempt that throws has not been judged,
   * and does not count. Throws `too_many_requests`.
   */
  async limited<Found>(who: Attempt, attempt: () => Promise<Found | undefined>): Promise<Found | undefined> {
    const wrong = this.#wrongPasswordsOf(who);
    const right = [{ limiter: this.#logins, key: `${who.account} ${who.knownDevice ? 'known' : 'others'}` }];
    await takeEach([...wrong, ...right]);
    let notCounted = [...wrong, ...right];
    try {
      const found = await attempt();
      notCounted = found === undefined ? right : wrong;
      return found;
    } finally {
      await putBackEach(notCounted);
    }
  }

  #wrongPasswordsOf({ account, knownDevice, address }: Attempt): Bucket[] {
    if (knownDevice) return [{ limiter: this.#source, key: knownDevice }];
    const network = networkOf(address);
    return [
      { limiter: this.#source, key: `${account} ${network}` },
      { limiter: this.#others, key: account },
      { limiter: this.#networks, key: network },
    ];
  }
}
