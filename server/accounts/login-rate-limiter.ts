import type { Database } from '../database/open.ts';
import { type Bucket, NetworkRateLimiter, putBackEach, RateLimiter, takeEach } from '../http/rate-limiter.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { isKnown, pairOf } from './known-networks.ts';

/**
 * Limits logins. An attempt counts before its outcome is known, so that a thousand guesses sent at once do not all pass: as a failure and as
 * a success; what it was not is put back afterwards.
 *
 * All networks share one limit for an account, or a guesser would only need many of them. A network that has logged in to it before has
 * another one of its own, and may try a password when the shared ones are used up: neither who guesses at other accounts on the shop's wifi
 * (fault B23) nor who guesses at this one from another network (fault B24) locks such a customer out. A wrong password is then refused like any other
 * attempt, so that the answer does not tell who has logged in there (fault B25).
 */
export class LoginRateLimiter {
  readonly #database: Database;
  readonly #accounts: RateLimiter;
  readonly #known: RateLimiter;
  readonly #networks: NetworkRateLimiter;
  readonly #accountSuccesses: RateLimiter;
  readonly #networkSuccesses: NetworkRateLimiter;

  constructor({ account, network, accountSuccesses, networkSuccesses }: RateLimits, database: Database) {
    this.#database = database;
    this.#accounts = new RateLimiter('login-account', account, database);
    this.#known = new RateLimiter('login-known', account, database);
    this.#networks = new NetworkRateLimiter('login-network', network, database);
    this.#accountSuccesses = new RateLimiter('login-account-success', accountSuccesses, database);
    this.#networkSuccesses = new NetworkRateLimiter('login-network-success', networkSuccesses, database);
  }

  /**
   * Resolves with the customer that `attempt` found, or undefined. It failed when there is none; an attempt that throws has not been judged,
   * and does not count. `address` is the client's IP address. Throws `too_many_requests` when this account or this network has failed or
   * logged in too often.
   */
  async limited<Found>(account: string, address: string, attempt: () => Promise<Found | undefined>) {
    const pair = pairOf(account, address);
    const known = await isKnown(this.#database, pair);
    const successes = [{ limiter: this.#accountSuccesses, key: pair }, ...this.#networkSuccesses.bucketsOf(address)];
    const shared = [...this.#networks.bucketsOf(address), { limiter: this.#accounts, key: account }];
    const failures: Bucket[] = [];
    await takeEach(successes);
    let notCounted = successes;
    try {
      const refusal = await takeEach(shared).then(
        () => void failures.push(...shared),
        (error: unknown) => ({ error }),
      );
      notCounted = [...successes, ...failures];
      if (refusal && !known) throw refusal.error;
      if (known) {
        const own = { limiter: this.#known, key: pair };
        await takeEach([own]);
        failures.push(own);
        notCounted = [...successes, ...failures];
      }
      const found = await attempt();
      notCounted = found === undefined ? successes : failures;
      if (refusal && found === undefined) throw refusal.error;
      return found;
    } finally {
      await putBackEach(notCounted);
    }
  }
}
