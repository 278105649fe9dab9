import { platform } from './platform.ts';

/** Then another tab steals the lock of a frozen one (fault F29). */
const lockTimeoutMs = 15_000;

/** Also the `sync` event that wakes the worker. */
export const outboxName = 'kedai-outbox';

const queues = new Map<string, Promise<unknown>>();

/** In this tab only. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = Promise.resolve(queues.get(name)).then(work);
  queues.set(
    name,
    mine.catch(() => undefined),
  );
  return mine;
}

/** Over all tabs and the worker (Web Locks); without locks in this tab only. Steals the lock after `lockTimeoutMs`. Resolves or rejects as `work`. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = platform.locks();
  if (!locks) return inTurn(name, work);
  let working: Promise<T> | undefined;
  const begin = () => {
    working = work();
    return working;
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, begin);
  } catch {
    // If the work had begun, it has failed or its lock was stolen: in both cases its own result counts.
    if (working) return working;
    // A slow holder that continues does no harm: keys, sequences and the records on the disk prevent that. Blocked storage also blocks locks (fault
    // F28).
    return await locks.request(name, { steal: true }, begin).catch(() => working ?? inTurn(name, work));
  }
}
