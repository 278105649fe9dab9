/** How a view calls the shop: what it loads, and what a person waits for. An ended session signs the device out. */
import { type Store, useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { isSessionRefused } from './api.ts';
import { looksAtom } from './live.ts';
import { endSession, sessionAtom } from './session.ts';

/** Loads when the view is opened, and again on request. `follows`: also whenever the shop was asked for the board. */
export function useListing<Data>(load: (token: string, store: Store) => Promise<Data>, { follows = false } = {}) {
  const store = useStore();
  const token = useAtomValue(sessionAtom)?.token;
  const looks = useAtomValue(looksAtom);
  const [{ data, hasFailed }, setState] = useState<{ data?: Data; hasFailed: boolean }>({ hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const look = follows ? looks : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt and every look loads
  useEffect(() => {
    if (token === undefined) return;
    let isCurrent = true;
    load(token, store).then(
      (loaded) => isCurrent && setState({ data: loaded, hasFailed: false }),
      (failure) => {
        if (!isCurrent) return;
        if (isSessionRefused(failure)) return void endSession(store);
        setState((before) => ({ ...before, hasFailed: true }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [store, token, load, attempt, look]);

  // What could not be loaded is loaded as soon as the shop is heard again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a look asks again
  useEffect(() => {
    if (hasFailed && !follows) setAttempt((count) => count + 1);
  }, [looks]);

  // What has failed is the last attempt; the data may be of an earlier one.
  return { data, hasFailed, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}

export type Listing<Data> = ReturnType<typeof useListing<Data>>;

/** Has `call` change something. `failure` is why the last attempt failed. */
export function useChange<Args extends unknown[]>(call: (token: string, ...args: Args) => Promise<unknown>) {
  const store = useStore();
  const [state, setState] = useState<{ isBusy?: boolean; failure?: unknown }>({});

  async function change(...args: Args) {
    const token = store.get(sessionAtom)?.token;
    if (token === undefined || state.isBusy) return;
    setState({ isBusy: true });
    try {
      await call(token, ...args);
      setState({});
    } catch (failure) {
      if (isSessionRefused(failure)) return void endSession(store);
      setState({ failure });
    }
  }
  return { ...state, change };
}
