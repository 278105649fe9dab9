/** Who hashes a password next. */
import { ApiError } from '../http/api-error.ts';

/** At most `permits` hash at once, the others wait in two lanes: devices that have logged in to the account before, then all others. */
export class PasswordQueue {
  readonly #maxWaiting: number;
  readonly #known: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #free: number;

  constructor({ permits, maxWaiting }: { permits: number; maxWaiting: number }) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  /** Holds a permit while `work` runs, and settles as it does. Throws `busy` when `maxWaiting` wait in this lane. */
  async run<Result>(isKnown: boolean, work: () => Promise<Result>): Promise<Result> {
    const lane = isKnown ? this.#known : this.#others;
    if (this.#free > 0) this.#free--;
    else if (lane.length >= this.#maxWaiting) throw new ApiError('busy', { retryAfter: 2 });
    else await new Promise<void>((goOn) => lane.push(goOn));
    try {
      return await work();
    } finally {
      const next = this.#known.shift() ?? this.#others.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
