import type { Atom, Store } from 'jotai';

/** Resolves with an atom's value as soon as `isIt` accepts it, which may be at once. */
export const waitForAtom = <Value>(store: Store, held: Atom<Value>, isIt: (value: Value) => unknown): Promise<Value> =>
  new Promise((resolve) => {
    const look = () => {
      const value = store.get(held);
      if (!isIt(value)) return;
      stop();
      resolve(value);
    };
    const stop = store.sub(held, look);
    look();
  });
