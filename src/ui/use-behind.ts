import { useEffect, useState } from 'react';
import { untilThere } from '../state/until-there.ts';
import { whenIdle } from './idle.ts';

type Load<Module> = () => Promise<Module>;

/** Each module that is there, by what brought it. */
const loaded = new Map<Load<unknown>, unknown>();

/**
 * A module that no first paint needs: fetched behind it, undefined until then; who asks again has it at once. With `refused` it
 * is wanted now, and that is called when it cannot be had.
 */
export function useBehind<Module>(load: Load<Module>, refused?: () => void): Module | undefined {
  const [module, setModule] = useState(() => loaded.get(load) as Module | undefined);

  useEffect(() => {
    if (module) return;
    let closed = false;
    const show = (now: Module) => {
      loaded.set(load, now);
      if (!closed) setModule(now);
    };
    if (refused) load().then(show, refused);
    else whenIdle(() => void untilThere(load).then(show));
    return () => {
      closed = true;
    };
  }, [load, module, refused]);
  return module;
}

/** What every screen may soon show travels in one file. */
export const loadBehindFile = () => import('./behind-file.ts');
