/** Token buckets in memory: so many at once, then one every so often. */

export interface Allowance {
  /** How many may come at once. */
  burst: number;
  /** How long until one more may come, in ms. */
  everyMs: number;
}

const keptKeys = 20_000;

/** One bucket per key (an account, an address, a customer). Old keys are forgotten first, so its memory is bounded. */
export class Throttle {
  readonly #allowance: Allowance;
  readonly #now: () => number;
  /** Tokens left at a moment; a key that is absent has a full bucket. */
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(allowance: Allowance, now: () => number = () => performance.now()) {
    this.#allowance = allowance;
    this.#now = now;
  }

  /** Takes one. Returns 0 when there was one, else the whole seconds until there will be. */
  take(key: string): number {
    const { everyMs } = this.#allowance;
    const tokens = this.#tokensOf(key);
    if (tokens < 1) return Math.max(1, Math.ceil(((1 - tokens) * everyMs) / 1_000));
    this.#keep(key, tokens - 1);
    return 0;
  }

  /** Puts one back, for an attempt that is not to count after all. */
  giveBack(key: string) {
    this.#keep(key, this.#tokensOf(key) + 1);
  }

  #tokensOf(key: string) {
    const bucket = this.#buckets.get(key);
    if (!bucket) return this.#allowance.burst;
    const now = this.#now();
    // After a clock was set back, a bucket dated in the future would not refill until then (fault F15).
    bucket.at = Math.min(bucket.at, now);
    const refilled = (now - bucket.at) / this.#allowance.everyMs;
    return Math.min(this.#allowance.burst, bucket.tokens + refilled);
  }

  #keep(key: string, tokens: number) {
    this.#buckets.delete(key);
    if (tokens >= this.#allowance.burst) return;
    this.#buckets.set(key, { tokens, at: this.#now() });
    if (this.#buckets.size > keptKeys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
  }
}

/** The network of an IP address, as a throttle's key: an IPv4 address itself, or the /64 that one IPv6 household or phone has. */
export function networkOf(address: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const all = address.includes('::')
    ? [...groups, ...Array(8 - groups.length - after.length).fill('0'), ...after]
    : groups;
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
