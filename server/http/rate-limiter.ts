/** Rate limits by windows: in memory, or for all processes together where they share a PostgreSQL. */
import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { CompiledQuery } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type Database, isPostgres } from '../database/open.ts';
import { ApiError } from './api-error.ts';

interface RateLimit {
  /** How many in one window. It begins with the first. */
  count: number;
  seconds: number;
}

/** All there are. What one person can use up is their own. */
export const rateLimits = {
  /** Wrong passwords for one account, of one device that has logged in to it before, or of all other devices of one network. */
  wrongPasswords: { count: 10, seconds: 60 },
  /** Wrong passwords for one account, of all devices that have not logged in to it, from all networks. */
  wrongPasswordsOfOthers: { count: 30, seconds: 60 },
  /** Wrong passwords from one network, for any account, of devices that have not logged in to it. */
  wrongPasswordsFromNetwork: { count: 300, seconds: 60 },
  /** Logins to one account, each of which costs as much work as a wrong password; devices that have logged in before and others apart. */
  logins: { count: 30, seconds: 60 },
  /** Accounts that were made from one network. */
  registrations: { count: 30, seconds: 60 },
  /** New orders of one customer; an order that is sent again is none. */
  orders: { count: 30, seconds: 600 },
  /** Keys that one customer cancels before an order came with them; each is stored for good. */
  voidedKeys: { count: 30, seconds: 600 },
} satisfies Record<string, RateLimit>;

export type RateLimits = Record<keyof typeof rateLimits, RateLimit>;

/** Counts something per key (an account, a network, a customer) in windows that begin with the first of it. */
export class RateLimiter {
  readonly #limiter: RateLimiterAbstract;

  /** Limiters of one `name` on one PostgreSQL count together; when it fails, and on SQLite, each in its own memory. */
  constructor(name: string, { count, seconds }: RateLimit, database: Database) {
    const options = { keyPrefix: name, points: count, duration: seconds };
    const memory = new RateLimiterMemory(options);
    this.#limiter = isPostgres(database)
      ? new RateLimiterPostgres({
          ...options,
          storeClient: clientOf(database),
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          insuranceLimiter: memory,
        })
      : memory;
  }

  /** Takes one. Throws `too_many_requests` with the time to wait, and takes none, when the window has no more. */
  async take(key: string) {
    try {
      await this.#limiter.consume(idOf(key));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const ms = Math.min(refusal.msBeforeNext, this.#limiter.msDuration);
      // The clock was set back (fault F15): the window starts over, as full as it is.
      if (refusal.msBeforeNext > ms) await this.#limiter.block(idOf(key), this.#limiter.duration);
      await this.putBack(key);
      const retryAfter = Math.max(1, Math.ceil(ms / 1_000));
      throw new ApiError('too_many_requests', { retryAfter, limit: this.#limiter.keyPrefix });
    }
  }

  /** Settles as `work` does; what turns out to be nothing new does not count (fault B44). Throws `too_many_requests`. */
  countedIfNew<Result extends { isNew: boolean }>(key: string, work: () => Promise<Result>): Promise<Result> {
    const own = [{ limiter: this, key }];
    return counted(own, work, ({ isNew }) => (isNew ? [] : own));
  }

  async putBack(key: string) {
    const { consumedPoints } = await this.#limiter.reward(idOf(key));
    // Below zero when its window has ended meanwhile. In memory an unused key is forgotten at once; PostgreSQL has room until the window ends.
    if (consumedPoints < (this.#limiter instanceof RateLimiterPostgres ? 0 : 1)) await this.#limiter.delete(idOf(key));
  }
}

/** Keys are stored as digests: neither e-mails nor addresses are to be read in them, and the table's column is short. */
const idOf = (key: string) => hash('sha256', key, 'base64url');

/** What the library asks for. Its names of prepared statements are dropped, because a pooler between may not know them. */
const clientOf = (database: Database) => ({
  query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const { rows, numAffectedRows } = await database.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  },
});

export interface Bucket {
  limiter: RateLimiter;
  key: string;
}

/**
 * Settles as `work` does, which counts in each bucket but those that `except` names by its result, and in none when it rejects. Throws
 * `too_many_requests` and takes none when one of them is empty.
 */
export async function counted<Result>(
  buckets: readonly Bucket[],
  work: () => Promise<Result>,
  except: (result: Result) => readonly Bucket[],
): Promise<Result> {
  const taken: Bucket[] = [];
  let notCounted: readonly Bucket[] = taken;
  try {
    for (const bucket of buckets) {
      await bucket.limiter.take(bucket.key);
      taken.push(bucket);
    }
    const result = await work();
    notCounted = except(result);
    return result;
  } finally {
    for (const { limiter, key } of notCounted) await limiter.putBack(key);
  }
}

/** Who counts as one client where there is no account, as a key: the network of an IP address, which is easily changed within one: an IPv4 address itself, or the /56 that one IPv6 household has (RFC 6177). */
export function networkOf(address: string): string {
  const [given = ''] = address.split('%');
  if (!ipaddr.isValid(given)) return address;
  // An IPv4 address in the form of IPv6 is that of the same client.
  const ip = ipaddr.process(given);
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = ip.parts;
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}
