import type { Database } from '../database/open.ts';
import { type Bucket, NetworkRateLimiter, putBackEach, RateLimiter, takeEach } from '../http/rate-limiter.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Who orders, and from which address. */
interface Client {
  customer: { id: string };
  ip: string;
}

/**
 * Limits new orders of a customer and of a network; what turns out to be none does not count (faults B44, B53). Of several requests with one
 * key only the one that stored the order counts, and it counts once.
 */
export class OrderRateLimiter {
  readonly #customers: RateLimiter;
  readonly #networks: NetworkRateLimiter;
  /** Customers' keys that are under way, with what their first request takes from the limits. */
  readonly #underway = new Map<string, Promise<void>>();

  constructor({ orders, networkOrders }: Pick<RateLimits, 'orders' | 'networkOrders'>, database: Database) {
    this.#customers = new RateLimiter('order', orders, database);
    this.#networks = new NetworkRateLimiter('order-network', networkOrders, database);
  }

  /** Settles as `work` does, which says whether something new was stored. Throws `too_many_requests`. */
  async counted<Result extends { isNew: boolean }>(
    client: Client,
    key: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const buckets = this.#bucketsOf(client);
    const intent = key === undefined ? undefined : `${client.customer.id} ${key}`;
    // The same order, sent again meanwhile, is not counted as a new one.
    const taken = intent === undefined ? undefined : this.#underway.get(intent);
    if (taken) {
      await taken;
      const result = await work();
      if (result.isNew) for (const { limiter, key } of buckets) await limiter.count(key);
      return result;
    }

    const taking = takeEach(buckets);
    if (intent) this.#underway.set(intent, taking);
    try {
      await taking;
      return await countedIfNew(buckets, work);
    } finally {
      if (intent) this.#underway.delete(intent);
    }
  }

  #bucketsOf({ customer, ip }: Client): Bucket[] {
    return [{ limiter: this.#customers, key: customer.id }, ...this.#networks.bucketsOf(ip)];
  }
}

async function countedIfNew<Result extends { isNew: boolean }>(
  buckets: readonly Bucket[],
  work: () => Promise<Result>,
) {
  let isNew = false;
  try {
    const result = await work();
    isNew = result.isNew;
    return result;
  } finally {
    if (!isNew) await putBackEach(buckets);
  }
}
