/** Data that a screen loads, with its status and a way to reload it. */
import { type Atom, atom, type Getter } from 'jotai';

/** The loaded data, and the status of the loading. */
export interface Resource<T> {
  /** The specification's four (section 3); the data of an earlier success stays during a reload. */
  status: 'idle' | 'process' | 'success' | 'error';
  data?: T;
  /** The error of the last attempt; it stays during the next one. */
  failure?: unknown;
}

interface Loading<T> {
  /** Whether to ask the shop itself, even if the device has the data. */
  noCache: boolean;
  /** Shows data that is available already, while the rest is loaded. */
  show: (data: T) => void;
}

/** For each resource that is on the screen now: the function that reloads it if it failed. */
const shown = new Set<() => void>();

/** After so many attempts without an answer a resource is no longer reloaded `ifOld`: its own failing call may look like a connection that drops and returns. */
const maxFailures = 10;

/** Reloads the resources on the screen that could not be loaded. */
export const reloadFailed = () => {
  for (const reload of shown) reload();
};

/**
 * An atom that loads when the first component shows it, and again whenever it is set; setting it resolves with the
 * result. Data belongs to the value of `owner` (a session, for example): another owner starts without data, and a
 * response for a former owner is dropped. `known` is shown without loading; `ifOld` reloads only what `isOld`.
 */
export function resource<T>(
  load: (get: Getter, loading: Loading<T>) => Promise<T>,
  owner: Atom<unknown> = atom(null),
  isOld = ({ status }: Resource<T>) => status === 'error',
) {
  let failures = 0;
  const stateAtom = atom<{ owner: unknown; attempt: number; resource: Resource<T> }>({
    owner: undefined,
    attempt: 0,
    resource: { status: 'idle' },
  });
  const resourceNow = (get: Getter): Resource<T> => {
    const { owner: ownerOfData, resource } = get(stateAtom);
    return ownerOfData === get(owner) ? resource : { status: 'idle' };
  };
  const loaded = atom(
    resourceNow,
    async (
      get,
      set,
      {
        noCache = false,
        ifOld,
        known,
        unless,
      }: { noCache?: boolean; ifOld?: boolean; known?: T; unless?: (now: Resource<T>) => boolean } = {},
    ): Promise<Resource<T>> => {
      const current = get(owner);
      if (get(stateAtom).owner !== current) failures = 0;
      if (ifOld && (!isOld(get(loaded)) || ++failures > maxFailures)) return get(loaded);
      if (unless?.(get(loaded))) return get(loaded);
      if (known !== undefined) {
        const resource: Resource<T> = { status: 'success', data: known };
        set(stateAtom, { owner: current, attempt: get(stateAtom).attempt, resource });
        return resource;
      }
      const attempt = get(stateAtom).attempt + 1;
      const before = get(loaded);
      let { data } = before;
      const store = (resource: Resource<T>) => {
        if (get(stateAtom).attempt === attempt) set(stateAtom, { owner: current, attempt, resource });
        return resource;
      };
      set(stateAtom, { owner: current, attempt, resource: { ...before, status: 'process' } });
      const show = (shown: T) => {
        data = shown;
        store({ status: 'process', data: shown });
      };
      try {
        const result = await load(get, { noCache, show });
        const loadedNow = store({ status: 'success', data: result });
        if (!isOld(loadedNow)) failures = 0;
        return loadedNow;
      } catch (failure) {
        console.warn('Could not load', failure);
        return store({ status: 'error', failure, ...(data !== undefined && { data }) });
      }
    },
  );
  loaded.onMount = (reload) => {
    const reloadIfFailed = () => void reload({ ifOld: true });
    shown.add(reloadIfFailed);
    void reload();
    return () => void shown.delete(reloadIfFailed);
  };
  /** `peekAtom` has the same value, but showing it loads nothing. */
  return Object.assign(loaded, { peekAtom: atom(resourceNow) });
}
