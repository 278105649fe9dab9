/** What a screen loads: its status, its data, and how to load it again. */
import { type Atom, atom, type Getter } from 'jotai';

/** What was loaded so far, and how the loading stands. */
export interface Resource<T> {
  /** The specification's four (section 3); data of an earlier success stays while it is loaded again. */
  status: 'idle' | 'process' | 'success' | 'error';
  data?: T;
  /** Why the last attempt failed; it stays while the next one is under way. */
  failure?: unknown;
}

interface Loading<T> {
  /** Whether the shop itself is to be asked, whatever the device has. */
  fresh: boolean;
  /** Shows what is there already while the rest is loaded. */
  show: (data: T) => void;
}

/** For each resource that is on a screen now, the function that loads it again if it failed. */
const shown = new Set<() => void>();

/**
 * After so many failures in a row a resource is no longer reloaded by itself: its own failing call may be what looks
 * like a connection that drops and returns.
 */
const mostInVain = 10;

/** Loads again what is on a screen and could not be loaded. */
export const reloadFailed = () => {
  for (const again of shown) again();
};

/**
 * An atom that loads when the first component shows it and again whenever it is set; setting it resolves with what came
 * of it. Data belongs to what `owner` holds (a session, say): another owner starts from nothing, and an answer that
 * comes for a former owner is dropped. `known` is shown without loading, until somebody loads.
 */
export function resource<T>(load: (get: Getter, loading: Loading<T>) => Promise<T>, owner: Atom<unknown> = atom(null)) {
  let inVain = 0;
  const held = atom<{ owner: unknown; attempt: number; resource: Resource<T> }>({
    owner: undefined,
    attempt: 0,
    resource: { status: 'idle' },
  });
  const resourceNow = (get: Getter): Resource<T> => {
    const { owner: heldFor, resource } = get(held);
    return heldFor === get(owner) ? resource : { status: 'idle' };
  };
  const loaded = atom(
    resourceNow,
    async (
      get,
      set,
      { fresh = false, ifFailed, known }: { fresh?: boolean; ifFailed?: boolean; known?: T } = {},
    ): Promise<Resource<T>> => {
      if (ifFailed && (get(loaded).status !== 'error' || ++inVain > mostInVain)) return get(loaded);
      const current = get(owner);
      if (known !== undefined) {
        const resource: Resource<T> = { status: 'success', data: known };
        set(held, { owner: current, attempt: get(held).attempt, resource });
        return resource;
      }
      const attempt = get(held).attempt + 1;
      const before = get(loaded);
      let { data } = before;
      const keep = (resource: Resource<T>) => {
        if (get(held).attempt === attempt) set(held, { owner: current, attempt, resource });
        return resource;
      };
      set(held, { owner: current, attempt, resource: { ...before, status: 'process' } });
      const show = (shown: T) => {
        data = shown;
        keep({ status: 'process', data: shown });
      };
      try {
        const answer = await load(get, { fresh, show });
        inVain = 0;
        return keep({ status: 'success', data: answer });
      } catch (failure) {
        console.warn('Could not load', failure);
        return keep({ status: 'error', failure, ...(data !== undefined && { data }) });
      }
    },
  );
  loaded.onMount = (reload) => {
    const again = () => void reload({ ifFailed: true });
    shown.add(again);
    void reload();
    return () => void shown.delete(again);
  };
  /** The same for what only looks at it: nothing is loaded for it. */
  return Object.assign(loaded, { lookAtom: atom(resourceNow) });
}
