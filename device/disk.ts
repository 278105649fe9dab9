/**
 * Strict transactions on IndexedDB (decision S3). Hides that browsers may never answer a request, freeze a transaction,
 * lose the connection, or refuse a database altogether; in the last case a page keeps everything in memory instead,
 * while it is open.
 */
import { promisifyRequest } from 'idb-keyval';
import { platform } from './platform.ts';

const name = 'kedai';
/**
 * The database of a newer app has a higher version, and this one cannot open it: its data may mean something else
 * (fault F30).
 */
const version = 1;
const objectStore = 'keyval';

/** Nothing can be kept on this device now: blocked, full, or its connection died twice. Nothing was written. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}

/** What can be done in one transaction, on the disk or in the page's memory. */
export interface Transaction {
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
      // If it opens late after all, it is closed: an unused connection would block a newer app's upgrade (fault F30).
      opening.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  );
  return opened;
}

/** How long the opening is waited for, in ms: some browsers never answer (fault F28). */
const openingTakes = 5_000;

/**
 * How long a request in an open database is waited for, in ms: a frozen tab may hold it as long as it may hold a lock
 * (fault F29).
 */
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

/** Runs `work` on what a page keeps in memory, one transaction at a time. */
export type Fallback = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

let fallback: Fallback | undefined;

/**
 * Sets what is used when the disk never opens (fault F28). For pages only: a worker's memory would vanish unnoticed.
 */
export function fallBackTo(instead: Fallback) {
  fallback = instead;
}

let inMemory = false;

/** Whether this page keeps everything by itself, because its disk never opened. */
export const isInMemory = () => inMemory;

let decided: Promise<Fallback | undefined> | undefined;

/**
 * Decides once, at the first transaction, between disk and memory: a page that used both could not see what the other
 * one holds.
 */
async function fallbackInUse() {
  if (!fallback) return undefined;
  // Opened a second time when the first fails, as after any dead connection.
  decided ??= connected()
    .catch(connected)
    .then(() => undefined, fallbackAfter);
  return decided;
}

function fallbackAfter(failure: unknown): Fallback | undefined {
  // A full disk, or one of a newer app's version, exists: what it holds must not be replaced by an empty memory.
  if (/^(Quota|Version)/.test(String(failure))) {
    decided = undefined;
    return undefined;
  }
  console.warn('Only this page keeps anything', failure);
  inMemory = true;
  return fallback;
}

/** Resolves once this page is shown again; undefined while it is. */
let shownAgain: Promise<void> | undefined;

const begin = async (mode: IDBTransactionMode) => {
  const database = await connected();
  await shownAgain;
  return database.transaction(objectStore, mode, { durability: 'strict' }).objectStore(objectStore);
};

/**
 * Does `work` in one transaction: all of it is on the disk afterwards, or nothing, and then it rejects with
 * `StorageFailed`. `work` must wait for nothing but the transaction. A dead connection is dropped and reopened once
 * (decision S3): before its transaction began, nothing can have happened twice.
 */
export async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const instead = await fallbackInUse();
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

/** Transactions that have not been told to commit. */
const underWay = new Set<IDBTransaction>();

/** Transactions that were aborted because their page was left; they are run again. */
const takenBack = new WeakSet<IDBTransaction>();

/** Runs `work` in the store's transaction and commits it, or aborts it and rejects. */
async function through<T>(store: IDBObjectStore, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { transaction } = store;
  underWay.add(transaction);
  try {
    const done = await inTime(work(onDisk(store)), answeringTakes);
    underWay.delete(transaction);
    if (transaction.mode === 'readonly') return done;
    // Committed explicitly, so that the browser finishes it even if this page is gone.
    transaction.commit?.();
    await kept(transaction);
    return done;
  } catch (failure) {
    underWay.delete(transaction);
    abort(transaction);
    throw failure;
  }
}

/**
 * Resolves once the transaction is on the disk. A full disk is an error of the request in Firefox, of the transaction
 * in Chromium (fault F26).
 */
const kept = (transaction: IDBTransaction) =>
  new Promise<unknown>((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = ({ target }) =>
      reject(transaction.error ?? (target as IDBRequest).error);
  });

/**
 * Safari freezes a page that is left together with its open transactions, and every other tab and the worker then waits
 * for them without end (bugs.webkit.org 315804). So they are aborted, and run again if the page is shown again
 * (fault F29).
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

const onDisk = (store: IDBObjectStore): Transaction => ({
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
