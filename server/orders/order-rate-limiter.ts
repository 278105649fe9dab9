import type { Database } from '../database/open.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Limits what a customer stores: new orders, and cancelled keys; what turns out to be none does not count (fault B44). */
export class OrderRateLimiter {
  readonly #orders: RateLimiter;
  readonly #voidedKeys: RateLimiter;
  /** Customers' keys that are under way, with what their first request takes from the limit. */
  readonly #underway = new Map<string, Promise<void>>();

  constructor({ orders, voidedKeys }: Pick<RateLimits, 'orders' | 'voidedKeys'>, database: Database) {
    this.#orders = new RateLimiter('order', orders, database);
    this.#voidedKeys = new RateLimiter('voided-key', voidedKeys, database);
  }

  /** Settles as `work` does, which voids a key. Throws `too_many_requests`. */
  voiding<Result extends { isNew: boolean }>(customer: { id: string }, work: () => Promise<Result>) {
    return countedIfNew(this.#voidedKeys, customer.id, this.#voidedKeys.take(customer.id), work);
  }

  /**
   * Settles as `work` does, which stores the order of a key. Of several requests with one key only the one that stored the order counts, and
   * it counts once. Throws `too_many_requests`.
   */
  async ordering<Result extends { isNew: boolean }>(
    customer: { id: string },
    key: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const intent = key === undefined ? undefined : `${customer.id} ${key}`;
    // The same order, sent again meanwhile, is not counted as a new one.
    const taken = intent === undefined ? undefined : this.#underway.get(intent);
    if (taken) {
      await taken;
      const result = await work();
      if (result.isNew) await this.#orders.count(customer.id);
      return result;
    }

    const taking = this.#orders.take(customer.id);
    if (intent) this.#underway.set(intent, taking);
    try {
      return await countedIfNew(this.#orders, customer.id, taking, work);
    } finally {
      if (intent) this.#underway.delete(intent);
    }
  }
}

async function countedIfNew<Result extends { isNew: boolean }>(
  limiter: RateLimiter,
  key: string,
  taking: Promise<void>,
  work: () => Promise<Result>,
) {
  await taking;
  let isNew = false;
  try {
    const result = await work();
    isNew = result.isNew;
    return result;
  } finally {
    if (!isNew) await limiter.putBack(key);
  }
}
