import { useEffect, useState } from 'react';
import { untilThere } from '../state/until-there.ts';
import { whenIdle } from './idle.ts';
import { wantedStyles } from './stylesheets.ts';

type Load<Module> = () => Promise<Module>;

/** Each module that is there, by what brought it. */
const loaded = new Map<Load<unknown>, unknown>();

const keep = <Module>(load: Load<Module>, module: Module) => {
  loaded.set(load, module);
  return module;
};

/** Has a module ready for who wants it next, and at once then. */
export const prepare = <Module>(load: Load<Module>) => untilThere(load).then((module) => keep(load, module));

/**
 * A module that no first paint needs, while there is something to `load` it for: fetched behind that, undefined until then; who
 * asks again has it at once. With `refused` it is wanted now, and that is called when it cannot be had.
 */
export function useBehind<Module>(load: Load<Module> | undefined, refused?: () => void): Module | undefined {
  const [, show] = useState<unknown>();
  const module = load && (loaded.get(load) as Module | undefined);

  useEffect(() => {
    if (!load || module) return;
    if (refused) load().then((now) => show(keep(load, now)), refused);
    else whenIdle(() => void prepare(load).then(show));
  }, [load, module, refused]);
  return module;
}

/** What every screen may soon show travels in one file. */
export const loadBehindFile = () => import('./behind-file.ts');

/** And what somebody has to want first in another, with its styles. */
export const loadPanelsFile = async () => (await Promise.all([import('./panels-file.ts'), wantedStyles()]))[0];
