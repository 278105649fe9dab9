import {
  NetworkRateLimiter,
  networkOf,
  type RateLimit,
  RateLimiter,
  refundEach,
  takeEach,
} from '../http/rate-limiter.ts';

export interface LoginRateLimits {
  /** Failed logins to one account, from each network that has logged in to it before and from all others together. */
  account: RateLimit;
  /** Failed logins from one network, whatever the account: a whole shop shares one. */
  network: RateLimit;
  /** Successful logins to one account from one network: a phone that logs in without end leaves the others on its network theirs. */
  accountSuccesses: RateLimit;
  /** Successful logins from one network: each costs as much work as a failed one (fault B48). */
  networkSuccesses: RateLimit;
}

/** How many pairs of a network and an account that it has logged in to are remembered. */
const maxKnownPairs = 20_000;

/**
 * Limits logins. An attempt counts before its outcome is known, so that a thousand guesses sent at once do not all pass: as a failure and as
 * a success; what it was not is put back afterwards.
 *
 * A network that has logged in to an account before has a limit of its own for it: neither who guesses at other accounts on the shop's wifi
 * (fault B23) nor who guesses at this one elsewhere (fault B24) locks such a customer out. All other networks share one, or a guesser would
 * only need many of them.
 */
export class LoginRateLimiter {
  readonly #strangers: RateLimiter;
  readonly #known: RateLimiter;
  readonly #networks: NetworkRateLimiter;
  readonly #accountSuccesses: RateLimiter;
  readonly #networkSuccesses: NetworkRateLimiter;
  readonly #knownPairs = new Set<string>();

  constructor({ account, network, accountSuccesses, networkSuccesses }: LoginRateLimits, now: () => number) {
    this.#strangers = new RateLimiter(account, now);
    this.#known = new RateLimiter(account, now);
    this.#networks = new NetworkRateLimiter(network, now);
    this.#accountSuccesses = new RateLimiter(accountSuccesses, now);
    this.#networkSuccesses = new NetworkRateLimiter(networkSuccesses, now);
  }

  /**
   * Resolves with whom `attempt` found, or undefined. It failed when that is nobody; an attempt that throws has not been judged, and does not
   * count. `address` is the client's IP address. Throws `too_many_requests` when this account or this network has failed or logged in too often.
   */
  async limited<Found>(account: string, address: string, attempt: () => Promise<Found | undefined>) {
    const pair = `${networkOf(address)} ${account}`;
    const failures = this.#knownPairs.has(pair)
      ? [{ limiter: this.#known, key: pair }]
      : [{ limiter: this.#strangers, key: account }, ...this.#networks.bucketsOf(address)];
    const successes = [{ limiter: this.#accountSuccesses, key: pair }, ...this.#networkSuccesses.bucketsOf(address)];
    let notCounted = [...failures, ...successes];
    takeEach(notCounted);
    try {
      const found = await attempt();
      notCounted = found === undefined ? successes : failures;
      if (found !== undefined) this.#remember(pair);
      return found;
    } finally {
      refundEach(notCounted);
    }
  }

  #remember(pair: string) {
    this.#knownPairs.delete(pair);
    this.#knownPairs.add(pair);
    const [oldest] = this.#knownPairs;
    if (this.#knownPairs.size > maxKnownPairs && oldest !== undefined) this.#knownPairs.delete(oldest);
  }
}
