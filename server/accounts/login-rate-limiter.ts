import { ApiError } from '../http/api-error.ts';
import { type RateLimit, RateLimiter } from '../http/rate-limiter.ts';

export interface LoginRateLimits {
  /** Failed logins to one account, from each network that has logged in to it before and from all others together. */
  account: RateLimit;
  /** Failed logins from one network, whatever the account: a whole shop shares one. */
  network: RateLimit;
}

/** How many pairs of a network and an account that it has logged in to are remembered. */
const maxKnownPairs = 20_000;

/**
 * Limits failed logins. An attempt counts before it is known to fail, so that a thousand guesses sent at once do not all pass.
 *
 * A network that has logged in to an account before has a limit of its own for it: neither who guesses at other accounts on the shop's wifi
 * (fault B23) nor who guesses at this one elsewhere (fault B24) locks such a customer out. All other networks share one, or a guesser would
 * only need many of them.
 */
export class LoginRateLimiter {
  readonly #strangers: RateLimiter;
  readonly #known: RateLimiter;
  readonly #networks: RateLimiter;
  readonly #knownPairs = new Set<string>();

  constructor({ account, network }: LoginRateLimits, now: () => number) {
    this.#strangers = new RateLimiter(account, now);
    this.#known = new RateLimiter(account, now);
    this.#networks = new RateLimiter(network, now);
  }

  /**
   * Resolves with whom `attempt` found, or undefined. It failed when that is nobody; an attempt that throws has not been judged. Throws
   * `too_many_requests` when this account or this network has failed too often.
   */
  async limited<Found>(account: string, network: string, attempt: () => Promise<Found | undefined>) {
    const pair = `${network} ${account}`;
    const refund = this.#knownPairs.has(pair)
      ? takeEach([this.#known, pair])
      : takeEach([this.#strangers, account], [this.#networks, network]);
    let failed = false;
    try {
      const found = await attempt();
      if (found === undefined) failed = true;
      else this.#remember(pair);
      return found;
    } finally {
      if (!failed) refund();
    }
  }

  #remember(pair: string) {
    this.#knownPairs.delete(pair);
    this.#knownPairs.add(pair);
    const [oldest] = this.#knownPairs;
    if (this.#knownPairs.size > maxKnownPairs && oldest !== undefined) this.#knownPairs.delete(oldest);
  }
}

/** Takes one of each limiter, or of none when one of them has none left. Returns what puts them back. */
function takeEach(...limiters: [limiter: RateLimiter, key: string][]) {
  const taken: typeof limiters = [];
  const refund = () => {
    for (const [limiter, key] of taken) limiter.refund(key);
  };
  for (const [limiter, key] of limiters) {
    const retryAfter = limiter.take(key);
    if (retryAfter > 0) {
      refund();
      throw new ApiError('too_many_requests', { retryAfter });
    }
    taken.push([limiter, key]);
  }
  return refund;
}
