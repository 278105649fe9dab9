/** A counting semaphore: at most `permits` hold it at once, the others wait in the order they came. With one permit it is a mutex. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Resolves when the caller holds a permit, which it must give back by `release`. */
  async acquire() {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((goOn) => this.#waiting.push(goOn));
  }

  /** Holds a permit while `work` runs, and settles as it does. */
  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Gives a permit back: straight to the caller that has waited longest, so that no later one overtakes it. */
  release() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
