/** One at a time: in this tab, and over all tabs and the worker (Web Locks). */
import { platform } from './platform.ts';

/** How long a frozen tab may hold a lock before another tab steals it, in ms (fault F29). */
const lockTimeout = 15_000;

/** The name of the sender's lock, and of the `sync` event that wakes the worker. */
export const outboxName = 'kedai-outbox';

const queues = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier calls in this tab with the same name; resolves or rejects as `work` does. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = Promise.resolve(queues.get(name)).then(work);
  queues.set(
    name,
    mine.catch(() => undefined),
  );
  return mine;
}

/**
 * Runs `work` while no other tab or worker of this origin runs work under the same name (Web Locks). In a browser without
 * locks this holds for this tab only. After 15 s it steals the lock from its holder. Resolves or rejects as `work` does.
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
    return await locks.request(name, { signal: AbortSignal.timeout(lockTimeout) }, begin);
  } catch {
    // If the work had begun, it has failed or its lock was stolen: in both cases its own result counts.
    if (working) return working;
    // The holder is frozen or slow. If it continues, it does no harm: keys, sequences and the records on the disk prevent
    // that. Where storage is blocked, locks are blocked as well (fault F28).
    return await locks.request(name, { steal: true }, begin).catch(() => working ?? inTurn(name, work));
  }
}
