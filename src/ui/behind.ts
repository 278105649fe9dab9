import { useEffect, useState } from 'react';
import { whenIdle } from './idle.ts';

type Load<Module> = () => Promise<Module>;

/** Each module that is there, by what brought it. */
const loaded = new Map<Load<unknown>, unknown>();

/** A module that no first paint needs: fetched behind it, undefined until then; who asks again has it at once. */
export function useBehind<Module>(load: Load<Module>): Module | undefined {
  const [module, setModule] = useState(() => loaded.get(load) as Module | undefined);

  useEffect(() => {
    let closed = false;
    const show = (now: Module) => {
      loaded.set(load, now);
      if (!closed) setModule(now);
    };
    // What cannot be had now is there at the next visit; `missing-files.ts` hears of it, too.
    whenIdle(() => void load().then(show, () => undefined));
    return () => {
      closed = true;
    };
  }, [load]);
  return module;
}

/** The screen that shows it is reached from one that knows it comes. */
export const loadPlacedOrder = () => import('./placed-order.tsx');
