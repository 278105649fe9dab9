import type * as v from 'valibot';
import type { Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { backoffAfter, isDue } from './backoff.ts';
import { hasKedaiCapabilities } from './capabilities.ts';
import { retryAfterOf } from './failures.ts';
import { isAnswered, outcomeOf } from './outcome.ts';
import type { AddressChange, UnsavedAddress } from './pending-address.ts';
import { pendingChanges } from './pending-changes.ts';
import { randomId } from './platform.ts';
import { change, read } from './store.ts';

export function pendingAddresses<Entry extends UnsavedAddress | AddressChange>(
  key: string,
  schema: v.GenericSchema<unknown, Entry>,
) {
  const pending = pendingChanges({ read, change }, key, schema);
  const of = async (session: Session): Promise<Entry[]> =>
    (await pending.read()).filter(({ customer }) => customer === customerOf(session));
  return {
    of,
    due: async (session: Session, options: { all: boolean }): Promise<Entry[]> =>
      (await of(session)).filter((entry) => !entry.refused && isDue(entry, options)),
    async change(which: (entry: Entry) => boolean, changed: (entry: Entry) => Entry): Promise<boolean> {
      let any = false;
      await pending.edit((entries) => {
        any = entries.some(which);
        return any ? entries.map((one) => (which(one) ? changed(one) : one)) : entries;
      });
      return any;
    },
  };
}

export const newEntry = (session: Session) => ({
  id: randomId(),
  customer: customerOf(session),
  attempts: 0,
  notBefore: 0,
});

export const paused = <Entry extends { attempts: number }>(failed: Entry, failure: unknown) => ({
  ...failed,
  attempts: failed.attempts + 1,
  held: undefined,
  ...backoffAfter(failed.attempts, retryAfterOf(failure)),
});

/** `isAnswered`: the shop has responded, and may have stored it all the same. */
export async function meaningOf(failure: unknown) {
  const keyed = await hasKedaiCapabilities();
  return { ...outcomeOf(failure, { posted: true, keyed }), isAnswered: isAnswered(failure, { keyed }) };
}
