/** A change that a person waits for, at the shop's other calls than an order's. */
import { useStore } from 'jotai';
import { useState } from 'react';
import { isSessionRefused } from './api.ts';
import { endSession, sessionAtom } from './session.ts';

/** Has `call` change something; an ended session signs the device out. `failure` is why the last attempt failed. */
export function useChange<Result, Args extends unknown[]>(
  call: (token: string, ...args: Args) => Promise<Result>,
  done?: (result: Result) => void,
) {
  const store = useStore();
  const [state, setState] = useState<{ isBusy?: boolean; failure?: unknown }>({});

  async function change(...args: Args) {
    const token = store.get(sessionAtom)?.token;
    if (token === undefined || state.isBusy) return;
    setState({ isBusy: true });
    try {
      const result = await call(token, ...args);
      done?.(result);
      setState({});
    } catch (failure) {
      if (isSessionRefused(failure)) return void endSession(store);
      setState({ failure });
    }
  }
  return { ...state, change };
}
