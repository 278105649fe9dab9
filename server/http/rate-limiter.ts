/** Rate limits by token buckets in memory: so many at once, then one every so often. */
import { ApiError } from './api-error.ts';

/** How often something may happen. */
export interface RateLimit {
  /** How many may come at once. */
  burst: number;
  /** How long until one more may come, in ms. */
  everyMs: number;
}

const maxKeys = 20_000;

/** One bucket per key (an account, an address, a customer). Old keys are forgotten first, so its memory is bounded. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  /** Tokens left at a moment; a key that is absent has a full bucket. */
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(limit: RateLimit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Takes one. Returns 0 when there was one, else the whole seconds until there will be. */
  take(key: string): number {
    const { everyMs } = this.#limit;
    const tokens = this.#tokensOf(key);
    if (tokens < 1) return Math.max(1, Math.ceil(((1 - tokens) * everyMs) / 1_000));
    this.#keep(key, tokens - 1);
    return 0;
  }

  /** Takes one. Throws `too_many_requests` with the time to wait when there is none. */
  require(key: string) {
    takeEach([{ limiter: this, key }]);
  }

  /** Puts one back, for an attempt that is not to count after all. */
  refund(key: string) {
    this.#keep(key, this.#tokensOf(key) + 1);
  }

  #tokensOf(key: string) {
    const bucket = this.#buckets.get(key);
    if (!bucket) return this.#limit.burst;
    const now = this.#now();
    // After a clock was set back, a bucket dated in the future would not refill until then (fault F15).
    bucket.at = Math.min(bucket.at, now);
    const refilled = (now - bucket.at) / this.#limit.everyMs;
    return Math.min(this.#limit.burst, bucket.tokens + refilled);
  }

  #keep(key: string, tokens: number) {
    this.#buckets.delete(key);
    if (tokens >= this.#limit.burst) return;
    this.#buckets.set(key, { tokens, at: this.#now() });
    if (this.#buckets.size > maxKeys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
  }
}

/** What a rate limiter counts for one key. */
export interface Bucket {
  limiter: RateLimiter;
  key: string;
}

/** Takes one from each bucket. Throws `too_many_requests` and takes none when one of them is empty. */
export function takeEach(buckets: readonly Bucket[]) {
  for (const [at, { limiter, key }] of buckets.entries()) {
    const retryAfter = limiter.take(key);
    if (retryAfter === 0) continue;
    refundEach(buckets.slice(0, at));
    throw new ApiError('too_many_requests', { retryAfter });
  }
}

/** Puts one back into each bucket. */
export function refundEach(buckets: readonly Bucket[]) {
  for (const { limiter, key } of buckets) limiter.refund(key);
}

/** How many times the limit of a /64 the wider networks around it have: a provider may give a household a /56 or a /48, or many phones one. */
const times = [1, 4, 16];

/** A rate limit of networks: an IPv4 address or an IPv6 /64 by itself, and with more room the /56 and the /48 that such a /64 is in. */
export class NetworkRateLimiter {
  readonly #limiters: readonly RateLimiter[];

  constructor({ burst, everyMs }: RateLimit, now: () => number) {
    this.#limiters = times.map((more) => new RateLimiter({ burst: burst * more, everyMs: everyMs / more }, now));
  }

  /** What a request from `address` is counted in, for `takeEach`. */
  bucketsOf(address: string): Bucket[] {
    return networksOf(address).map((key, at) => ({ limiter: this.#limiters[at] as RateLimiter, key }));
  }
}

/** The network of an IP address, as a key of a rate limiter: an IPv4 address itself, or the /64 that one IPv6 household or phone has. */
export const networkOf = (address: string) => networksOf(address)[0] ?? address;

/** The networks that an IP address counts in, the narrowest first: an IPv4 address itself; the /64, /56 and /48 of an IPv6 address. */
export function networksOf(address: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return [mapped];
  if (!address.includes(':')) return [address];
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const all = address.includes('::')
    ? [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after]
    : groups;
  const [first, second, third, fourth = 0] = all.slice(0, 4).map((group) => Number.parseInt(group, 16));
  const within = (last: number, length: number) =>
    `${[first, second, third, last].map((group) => group?.toString(16)).join(':')}::/${length}`;
  return [within(fourth, 64), within(fourth & 0xff00, 56), within(0, 48)];
}
