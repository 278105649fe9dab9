/**
 * Atoms over the device's stored values (decision S1): unknown until they were read once, then read again after each
 * change, also by another tab; and whether the device can store. Not by `atomWithStorage`, which reads each key for itself.
 */
import { atom, type PrimitiveAtom, type Setter, type Store } from 'jotai';
import * as v from 'valibot';
import { isSame } from '#core/canonical';
import { Address, Cart, CartItem, Product, Session } from '#core/contract';
import { change, disk, onChange, read } from '#device/store';
import { OrderedCart } from '#device/stored-cart';

/** With what was chosen of it, as a line of a cart. */
const { qty, choices, note } = CartItem.entries;
const WantedProduct = v.object({ ...Product.entries, qty: v.optional(qty), choices, note });

const schemas = {
  auth: Session,
  cart: Cart,
  counter: v.number(),
  ordered: OrderedCart,
  address: Address,
  handover: v.object({
    handover: v.string(),
    table: v.string(),
    asksTable: v.optional(v.boolean(), false),
    /** The time of opening that an order in the store was agreed to begin at ('07.00'). */
    agreedStart: v.optional(v.string(), ''),
    chosenAt: v.number(),
    /** The entries of the browser's history whose URLs were applied already, the latest last. */
    entries: v.optional(v.array(v.string()), []),
  }),
  /** The chosen payment method, by its `methodKey`. */
  method: v.string(),
  /** Text that was typed into a form and not sent yet, by form and field; never a password (decision F8). */
  drafts: v.record(v.string(), v.record(v.string(), v.string())),
  /** The product that a visitor wanted; null once it is in the cart or not wanted any more. */
  wanted: v.object({ product: v.nullable(WantedProduct), wantedAt: v.number() }),
  /** The numbers of ended orders that the customer has closed, the latest last. */
  closed: v.array(v.string()),
  'install-offer': v.object({ answeredAt: v.number() }),
};

export type PersistedState = { [Key in keyof typeof schemas]: v.InferOutput<(typeof schemas)[Key]> };

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

type Shown = { [K in Key]?: PersistedState[K] | null };

const shownAtoms = new Map<Key, PrimitiveAtom<Stored<unknown>>>();

/** An atom with the stored value of `key`. Setting it shows a value and stores nothing. */
export function shownAtom<const K extends Key>(key: K): PrimitiveAtom<Stored<PersistedState[K]>> {
  const shown = atom<Stored<PersistedState[K]>>(undefined);
  shownAtoms.set(key, shown as PrimitiveAtom<Stored<unknown>>);
  // The file of a screen may define an atom after the first reading.
  for (const store of followers) void readInto(store, [key]);
  return shown;
}

/**
 * The same, but a new value is also stored; setting it never rejects. A function makes it from the value that is shown, and on the disk from
 * the one there.
 */
export function storedAtom<const K extends Key>(key: K) {
  const shown = shownAtom(key);
  return atom(
    (get) => get(shown),
    async (get, set, value: PersistedState[K] | ((before?: PersistedState[K]) => PersistedState[K])) => {
      const valueAfter = (before?: PersistedState[K]) => (typeof value === 'function' ? value(before) : value);
      set(shown, valueAfter(get(shown) ?? undefined));
      const persisting = change({ [key]: schemas[key] }, ({ [key]: stored }) => ({
        [key]: valueAfter(stored as PersistedState[K] | undefined),
      }));
      await written(set, persisting);
    },
  );
}

/** Shows values and stores nothing; all at once, so that 'cart' and 'counter' never disagree on the screen. */
export const showAtom = atom(null, (_get, set, values: Shown) => {
  for (const [key, shown] of shownAtoms) if (key in values) set(shown, values[key]);
});

/** Clears all shown values, except the answer to the install offer. */
export const forgetStoredAtom = atom(null, (_get, set) => {
  for (const [key, shown] of shownAtoms) if (key !== 'install-offer') set(shown, null);
});

/**
 * Reads everything once, in one transaction, and then again after each change; returns a function that stops this. Not called before the first
 * screen is hydrated, which no stored value may change.
 */
export async function followDevice(store: Store): Promise<() => void> {
  followers.add(store);
  // Followed before the first reading, so that no change is missed.
  const stop = onChange((changed) => readInto(store, changed));
  await store.set(readDeviceAtom);
  return () => {
    stop();
    followers.delete(store);
  };
}

/** Reads everything again. */
export const readDeviceAtom = atom(null, (get, set) => readInto({ get, set }, [...shownAtoms.keys()]));

/** What this page began to write before is read, too: the disk does one after the other. */
async function readInto({ get, set }: Pick<Store, 'get' | 'set'>, keys: readonly string[]) {
  const affected = [...shownAtoms]
    .filter(([key]) => keys.includes(key))
    .map(([key, shown]) => ({ key, shown, before: get(shown) }));
  if (affected.length === 0) return;
  const stored = await (read(schemas) as Promise<Partial<PersistedState>>).catch((failure: unknown) => {
    console.warn('The stored values cannot be read', failure);
    set(deviceFailureAtom, failure as Failure);
    return undefined;
  });
  set(onlyThisPageAtom, disk.isInMemory());
  const changed = affected
    // A value that was set during the reading is newer than what was read.
    .filter(({ shown, before }) => get(shown) === before)
    .map(({ key, before }) => ({ key, before, after: (stored ? stored[key] : before) ?? null }))
    .filter(({ before, after }) => before === undefined || !isSame(before, after));
  set(showAtom, Object.fromEntries(changed.map(({ key, after }) => [key, after])));
}
