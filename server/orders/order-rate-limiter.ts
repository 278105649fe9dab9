import { type RateLimit, RateLimiter } from '../http/rate-limiter.ts';

/**
 * Limits new orders of a customer; what turns out to be none does not count (fault B44). Of several requests with one key only the one that
 * stored the order counts, and it counts once.
 */
export class OrderRateLimiter {
  readonly #limiter: RateLimiter;
  /** Customers' keys that are under way. */
  readonly #underway = new Set<string>();

  constructor(limit: RateLimit, now: () => number) {
    this.#limiter = new RateLimiter(limit, now);
  }

  /** Settles as `work` does, which says whether something new was stored. Throws `too_many_requests`. */
  async counted<Result extends { isNew: boolean }>(
    customer: string,
    key: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const intent = key === undefined ? undefined : `${customer} ${key}`;
    // The same order, sent again meanwhile, is not refused as a new one.
    const isFirst = intent === undefined || !this.#underway.has(intent);
    if (isFirst) this.#limiter.require(customer);
    if (intent) this.#underway.add(intent);
    let isNew = false;
    try {
      const result = await work();
      isNew = result.isNew;
      return result;
    } finally {
      if (isFirst && intent) this.#underway.delete(intent);
      if (isFirst && !isNew) this.#limiter.refund(customer);
      if (!isFirst && isNew) this.#limiter.take(customer);
    }
  }
}
