/**
 * Atoms over the device's memory (decision S1): unknown until it was read once, then always what is on the disk.
 *
 * `storedValueAtom` is jotai's `atomWithStorage`, for a value that is written by itself. `mirrorAtom` shows a key that
 * only a command of `device` writes, in one transaction with others: session, cart with counter, drafts.
 */
import { type Atom, atom, type PrimitiveAtom, type Setter, type Store } from 'jotai';
import { atomWithStorage, unwrap } from 'jotai/utils';
import { isInMemory } from '#device/disk';
import { onChange } from '#device/store';
import { type PersistedState, persist, readPersisted } from './persisted-state.ts';

/** Undefined: not read yet. Null: nothing is stored. */
type Stored<T> = T | null | undefined;

type Key = keyof PersistedState;

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

/** The stores that show this device's memory, each with how its value atoms are let go. */
const followers = new Map<Store, (() => void)[]>();

/** Reads wait for `mirrorDevice`: before the first screen is hydrated, no value may change it. */
let allowReads: () => void;
const readsAllowed = new Promise<void>((resolve) => {
  allowReads = resolve;
});

let reading: Promise<Partial<PersistedState>> | undefined;

/** Everything that is stored, in one transaction for all reads that begin together. Rejects with `StorageFailed`. */
function readAll() {
  // A later read must not join this one: it may follow a change.
  queueMicrotask(() => {
    reading = undefined;
  });
  reading ??= readPersisted();
  return reading;
}

/** How often this page has written a key: what was read before is older. */
const writes = new Map<string, number>();

/** Called with a new value of a key, or with null when it is forgotten. */
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
    await Promise.all([...followers.keys()].map(({ set }) => written(set, writing)));
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

/** An atom over one value of the device's memory: what it is set to is shown at once and stored. */
export function storedValueAtom<const K extends Key>(key: K) {
  const stored = atomWithStorage<Stored<PersistedState[K]>>(key, undefined, valueStorage as never);
  const value = unwrap(stored, (before) => before);
  valueAtoms.set(value, stored);
  for (const store of followers.keys()) followValue(store, value);
  return value;
}

const mirrors = new Map<Key, PrimitiveAtom<Stored<unknown>>>();

/**
 * An atom that shows what is stored under `key`. It is set when the device has been read or written; a command that sets
 * it earlier must have the value written, too.
 */
export function mirrorAtom<const K extends Key>(key: K) {
  const mirror = atom<Stored<PersistedState[K]>>(undefined);
  mirrors.set(key, mirror as PrimitiveAtom<Stored<unknown>>);
  // The file of a screen may define a mirror after the first reading.
  for (const store of followers.keys()) void readInto(store, [key]);
  return mirror;
}

/** Reads everything once in one transaction and follows other tabs from then on; returns how to stop following. */
export async function mirrorDevice(store: Store): Promise<() => void> {
  followers.set(store, []);
  // Followed before it is read: what another tab writes meanwhile is not missed.
  const stop = onChange((changed) => void readInto(store, changed));
  for (const value of valueAtoms.keys()) followValue(store, value);
  allowReads();
  await Promise.all([
    readInto(store, [...mirrors.keys()]),
    ...[...valueAtoms.values()].map((stored) => store.get(stored)),
  ]);
  return () => {
    stop();
    for (const letGo of followers.get(store) ?? []) letGo();
    followers.delete(store);
  };
}

/** Shows nothing of what the device stores, except that the offer to install was answered. */
export const forgetMirrorsAtom = atom(null, (_get, set) => {
  for (const mirror of mirrors.values()) set(mirror, null);
  for (const [key, all] of listeners) if (key !== 'install-offer') for (const listener of all) listener(null);
});

/** Reads everything again, as after a login. */
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
    console.warn('The device’s memory cannot be read', failure);
    store.set(deviceFailureAtom, failure as Failure);
    return undefined;
  });
  store.set(onlyThisPageAtom, isInMemory());
  // A value that was set during the reading is newer than what was read.
  for (const [key, mirror] of shown) {
    const now = store.get(mirror);
    if (now === before.get(key)) store.set(mirror, stored ? (stored[key] ?? null) : (now ?? null));
  }
  if (!stored) return;
  for (const [key, all] of listening)
    if (writes.get(key) === writesBefore.get(key)) for (const listener of all) listener(stored[key as Key] ?? null);
}
