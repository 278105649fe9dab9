/**
 * What the browser gives the device's modules, in one place: a test can be a second phone, a dead disk or a bad
 * network. What browsers offer only in a secure context is replaced where it is missing (a shop's trial over plain
 * http).
 */
export const platform = {
  indexedDB: () => indexedDB,
  fetch: (request: Request) => fetch(request),
  caches: (): CacheStorage | undefined => globalThis.caches,
  locks: (): LockManager | undefined => navigator.locks,
  /** Milliseconds since 1970 on this device's clock, which may be wrong. */
  now: () => Date.now(),
  /** At least 0, less than 1. */
  random: () => Math.random(),
};

/** A random UUID (RFC 9562, version 4). */
export const randomId = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
        const [byte = 0] = (crypto as Crypto).getRandomValues(new Uint8Array(1));
        return (Number(digit) ^ (byte & (15 >> (Number(digit) / 4)))).toString(16);
      });

/** How long a frozen tab may hold a lock before another takes it away, in ms (fault F29). */
const patience = 15_000;

/** The outbox as the browser knows it: the lock of the sender, and the `sync` event that wakes the worker. */
export const outboxName = 'kedai-outbox';

const queues = new Map<string, Promise<unknown>>();

/** Runs `work` after everything that this tab has begun under the same name; resolves or rejects as it does. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = Promise.resolve(queues.get(name)).then(work);
  queues.set(
    name,
    mine.catch(() => undefined),
  );
  return mine;
}

/**
 * Runs `work` while no other tab or worker of this origin runs any under the same name (Web Locks); without locks,
 * while nothing else in this tab does. When it has waited for 15 s it takes the lock away from its holder. Resolves or
 * rejects as `work` does.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = platform.locks();
  if (!locks) return inTurn(name, work);
  let working: Promise<T> | undefined;
  const begin = () => {
    working = work();
    return working;
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patience) }, begin);
  } catch {
    // If the work had begun, it failed, or its lock was taken away: its own result counts either way.
    if (working) return working;
    // The holder is frozen or slow. What it may still do does no harm: keys, sequences and the notes on the disk see to
    // that. Where storage is blocked, locks are as well (fault F28).
    return await locks.request(name, { steal: true }, begin).catch(() => working ?? inTurn(name, work));
  }
}
