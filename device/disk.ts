/**
 * Strict transactions on IndexedDB (decision S3). Browsers may never answer a request, freeze a transaction, lose the connection, or refuse a
 * database altogether: then a page stores everything in its memory.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import { inTurn } from './locks.ts';
import { platform } from './platform.ts';

/** A newer app has a higher version, and this one cannot open its database: the data may have another meaning (fault F30). */
const version = 1;
const objectStore = 'keyval';

/** Storage is blocked or full, or its connection was lost twice. Nothing was written: whatever waits for the disk rejects with this. */
export class StorageFailed extends Error {
  override name = 'StorageFailed';
}

export interface Transaction {
  getMany: (keys: string[]) => Promise<unknown[]>;
  all: (prefix: string) => Promise<unknown[]>;
  /** Undefined deletes. */
  put: (key: string, value: unknown) => void;
}

export interface Disk {
  /**
   * For idb-keyval. Resolves when everything that `callback` wrote is on the disk; nothing is when it rejects with `StorageFailed`. `callback` must
   * wait for nothing but the transaction, and may be called again after its work was undone. A lost connection is reopened (decision S3), but not
   * after the transaction was told to commit: nothing can happen twice.
   */
  strictStore: UseStore;
  /** A page uses its memory where the disk never opened (fault F28); a worker would lose it without notice. Resolves and rejects as `strictStore` does. */
  inTransaction: <T>(mode: IDBTransactionMode, work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** The browser may have deleted the data of a database that was opened again. */
  onReopened: (listener: () => void) => () => void;
  isInMemory: () => boolean;
  forgetConnection: () => void;
}

/** Chromium may say so in the message only; Firefox uses a name of its own, on an object that is no `Error`. */
export const isFull = (failure: unknown): boolean => {
  const { name, message } = ((failure as Error | undefined)?.cause ?? failure ?? {}) as Partial<Error>;
  return /^Quota|NO_(DEVICE_)?SPACE/.test(`${name} ${message}`);
};

/** Some browsers never answer (fault F28). */
const openTimeoutMs = 5_000;

/** A frozen tab may block a request as long as it may hold a lock (fault F29). */
const requestTimeoutMs = 15_000;

function withTimeout<T>(result: T | PromiseLike<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The device did not answer')), ms);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

export function openDisk(name: string): Disk {
  let connection: Promise<IDBDatabase> | undefined;
  let wasOpened = false;

  const reopenListeners = new Set<() => void>();

  function onReopened(listener: () => void): () => void {
    reopenListeners.add(listener);
    return () => reopenListeners.delete(listener);
  }

  async function connected(): Promise<IDBDatabase> {
    if (connection) return connection;
    const request = platform.indexedDB().open(name, version);
    request.onupgradeneeded = () => request.result.createObjectStore(objectStore);
    const opening = promisifyRequest(request);
    const opened = withTimeout(opening, openTimeoutMs);
    connection = opened;
    opened.then(
      (database) => {
        database.onclose = forgetConnection;
        // A newer version of the app wants to upgrade: let it.
        database.onversionchange = () => {
          database.close();
          forgetConnection();
        };
        if (wasOpened) for (const listener of reopenListeners) listener();
        wasOpened = true;
      },
      () => {
        forgetConnection();
        // An unused connection that opens late would block a newer app's upgrade (fault F30).
        opening.then(
          (database) => database.close(),
          () => undefined,
        );
      },
    );
    return opened;
  }

  function forgetConnection() {
    connection = undefined;
  }

  let usesMemory = false;
  let decided: Promise<void> | undefined;

  /** Once: with disk and memory both in use, values in one would be missing in the other. */
  async function decide() {
    try {
      // Opening is tried twice, as after any lost connection.
      await connected().catch(connected);
    } catch (failure) {
      // A full disk, or one of a newer app's version, has data, which an empty memory must not replace.
      usesMemory = !/^(Quota|Version)/.test(String(failure));
      if (usesMemory) console.warn('Only this page stores anything', failure);
      else decided = undefined;
    }
  }

  const begin = async (mode: IDBTransactionMode) => {
    const database = await connected();
    await pageShown;
    return database.transaction(objectStore, mode, { durability: 'strict' }).objectStore(objectStore);
  };

  const strictStore: UseStore = async (mode, callback) => {
    // The page may be left, and shown again with a lost connection, of which Safari often says nothing before a request (fault F25).
    for (let repeats = 2; ; repeats--) {
      let isCommitting = false;
      try {
        const store = await begin(mode);
        const { transaction } = store;
        const completed = completionOf(transaction);
        const result = await resultOf(store, callback);
        if (mode === 'readonly') return result;
        isCommitting = true;
        // Explicitly, so that the browser finishes it even if this page is gone.
        unlessFinished(() => transaction.commit?.());
        await completed;
        return result;
      } catch (cause) {
        // Not when it may be written, at a time limit, nor for an error of `callback`.
        const isUndone = !isCommitting && cause instanceof DOMException && !isFull(cause);
        if (!isUndone || !repeats) throw new StorageFailed('This device stores nothing now', { cause });
        forgetConnection();
      }
    }
  };

  async function inTransaction<T>(
    mode: IDBTransactionMode,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    if (platform.isPage()) {
      decided ??= decide();
      await decided;
    }
    if (!usesMemory) return strictStore(mode, (store) => work(onDisk(store)));
    // One after the other, as a disk does, so that two presses of 'Bayar' make one entry.
    return inTurn('kedai-memory', () => work(memory));
  }

  return { strictStore, inTransaction, onReopened, isInMemory: () => usesMemory, forgetConnection };
}

const inMemory = new Map<string, unknown>();

/** Ends with the page, and no other tab and no worker can read it. */
const memory: Transaction = {
  getMany: async (keys) => keys.map((key) => inMemory.get(key)),
  all: async (prefix) => [...inMemory].flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : [])),
  put: (key, value) => void (value === undefined ? inMemory.delete(key) : inMemory.set(key, value)),
};

/** Undefined while this page is shown. */
let pageShown: Promise<void> | undefined;

const openTransactions = new Set<IDBTransaction>();

async function resultOf<T>(store: IDBObjectStore, callback: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
  const { transaction } = store;
  openTransactions.add(transaction);
  try {
    return await withTimeout(callback(store), requestTimeoutMs);
  } catch (failure) {
    unlessFinished(() => transaction.abort());
    throw failure;
  } finally {
    openTransactions.delete(transaction);
  }
}

/** A full disk is an error of the request in Firefox, of the transaction in Chromium (fault F26). */
function completionOf(transaction: IDBTransaction): Promise<unknown> {
  const completion = new Promise((resolve, reject) => {
    const fail = ({ target }: Event) => reject(transaction.error ?? (target as IDBRequest).error);
    // Not by `oncomplete`, `onerror` and `onabort`, which idb-keyval sets.
    transaction.addEventListener('complete', resolve);
    transaction.addEventListener('error', fail);
    transaction.addEventListener('abort', fail);
  });
  // It is not awaited when the callback has failed.
  completion.catch(() => undefined);
  return completion;
}

/**
 * Safari freezes a page that is left with its open transactions, and every other tab and the worker wait for them without end (bugs.webkit.org
 * 315804): they are aborted, and run again if the page is shown again (fault F29).
 */
globalThis.addEventListener?.('pagehide', () => {
  pageShown = new Promise((resolve) => {
    const show = () => {
      pageShown = undefined;
      resolve();
    };
    addEventListener('pageshow', show, { once: true });
  });
  for (const transaction of openTransactions) unlessFinished(() => transaction.abort());
});

const onDisk = (store: IDBObjectStore): Transaction => ({
  getMany: (keys) => Promise.all(keys.map((key) => promisifyRequest(store.get(key)))),
  all: (prefix) => promisifyRequest(store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
  put: (key, value) => (value === undefined ? store.delete(key) : store.put(value, key)),
});

/** Browsers throw when the transaction has finished already. */
function unlessFinished(end: () => void) {
  try {
    end();
  } catch {
    // It has finished.
  }
}
