/** A value that one component shows and that can be changed from anywhere, also outside of React. */
import { useSyncExternalStore } from 'react';

export function externalStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;

  return {
    get,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    /** The value in a component, which renders again when it changes. */
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
