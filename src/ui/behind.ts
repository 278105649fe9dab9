import { useEffect, useState } from 'react';
import { whenIdle } from './idle.ts';

/** A module that no first paint needs: fetched behind it, undefined until then. */
export function useBehind<Module>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>();

  useEffect(() => {
    let closed = false;
    const show = (loaded: Module) => {
      if (!closed) setModule(loaded);
    };
    // What cannot be had now is there at the next visit; `missing-files.ts` hears of it, too.
    whenIdle(() => void load().then(show, () => undefined));
    return () => {
      closed = true;
    };
  }, [load]);
  return module;
}
