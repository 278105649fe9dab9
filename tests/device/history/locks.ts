/** A simulation of Web Locks. */

interface Hold {
  name: string;
  tab: object;
  reject: (reason: Error) => void;
}

/** The Web Locks of one device: first come, first served; those of a dead tab are released. */
export class Locks {
  #held: Hold[] = [];
  #waiting: (Hold & { begin: () => void })[] = [];

  of(tab: object) {
    const request = (name: string, _options: unknown, work: () => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        const hold = { name, tab, reject };
        const begin = () => {
          this.#held.push(hold);
          work()
            .then(resolve, reject)
            .finally(() => this.#letGo((other) => other === hold));
        };
        this.#waiting.push({ ...hold, begin });
        this.#next();
      });
    return { request } as unknown as LockManager;
  }

  /** As with the option `steal`: the holder's promise rejects, but its work goes on. */
  steal() {
    for (const { reject } of this.#held) reject(new DOMException('Stolen', 'AbortError'));
    this.#letGo(() => true);
  }

  release(tab: object) {
    this.#waiting = this.#waiting.filter((waiting) => waiting.tab !== tab);
    this.#letGo((hold) => hold.tab === tab);
  }

  #letGo(which: (hold: Hold) => boolean) {
    this.#held = this.#held.filter((hold) => !which(hold));
    this.#next();
  }

  #next() {
    const at = this.#waiting.findIndex(({ name }) => !this.#held.some((held) => held.name === name));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    next?.begin();
  }
}
