import { useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { onReturn } from '../state/connection.ts';
import { whenIdle } from './idle.ts';

type Load<Module> = () => Promise<Module>;

/** Each module that is there, by what brought it. */
const loaded = new Map<Load<unknown>, unknown>();

/** A module that no first paint needs: fetched behind it, undefined until then; who asks again has it at once. */
export function useBehind<Module>(load: Load<Module>): Module | undefined {
  const [module, setModule] = useState(() => loaded.get(load) as Module | undefined);

  const store = useStore();

  useEffect(() => {
    let closed = false;
    const show = (now: Module) => {
      loaded.set(load, now);
      if (!closed) setModule(now);
    };
    // What cannot be had now is asked for when the shop is there again; `missing-files.ts` hears of it, too.
    const ask = () => void load().then(show, () => undefined);
    whenIdle(ask);
    const stop = onReturn(store, ask);
    return () => {
      closed = true;
      stop();
    };
  }, [load, store]);
  return module;
}

/** The screen that shows it is reached from one that knows it comes. */
export const loadPlacedOrder = () => import('./placed-order.tsx');
