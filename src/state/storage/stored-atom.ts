/**
 * Atoms over the device's stored values (decision S1): unknown until they were read once, then always the value on the
 * disk. Not by `atomWithStorage`, which reads each key for itself.
 */
import { atom, type PrimitiveAtom, type Setter, type Store } from 'jotai';
import { disk, onChange } from '#device/store';
import { type PersistedState, persist, readPersisted } from './persisted-state.ts';

/** Undefined: not read yet. Null: nothing is stored. */
type Stored<T> = T | null | undefined;

type Key = keyof PersistedState;

/** The part of a storage error that the page uses. */
export interface Failure {
  cause?: { name?: string };
}

/** The error of the last write; undefined when it succeeded. */
export const deviceFailureAtom = atom<Failure>();

/** Whether this page stores everything in its memory, and only while it is open: its disk never opened (fault F28). */
export const onlyThisPageAtom = atom(false);

/** Whether this device can store; false when its storage is blocked, full or broken (decision S3). */
export const deviceKeepsAtom = atom((get) => get(deviceFailureAtom) === undefined && !get(onlyThisPageAtom));

/**
 * Whether a newer version of the app has upgraded the database: a reloaded page can read it again (fault F30).
 */
export const deviceIsNewerAtom = atom((get) => get(deviceFailureAtom)?.cause?.name === 'VersionError');

/**
 * Resolves as `writing`, or with undefined when the device could not store it; records the failure, or its absence, in
 * `deviceFailureAtom`.
 */
export async function written<T>(set: Setter, writing: Promise<T>): Promise<T | undefined> {
  try {
    const result = await writing;
    set(deviceFailureAtom, undefined);
    return result;
  } catch (failure) {
    console.warn('It is stored in this tab only', failure);
    set(deviceFailureAtom, failure as Failure);
    return undefined;
  }
}

/** The stores that follow this device's values. */
const followers = new Set<Store>();

let reading: Promise<Partial<PersistedState>> | undefined;

/** All stored values, in one transaction for all reads that begin together. Rejects with `StorageFailed`. */
function readAll() {
  // A later read must not join this one: it may follow a change.
  queueMicrotask(() => {
    reading = undefined;
  });
  reading ??= readPersisted();
  return reading;
}

const shownAtoms = new Map<Key, PrimitiveAtom<Stored<unknown>>>();

/**
 * An atom with the stored value of `key`; a new value is shown at once and stored, and setting it never rejects. A function makes it from the value
 * that is shown, and on the disk from the one there.
 * `isShownOnly`: setting it shows the value and stores nothing; a command of `device` writes the key, in one transaction with
 * others.
 */
export function storedAtom<const K extends Key>(key: K, { isShownOnly = false } = {}) {
  const shownAtom = atom<Stored<PersistedState[K]>>(undefined);
  shownAtoms.set(key, shownAtom as PrimitiveAtom<Stored<unknown>>);
  // The file of a screen may define an atom after the first reading.
  for (const store of followers) void readInto(store, [key]);
  let unwritten = 0;
  return atom(
    (get) => get(shownAtom),
    async (get, set, value: PersistedState[K] | null | ((before?: PersistedState[K]) => PersistedState[K])) => {
      const valueAfter = (before?: PersistedState[K] | null) =>
        typeof value === 'function' ? value(before ?? undefined) : value;
      set(shownAtom, valueAfter(get(shownAtom)));
      if (isShownOnly || value === null) return;
      unwritten++;
      const stored = await written(
        set,
        persist(key, (before) => valueAfter(before) as PersistedState[K]),
      );
      unwritten--;
      // With what was not read yet. While more is being written, it is already outdated.
      if (typeof value === 'function' && stored && unwritten === 0) set(shownAtom, stored);
    },
  );
}

/**
 * Reads everything once, in one transaction, and then follows other tabs; returns a function that stops this. Not called before the first
 * screen is hydrated, which no stored value may change.
 */
export async function followDevice(store: Store): Promise<() => void> {
  followers.add(store);
  // Followed before the first reading, so that no write of another tab is missed.
  const stop = onChange((changed) => void readInto(store, changed));
  await store.set(readDeviceAtom);
  return () => {
    stop();
    followers.delete(store);
  };
}

/** Clears all shown values, except the answer to the install offer. */
export const forgetStoredAtom = atom(null, (_get, set) => {
  for (const [key, shownAtom] of shownAtoms) if (key !== 'install-offer') set(shownAtom, null);
});

/** Reads these keys again, after a command has written them; without any, all of them. */
export const readDeviceAtom = atom(null, (get, set, ...keys: Key[]) =>
  readInto({ get, set }, keys.length > 0 ? keys : [...shownAtoms.keys()]),
);

async function readInto(store: Pick<Store, 'get' | 'set'>, keys: readonly string[]) {
  const shown = [...shownAtoms].filter(([key]) => keys.includes(key));
  if (shown.length === 0) return;
  const before = new Map(shown.map(([key, shownAtom]) => [key, store.get(shownAtom)]));
  const stored = await readAll().catch((failure: unknown) => {
    console.warn('The stored values cannot be read', failure);
    store.set(deviceFailureAtom, failure as Failure);
    return undefined;
  });
  store.set(onlyThisPageAtom, disk.isInMemory());
  for (const [key, shownAtom] of shown) {
    const now = store.get(shownAtom);
    // A value that was set during the reading is newer than what was read.
    if (now === before.get(key)) store.set(shownAtom, stored ? (stored[key] ?? null) : (now ?? null));
  }
}
