/**
 * The disk under the device's memory: strict transactions on IndexedDB, of which browsers forget some, freeze others, and refuse all
 * of them to some pages (decision S3). What does not open is replaced by what a page keeps while it is open.
 */
import { promisifyRequest } from 'idb-keyval';
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

/**
 * Does `work` in one transaction: all of it is on the disk afterwards, or nothing, and then it rejects with `StorageFailed`. `work`
 * must wait for nothing but the shelf. A dead connection is dropped and reopened once (decision S3): before its transaction began,
 * nothing can have happened twice.
 */
export async function inTransaction<T>(mode: IDBTransactionMode, work: (shelf: Shelf) => Promise<T>): Promise<T> {
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
    await kept(transaction);
    return done;
  } catch (failure) {
    underWay.delete(transaction);
    abort(transaction);
    throw failure;
  }
}

/** Resolves once it is on the disk. That there is no room Firefox says of what was put, and Chromium of the transaction (fault F26). */
const kept = (transaction: IDBTransaction) =>
  new Promise<unknown>((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = ({ target }) =>
      reject(transaction.error ?? (target as IDBRequest).error);
  });

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
