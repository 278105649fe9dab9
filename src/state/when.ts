import type { Atom, createStore } from 'jotai';

/** Resolves with what an atom holds, as soon as `isIt` says so. */
export const when = <Value>(
  store: ReturnType<typeof createStore>,
  held: Atom<Value>,
  isIt: (value: Value) => unknown,
): Promise<Value> =>
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
