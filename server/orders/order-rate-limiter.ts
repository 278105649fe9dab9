import type { Database } from '../database/open.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { RateLimit } from '../http/rate-limits.ts';

/**
 * Limits new orders of a customer; what turns out to be none does not count (fault B44). Of several requests with one key only the one that
 * stored the order counts, and it counts once.
 */
export class OrderRateLimiter {
  readonly #limiter: RateLimiter;
  /** Customers' keys that are under way, with what their first request takes from the limit. */
  readonly #underway = new Map<string, Promise<void>>();

  constructor(limit: RateLimit, database: Database) {
    this.#limiter = new RateLimiter('order', limit, database);
  }

  /** Settles as `work` does, which says whether something new was stored. Throws `too_many_requests`. */
  async counted<Result extends { isNew: boolean }>(
    customer: string,
    key: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const intent = key === undefined ? undefined : `${customer} ${key}`;
    // The same order, sent again meanwhile, is not counted as a new one.
    const taken = intent === undefined ? undefined : this.#underway.get(intent);
    if (taken) {
      await taken;
      const result = await work();
      if (result.isNew) await this.#limiter.count(customer);
      return result;
    }

    const taking = this.#limiter.take(customer);
    if (intent) this.#underway.set(intent, taking);
    try {
      await taking;
      return await this.#countedIfNew(customer, work);
    } finally {
      if (intent) this.#underway.delete(intent);
    }
  }

  async #countedIfNew<Result extends { isNew: boolean }>(customer: string, work: () => Promise<Result>) {
    let isNew = false;
    try {
      const result = await work();
      isNew = result.isNew;
      return result;
    } finally {
      if (!isNew) await this.#limiter.putBack(customer);
    }
  }
}
