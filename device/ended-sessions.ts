/** Sessions that were ended on this device while the shop could not be reached. */
import * as v from 'valibot';
import { withLock } from './locks.ts';
import type { StoredValues } from './stored-values.ts';

export const EndedSessions = v.array(v.string());

/** Each once: a second call would be refused. What `end` could not confirm is left for the next call. Never rejects. */
export const endStoredSessions = (
  { read, change }: Pick<StoredValues, 'read' | 'change'>,
  { key, lock, end }: { key: string; lock: string; end: (token: string) => Promise<boolean> },
): Promise<void> =>
  withLock(lock, async () => {
    const { [key]: tokens = [] } = await read({ [key]: EndedSessions }).catch(() => ({ [key]: [] }));
    for (const token of tokens) {
      if (!(await end(token))) return;
      await change({ [key]: EndedSessions }, ({ [key]: left = [] }) => ({
        [key]: left.filter((other) => other !== token),
      })).catch(() => undefined);
    }
  });
