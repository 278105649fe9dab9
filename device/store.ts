/**
 * The device's memory: idb-keyval over strict transactions (decisions S1 to S3).
 *
 * What `change` resolves with is on the disk. Other tabs and the worker learn which keys changed through a
 * BroadcastChannel; a message can only make them read again.
 */
import { promisifyRequest } from 'idb-keyval';
import * as v from 'valibot';
import { imageCache } from './cache-names.ts';
import { platform } from './platform.ts';

const name = 'kedai';
/** A newer app's memory is not opened by this one: it may mean something else there (fault F30). */
const version = 1;
const objectStore = 'keyval';

/** Nothing can be kept on this device now: blocked, full, or its connection died twice. Nothing was written. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}

/** One transaction: on the disk, or in what a page keeps instead of one. */
export interface Shelf {
  get: (key: string) => Promise<unknown>;
  /** Everything whose key begins with `prefix`. */
  all: (prefix: string) => Promise<unknown[]>;
  /** Undefined deletes. */
  put: (key: string, value: unknown) => void;
}

type Schemas = Record<string, v.GenericSchema>;
type Held<Keys extends Schemas> = { [Key in keyof Keys]: v.InferOutput<Keys[Key]> | undefined };

/** What the named keys hold, each checked against its schema; absent or misfitting is undefined. Rejects with `StorageFailed`. */
export const read = <Keys extends Schemas>(schemas: Keys): Promise<Held<Keys>> =>
  within('readonly', async (shelf) => (await fitting(shelf, schemas)).held);

/** Everything whose key begins with `prefix`; of what is there, `schema` says what this code can read. */
interface Among<Schema extends v.GenericSchema> {
  prefix: string;
  schema: Schema;
}

/** What is kept under keys that begin with the prefix and fits. Rejects with `StorageFailed`. */
export const readAll = <Schema extends v.GenericSchema>(among: Among<Schema>): Promise<v.InferOutput<Schema>[]> =>
  within('readonly', (shelf) => all(shelf, among));

async function all<Schema extends v.GenericSchema>(shelf: Shelf, { prefix, schema }: Among<Schema>) {
  return (await shelf.all(prefix)).flatMap((value) => {
    const checked = v.safeParse(schema, value);
    if (!checked.success) console.warn(`Something under '${prefix}' does not fit`);
    return checked.success ? [checked.output] : [];
  });
}

/**
 * Reads the named keys, and what is `among` others if that is asked for, lets `decide` say what is kept from now on, and
 * writes that, in one strict transaction: two tabs never overwrite each other. A key that `decide` leaves out stays;
 * undefined deletes it. `decide` must not wait. Resolves with what the keys hold once it is on the disk; rejects with
 * `StorageFailed` when nothing was written.
 */
export async function change<Keys extends Schemas, Schema extends v.GenericSchema = v.GenericSchema<never>>(
  schemas: Keys,
  decide: (held: Held<Keys>, items: v.InferOutput<Schema>[]) => Partial<Held<Keys>>,
  among?: Among<Schema>,
): Promise<Held<Keys>> {
  const { held, next } = await withRoom(async (shelf) => {
    const [{ held, misfits }, items] = await Promise.all([fitting(shelf, schemas), among ? all(shelf, among) : []]);
    const next = decide(held, items);
    for (const [key, value] of Object.entries(next)) {
      // Set aside rather than overwritten: whoever mends it finds it (decision S2).
      if (misfits.has(key)) shelf.put(`set-aside:${key}`, misfits.get(key));
      shelf.put(key, value);
    }
    return { held, next };
  });
  // What was only looked at is news to nobody.
  if (Object.keys(next).length > 0) tabs()?.postMessage({ changed: Object.keys(next) });
  return { ...held, ...next };
}

async function fitting<Keys extends Schemas>(shelf: Shelf, schemas: Keys) {
  const misfits = new Map<string, unknown>();
  const entries = Object.entries(schemas).map(async ([key, schema]) => {
    const value = await shelf.get(key);
    const checked = v.safeParse(v.optional(schema), value);
    if (checked.success) return [key, checked.output];
    misfits.set(key, value);
    console.warn(`'${key}' does not fit: ${checked.issues.map((issue) => v.getDotPath(issue)).join(', ')}`);
    return [key, undefined];
  });
  return { held: Object.fromEntries(await Promise.all(entries)) as Held<Keys>, misfits };
}

let connection: Promise<IDBDatabase> | undefined;

async function connected(): Promise<IDBDatabase> {
  if (connection) return connection;
  const request = platform.indexedDB().open(name, version);
  request.onupgradeneeded = () => request.result.createObjectStore(objectStore);
  const opening = promisifyRequest(request);
  const opened = inTime(opening, openingTakes);
  connection = opened;
  opened.then(
    (database) => {
      database.onclose = forgetConnection;
      // A newer version of the app wants to upgrade: let it.
      database.onversionchange = () => {
        database.close();
        forgetConnection();
      };
    },
    () => {
      forgetConnection();
      // One that nobody knows of any more would stand in a newer app's way for as long as this page is open (fault F30).
      opening.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  );
  return opened;
}

/** Some browsers forget to answer; a customer must not wait for that for ever (fault F28). In ms. */
const openingTakes = 5_000;

/** What is open may be held by a frozen tab: as long as that may hold a lock (fault F29), in ms. */
const answeringTakes = 15_000;

function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The device did not answer')), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Drops the connection; the next transaction opens one anew. */
export function forgetConnection() {
  connection = undefined;
}

/** Runs `work` where a page keeps things instead, alone. */
export type Instead = <T>(work: (shelf: Shelf) => Promise<T>) => Promise<T>;

let spare: Instead | undefined;

/**
 * What keeps everything where the disk never opened (fault F28). For pages, and for as long as they are open: what a worker
 * kept so would be gone unseen.
 */
export function keepInstead(instead: Instead) {
  spare = instead;
}

let inMemory = false;

/** Whether this page keeps everything by itself, because its disk never opened. */
export const isInMemory = () => inMemory;

let decided: Promise<Instead | undefined> | undefined;

/** Decided once: behind a disk that was opened an order may wait, and a page in which both counted would have two truths. */
async function insteadOfDisk() {
  if (!spare) return undefined;
  // It is asked once more, as after any dead connection.
  decided ??= connected()
    .catch(connected)
    .then(() => undefined, replaced);
  return decided;
}

function replaced(failure: unknown): Instead | undefined {
  // A full disk, or a newer app's, is there: what it holds is not to be overlooked.
  if (/^(Quota|Version)/.test(String(failure))) {
    decided = undefined;
    return undefined;
  }
  console.warn('Only this page keeps anything', failure);
  inMemory = true;
  return spare;
}

/** Resolves once this page is shown again; undefined while it is. */
let shownAgain: Promise<void> | undefined;

const begin = async (mode: IDBTransactionMode) => {
  const database = await connected();
  await shownAgain;
  return database.transaction(objectStore, mode, { durability: 'strict' }).objectStore(objectStore);
};

/** Writes; when the device is full, the pictures make room and it is tried once more (fault F26). */
const withRoom = <T>(work: (shelf: Shelf) => Promise<T>): Promise<T> =>
  within('readwrite', work).catch(async (failure: StorageFailed) => {
    const isFull = failure.cause instanceof Error && failure.cause.name === 'QuotaExceededError';
    if (!isFull || !(await forgetImages())) throw failure;
    return within('readwrite', work);
  });

/** Resolves with whether any picture was forgotten. One by one: a cache deleted as a whole keeps its room while anything holds it open. */
export async function forgetImages(wanted: ReadonlySet<string> = new Set()): Promise<boolean> {
  const images = await platform.caches()?.open(imageCache);
  const unwanted = ((await images?.keys()) ?? []).filter(({ url }) => !wanted.has(url));
  for (const image of unwanted) await images?.delete(image);
  return unwanted.length > 0;
}

/** A dead connection is dropped and reopened once (decision S3): before its transaction began, nothing can have happened twice. */
async function within<T>(mode: IDBTransactionMode, work: (shelf: Shelf) => Promise<T>): Promise<T> {
  const instead = await insteadOfDisk();
  if (instead) return instead(work);
  try {
    for (;;) {
      const store = await begin(mode).catch(() => {
        forgetConnection();
        return begin(mode);
      });
      try {
        return await through(store, work);
      } catch (failure) {
        if (!takenBack.has(store.transaction)) throw failure;
      }
    }
  } catch (cause) {
    throw new StorageFailed('This device keeps nothing now', { cause });
  }
}

/** What was not told to commit yet. */
const underWay = new Set<IDBTransaction>();

/** What came to nothing because its page was left. */
const takenBack = new WeakSet<IDBTransaction>();

/** All of it or nothing. */
async function through<T>(store: IDBObjectStore, work: (shelf: Shelf) => Promise<T>): Promise<T> {
  const { transaction } = store;
  underWay.add(transaction);
  try {
    const done = await inTime(work(onDisk(store)), answeringTakes);
    underWay.delete(transaction);
    if (transaction.mode === 'readonly') return done;
    // From here on it needs this page no more.
    transaction.commit?.();
    await promisifyRequest(transaction);
    return done;
  } catch (failure) {
    underWay.delete(transaction);
    abort(transaction);
    throw failure;
  }
}

/**
 * Safari freezes a page that is left together with what it has begun, and whoever comes next, the worker too, waits for that without
 * an end (bugs.webkit.org 315804). So it is taken back, and done anew should the page be shown again (fault F29).
 */
globalThis.addEventListener?.('pagehide', () => {
  shownAgain = new Promise((resolve) => {
    const show = () => {
      shownAgain = undefined;
      resolve();
    };
    addEventListener('pageshow', show, { once: true });
  });
  for (const transaction of underWay) {
    takenBack.add(transaction);
    abort(transaction);
  }
});

const onDisk = (store: IDBObjectStore): Shelf => ({
  get: (key) => promisifyRequest(store.get(key)),
  all: (prefix) => promisifyRequest(store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  put: (key, value) => (value === undefined ? store.delete(key) : store.put(value, key)),
});

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort();
  } catch {
    // It is over already.
  }
}

let channel: BroadcastChannel | undefined;

function tabs() {
  try {
    channel ??= new BroadcastChannel(name);
  } catch {
    // Some browsers have none, others refuse it where storage is blocked.
  }
  return channel;
}

const Message = v.object({ changed: v.array(v.string()) });

/** Calls `listener` with the keys that another tab or the worker wrote; returns how to stop. */
export function onChange(listener: (keys: string[]) => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    const message = v.safeParse(Message, data);
    if (message.success) listener(message.output.changed);
  };
  tabs()?.addEventListener('message', hear);
  return () => tabs()?.removeEventListener('message', hear);
}
