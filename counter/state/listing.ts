/** What a view loads when it is opened, and again on request. */
import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { isSessionRefused } from './api.ts';
import { looksAtom } from './live.ts';
import { endSession, sessionAtom } from './session.ts';

export interface Listing<Data> {
  data: Data | undefined;
  /** The last attempt has failed; `data` may be of an earlier one. */
  hasFailed: boolean;
  reload: () => void;
}

/** Loads with the token of the session; an ended one signs the device out. `follows`: loads again whenever the shop was asked for the board. */
export function useListing<Data>(load: (token: string) => Promise<Data>, { follows = false } = {}): Listing<Data> {
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
    load(token).then(
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

  return { data, hasFailed, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
