import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from './api-error.ts';
import { NetworkRateLimiter, takeEach } from './rate-limiter.ts';
import type { RateLimit } from './rate-limits.ts';

/** How long a client waits for each refusal beyond those that are immediate, in ms. */
const delayMs = 5_000;

/**
 * Delays the refusals (429 and 503) of a network that gets one after the other. A client that was told at once would ask again at once: a few
 * hundred of them kept the event loop so busy that it started two password hashes in 70 ms (fault B48).
 */
export class RefusalDelay {
  readonly #immediate: NetworkRateLimiter;
  readonly #wait: (ms: number) => Promise<unknown>;

  constructor(immediate: RateLimit, wait: (ms: number) => Promise<unknown> = pause) {
    this.#immediate = new NetworkRateLimiter('refusal', immediate);
    this.#wait = wait;
  }

  /** Settles as `work` does for a client at this IP address, later when that is a refusal. */
  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isRefusal(error) && !(await this.#isImmediate(address))) await this.#wait(delayMs);
      throw error;
    }
  }

  async #isImmediate(address: string) {
    try {
      await takeEach(this.#immediate.bucketsOf(address));
      return true;
    } catch {
      return false;
    }
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && [429, 503].includes(error.statusCode);
