/**
 * Atoms over the device's stored values (decision S1): unknown until they were read once, then always the value on the
 * disk.
 *
 * `storedValueAtom` is jotai's `atomWithStorage`, for a value that is written on its own. `mirrorAtom` shows a key that
 * only a command of `device` writes, in one transaction with others: session, cart with counter, drafts.
 */
import { type Atom, atom, type PrimitiveAtom, type Setter, type Store } from 'jotai';
import { atomWithStorage, unwrap } from 'jotai/utils';
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

/** The stores that follow this device's values, each with the functions that unsubscribe its value atoms. */
const followers = new Map<Store, (() => void)[]>();

/** Reads wait for `mirrorDevice`: no stored value may change the first screen before it is hydrated. */
let allowReads: () => void;
const readsAllowed = new Promise<void>((resolve) => {
  allowReads = resolve;
});

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

/** How often this page has written a key: a value that was read before is older. */
const writes = new Map<string, number>();

/** Called with the new value of a key, or with null when the value is to be forgotten. */
const listeners = new Map<string, Set<(value: unknown) => void>>();

/** The storage of jotai's `atomWithStorage`. */
const valueStorage = {
  async getItem(key: string) {
    await readsAllowed;
    const stored = await readAll().catch(() => undefined);
    return stored?.[key as Key] ?? null;
  },
  /** Reports a failure in `deviceFailureAtom`; never rejects. */
  async setItem(key: string, value: unknown) {
    writes.set(key, (writes.get(key) ?? 0) + 1);
    const writing = persist(key as Key, () => value as never);
    await Promise.allSettled([writing, ...[...followers.keys()].map(({ set }) => written(set, writing))]);
  },
  removeItem: async () => undefined,
  subscribe(key: string, listener: (value: unknown) => void) {
    const all = listeners.get(key) ?? new Set();
    listeners.set(key, all.add(listener));
    return () => all.delete(listener);
  },
};

const valueAtoms = new Map<Atom<unknown>, Atom<unknown>>();

const followValue = (store: Store, value: Atom<unknown>) => followers.get(store)?.push(store.sub(value, () => {}));

/** An atom over one stored value: a new value is shown at once and stored. */
export function storedValueAtom<const K extends Key>(key: K) {
  const stored = atomWithStorage<Stored<PersistedState[K]>>(key, undefined, valueStorage as never);
  const value = unwrap(stored, (before) => before);
  valueAtoms.set(value, stored);
  for (const store of followers.keys()) followValue(store, value);
  return value;
}

const mirrors = new Map<Key, PrimitiveAtom<Stored<unknown>>>();

/**
 * An atom that shows the stored value of `key`. It is set when the device has been read or written; a command that sets it
 * earlier must also have the value written.
 */
export function mirrorAtom<const K extends Key>(key: K) {
  const mirror = atom<Stored<PersistedState[K]>>(undefined);
  mirrors.set(key, mirror as PrimitiveAtom<Stored<unknown>>);
  // The file of a screen may define a mirror after the first reading.
  for (const store of followers.keys()) void readInto(store, [key]);
  return mirror;
}

/** Reads everything once, in one transaction, and then follows other tabs; returns a function that stops this. */
export async function mirrorDevice(store: Store): Promise<() => void> {
  followers.set(store, []);
  // Followed before the first reading, so that no write of another tab is missed.
  const stop = onChange((changed) => void readInto(store, changed));
  for (const value of valueAtoms.keys()) followValue(store, value);
  allowReads();
  await Promise.all([
    readInto(store, [...mirrors.keys()]),
    ...[...valueAtoms.values()].map((stored) => store.get(stored)),
  ]);
  return () => {
    stop();
    for (const unsubscribe of followers.get(store) ?? []) unsubscribe();
    followers.delete(store);
  };
}

/** Clears all shown values, except the answer to the install offer. */
export const forgetMirrorsAtom = atom(null, (_get, set) => {
  for (const mirror of mirrors.values()) set(mirror, null);
  for (const [key, all] of listeners) if (key !== 'install-offer') for (const listener of all) listener(null);
});

/** Reads these keys again, after a command has written them. */
export const readKeysAtom = atom(null, (get, set, ...keys: Key[]) => readInto({ get, set }, keys));

/** Reads everything again, for example after a login. */
export const readDeviceAtom = atom(null, (get, set) =>
  readInto({ get, set }, [...mirrors.keys(), ...listeners.keys()]),
);

async function readInto(store: Pick<Store, 'get' | 'set'>, keys: readonly string[]) {
  const shown = [...mirrors].filter(([key]) => keys.includes(key));
  const listening = [...listeners].filter(([key]) => keys.includes(key));
  if (shown.length + listening.length === 0) return;
  const before = new Map(shown.map(([key, mirror]) => [key, store.get(mirror)]));
  const writesBefore = new Map(writes);
  const stored = await readAll().catch((failure: unknown) => {
    console.warn('The stored values cannot be read', failure);
    store.set(deviceFailureAtom, failure as Failure);
    return undefined;
  });
  store.set(onlyThisPageAtom, disk.isInMemory());
  // A value that was set during the reading is newer than what was read.
  for (const [key, mirror] of shown) {
    const now = store.get(mirror);
    if (now === before.get(key)) store.set(mirror, stored ? (stored[key] ?? null) : (now ?? null));
  }
  if (!stored) return;
  for (const [key, all] of listening)
    if (writes.get(key) === writesBefore.get(key)) for (const listener of all) listener(stored[key as Key] ?? null);
}
