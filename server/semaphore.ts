import { ApiError } from './http/api-error.ts';

/**
 * A counting semaphore: at most `permits` hold it at once, the others wait in the order they came, those with priority before all without.
 * With one permit it is a mutex.
 */
export class Semaphore {
  readonly #prior: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  readonly #maxWaiting: number;
  #free: number;

  constructor(permits: number, { maxWaiting = Number.POSITIVE_INFINITY } = {}) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves when the caller holds a permit, which it must give back by `release`. Throws `busy` when `maxWaiting` wait already with this priority. */
  async acquire(hasPriority = false) {
    const lane = hasPriority ? this.#prior : this.#others;
    if (this.#free > 0) this.#free--;
    else if (lane.length >= this.#maxWaiting) throw new ApiError('busy', { retryAfter: 2 });
    else await new Promise<void>((goOn) => lane.push(goOn));
  }

  /** Holds a permit while `work` runs, and settles as it does. */
  async run<Result>(work: () => Result | Promise<Result>, hasPriority = false): Promise<Result> {
    await this.acquire(hasPriority);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Gives a permit back: straight to the caller that has waited longest, so that no later one overtakes it. */
  release() {
    const next = this.#prior.shift() ?? this.#others.shift();
    if (next) next();
    else this.#free++;
  }
}
