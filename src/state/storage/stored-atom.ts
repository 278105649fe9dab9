/**
 * Atoms that mirror the device's memory (decision S1): unknown until it was read once, then always what is on the disk.
 */
import { atom, type PrimitiveAtom, type Setter, type Store } from 'jotai';
import { isInMemory } from '#device/disk';
import { onChange } from '#device/store';
import { type PersistedState, persist, readPersisted } from './persisted-state.ts';

/** Undefined: not read yet. Null: nothing is kept. */
type Mirrored<T> = T | null | undefined;

const mirrors = new Map<keyof PersistedState, PrimitiveAtom<Mirrored<unknown>>>();

/** The stores that mirror this device already. */
const following = new Set<Store>();

/**
 * An atom that mirrors `key`. It is set when the device has been read or written; whoever sets it earlier must have the
 * value written, too.
 */
export function storedAtom<const Key extends keyof PersistedState>(key: Key) {
  const mirror = atom<Mirrored<PersistedState[Key]>>(undefined);
  mirrors.set(key, mirror as PrimitiveAtom<Mirrored<unknown>>);
  // A screen whose file came later may mirror a key that the first reading did not include.
  for (const store of following) void readInto(store, [key]);
  return mirror;
}

/** Why the device failed, as far as anything depends on it. */
export interface Failure {
  cause?: { name?: string };
}

/** Why the device did not keep what it was given last; undefined when it did. */
export const deviceFailureAtom = atom<Failure>();

/** Whether only this page keeps anything, and only while it is open: its disk never opened (fault F28). */
export const onlyThisPageAtom = atom(false);

/** Whether this device keeps what it is given; false when its storage is blocked, full or dead (decision S3). */
export const deviceKeepsAtom = atom((get) => get(deviceFailureAtom) === undefined && !get(onlyThisPageAtom));

/**
 * Whether a newer version of the app has taken the memory over: a page that is loaded again has it back (fault F30).
 */
export const deviceIsNewerAtom = atom((get) => get(deviceFailureAtom)?.cause?.name === 'VersionError');

/**
 * Resolves with what `writing` does, or with undefined when the device could not keep it; notes which in
 * `deviceFailureAtom`.
 */
export async function written<T>(set: Setter, writing: Promise<T>): Promise<T | undefined> {
  try {
    const kept = await writing;
    set(deviceFailureAtom, undefined);
    return kept;
  } catch (failure) {
    console.warn('It lives in this tab only', failure);
    set(deviceFailureAtom, failure as Failure);
    return undefined;
  }
}

/** Shows a value of `key` at once and keeps it. */
export const keeping = <const Key extends keyof PersistedState>(key: Key) =>
  atom(null, (_get, set, value: PersistedState[Key]) => {
    const mirror = mirrors.get(key);
    if (mirror) set(mirror, value);
    return written(
      set,
      persist(key, () => value),
    );
  });

/** Reads everything once in one transaction and follows other tabs from then on; returns how to stop following. */
export async function mirrorDevice(store: Store): Promise<() => void> {
  following.add(store);
  // Followed before it is read: what another tab writes meanwhile is not missed.
  const stop = onChange(
    (changed) =>
      void readInto(
        store,
        [...mirrors.keys()].filter((key) => changed.includes(key)),
      ),
  );
  await readInto(store, [...mirrors.keys()]);
  return () => {
    following.delete(store);
    stop();
  };
}

/** Shows nothing of what the device keeps, but that it need not be asked again whether to install the shop. */
export const forgetMirrorsAtom = atom(null, (_get, set) => {
  for (const [key, mirror] of mirrors) if (key !== 'install-offer') set(mirror, null);
});

/** Reads everything again, as after a login. */
export const readDeviceAtom = atom(null, (get, set) => readInto({ get, set }, [...mirrors.keys()]));

async function readInto(store: Pick<Store, 'get' | 'set'>, keys: (keyof PersistedState)[]) {
  const wanted = [...mirrors].filter(([key]) => keys.includes(key));
  if (wanted.length === 0) return;
  const before = new Map(wanted.map(([key, mirror]) => [key, store.get(mirror)]));
  const held = await readPersisted(keys).catch((failure: unknown) => {
    console.warn('This device keeps nothing', failure);
    store.set(deviceFailureAtom, failure as Failure);
    return undefined;
  });
  store.set(onlyThisPageAtom, isInMemory());
  for (const [key, mirror] of wanted) {
    const shown = store.get(mirror);
    // A value that was set during the reading is newer than what was read.
    if (shown !== before.get(key)) continue;
    store.set(mirror, held ? (held[key] ?? null) : (shown ?? null));
  }
}
