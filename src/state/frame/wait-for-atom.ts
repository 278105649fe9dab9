import type { Atom, Store } from 'jotai';

/** Resolves with an atom's value as soon as `isIt` accepts it, possibly at once. */
export const waitForAtom = <Value>(
  store: Store,
  source: Atom<Value>,
  isIt: (value: Value) => unknown,
): Promise<Value> =>
  new Promise((resolve) => {
    const check = () => {
      const value = store.get(source);
      if (!isIt(value)) return;
      stop();
      resolve(value);
    };
    const stop = store.sub(source, check);
    check();
  });
