/**
 * Modules that no first paint shows anything of: they are fetched once the page stands, or when something in them is
 * wanted.
 */
import { useEffect, useState } from 'react';
import { loadWithRetry } from '../state/load-with-retry.ts';
import { whenIdle } from './idle.ts';
import { onDemandStyles } from './stylesheets.ts';

type Load<Module> = () => Promise<Module>;

/** The modules that have come, each under the function that loaded it. */
const loaded = new Map<Load<unknown>, unknown>();

const keep = <Module>(load: Load<Module>, module: Module) => {
  loaded.set(load, module);
  return module;
};

/** Loads a module now, so that `useLazyModule` has it at once later. Asks again until it has come; never rejects. */
export const prepare = <Module>(load: Load<Module>) => loadWithRetry(load).then((module) => keep(load, module));

/**
 * The module that `load` imports; undefined until it has come, and as long as there is no `load`. A module that came
 * before is there at the first render. Without `refused` it is fetched in idle time, again and again until it has come.
 * With `refused` a customer is waiting: it is fetched now, once, and `refused` is called when that fails.
 */
export function useLazyModule<Module>(load: Load<Module> | undefined, refused?: () => void): Module | undefined {
  const [, show] = useState<unknown>();
  const module = load && (loaded.get(load) as Module | undefined);

  useEffect(() => {
    if (!load || module) return;
    if (refused) load().then((now) => show(keep(load, now)), refused);
    else whenIdle(() => void prepare(load).then(show));
  }, [load, module, refused]);
  return module;
}

/** What any screen may have to tell by itself; its file comes in idle time. */
export const loadNotificationsFile = () => import('./notifications-file.ts');

/**
 * The panels and cards that are shown when a customer opens them or there is something in them; with their stylesheet.
 */
export const loadPanelsFile = async () => (await Promise.all([import('./panels-file.ts'), onDemandStyles()]))[0];
