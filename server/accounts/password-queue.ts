/** Who hashes a password next: a semaphore with fair queueing by network, so that one network's logins never keep out all others (fault B48). */
import { ApiError } from '../http/api-error.ts';

/** What waits: goes on when it holds a permit, or is refused. */
interface Waiter {
  goOn(): void;
  refuse(error: ApiError): void;
}

/** At most `permits` hold it at once. The others wait, at most `maxWaiting` of them. */
export class PasswordQueue {
  readonly #maxWaiting: number;
  readonly #waiting = new Share();
  #free: number;

  constructor({ permits, maxWaiting }: { permits: number; maxWaiting: number }) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Holds a permit while `work` runs, and settles as it does. `path` says whose turn it takes: groups, the widest first, which share equally
   * with their neighbours of the same width. When too many wait, the newest of the group that has most is refused: it rejects with `busy`.
   */
  async run<Result>(path: readonly string[], work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await this.#turn(path);
    try {
      return await work();
    } finally {
      const next = this.#waiting.next();
      if (next) next.goOn();
      else this.#free++;
    }
  }

  #turn(path: readonly string[]) {
    return new Promise<void>((goOn, refuse) => {
      this.#waiting.add(path, { goOn, refuse });
      if (this.#waiting.size > this.#maxWaiting)
        this.#waiting.dropFromLargest()?.refuse(new ApiError('busy', { retryAfter: 2 }));
    });
  }
}

/** Those who wait in one group, or the groups in it. */
class Share {
  size = 0;
  readonly #waiting: Waiter[] = [];
  /** In the order of their turns. */
  readonly #groups = new Map<string, Share>();

  add([group, ...narrower]: readonly string[], waiter: Waiter) {
    this.size++;
    if (group === undefined) return void this.#waiting.push(waiter);
    const share = this.#groups.get(group) ?? new Share();
    this.#groups.set(group, share);
    share.add(narrower, waiter);
  }

  /** Takes out whose turn it is; their group's next turn comes after all others. */
  next(): Waiter | undefined {
    const [first] = this.#groups;
    if (!first) return this.#taken(this.#waiting.shift());
    const [group, share] = first;
    const waiter = this.#taken(share.next());
    this.#groups.delete(group);
    if (share.size > 0) this.#groups.set(group, share);
    return waiter;
  }

  /** Takes out the newest of the largest group; of equal ones, the one whose turn comes last. */
  dropFromLargest(): Waiter | undefined {
    let largest: [group: string, share: Share] | undefined;
    for (const one of this.#groups) if (one[1].size >= (largest?.[1].size ?? 0)) largest = one;
    if (!largest) return this.#taken(this.#waiting.pop());
    const [group, share] = largest;
    const waiter = this.#taken(share.dropFromLargest());
    if (share.size === 0) this.#groups.delete(group);
    return waiter;
  }

  #taken(waiter: Waiter | undefined) {
    if (waiter) this.size--;
    return waiter;
  }
}
