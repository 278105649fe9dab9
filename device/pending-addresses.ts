import { isHTTPError } from 'ky';
import type * as v from 'valibot';
import { Address, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { backoffAfter, isDue } from './backoff.ts';
import { hasKedaiCapabilities } from './capabilities.ts';
import { isFromKedai, isPage, retryAfterOf } from './failures.ts';
import { outcomeOf } from './outcome.ts';
import { type AddressChange, addressChangeKeys, type UnsavedAddress, unsavedKeys } from './pending-address.ts';
import { pendingChanges } from './pending-changes.ts';
import { randomId } from './platform.ts';
import { listKeys } from './private-lists.ts';
import { change, read } from './store.ts';

export function pendingAddresses<Entry extends UnsavedAddress | AddressChange>(
  key: string,
  schema: v.GenericSchema<unknown, Entry>,
) {
  const pending = pendingChanges({ read, change }, key, schema);
  const of = async (session: Session): Promise<Entry[]> =>
    (await pending.read()).filter(({ customer }) => customer === customerOf(session));
  async function changeThose(which: (entry: Entry) => boolean, changed: (entry: Entry) => Entry): Promise<boolean> {
    let any = false;
    await pending.edit((entries) => {
      any = entries.some(which);
      return any ? entries.map((one) => (which(one) ? changed(one) : one)) : entries;
    });
    return any;
  }
  return {
    of,
    due: async (session: Session, options: { all: boolean }): Promise<Entry[]> =>
      (await of(session)).filter((entry) => !entry.refused && isDue(entry, options)),
    change: changeThose,
    /** Not sent again; rejects with `failure` where that is no refusal. */
    async refuse({ id }: Entry, failure: unknown) {
      const outcome = await outcomeAfter(failure);
      if (outcome.is !== 'refused') throw failure;
      console.warn('Address refused', failure);
      const { code, reason } = outcome;
      await changeThose(
        (one) => one.id === id,
        (one) => ({ ...one, refused: { code, reason } }),
      );
    },
  };
}

export const newEntry = (customer: string) => ({ id: randomId(), customer, attempts: 0, notBefore: 0 });

export const paused = <Entry extends { attempts: number }>(failed: Entry, failure: unknown) => ({
  ...failed,
  attempts: failed.attempts + 1,
  held: undefined,
  ...backoffAfter(failed.attempts, retryAfterOf(failure)),
});

const outcomeAfter = async (failure: unknown) =>
  outcomeOf(failure, { posted: true, keyed: await hasKedaiCapabilities() });

/** A gateway or the shop cannot handle the request now; for a POST the outcome is unknown. */
const unavailable = [408, 425, 429, 502, 503, 504, 511];

/** Also with a 500, after which it may be stored all the same; but no gateway or captive portal in the shop's place. */
const isAnswered = async (failure: unknown) =>
  isHTTPError(failure) &&
  !unavailable.includes(failure.response.status) &&
  !isPage(failure) &&
  (isFromKedai(failure.response) || !(await hasKedaiCapabilities()));

/** 'stored': the shop did not respond, and it is on the disk. Rejects for a refusal or an error, and when it could not be stored either. */
export async function sentOrStored<Saved>(
  send: () => Promise<Saved>,
  { saved, store }: { saved: (result: Saved) => Promise<unknown>; store: (failure: unknown) => Promise<unknown> },
): Promise<'saved' | 'stored' | 'needs_login'> {
  let result: Saved;
  try {
    result = await send();
  } catch (failure) {
    const { is } = await outcomeAfter(failure);
    if (is === 'needs_login') return is;
    if (is !== 'unknown' || (await isAnswered(failure))) throw failure;
    await store(failure);
    return 'stored';
  }
  await saved(result).catch((failure: unknown) => console.warn('Address not stored yet', failure));
  return 'saved';
}

const keys = {
  auth: Session,
  address: Address,
  ...unsavedKeys,
  ...addressChangeKeys,
  'own-addresses': listKeys['own-addresses'],
};
type Decide = Parameters<typeof change<typeof keys>>[1];

/** All that is stored of addresses, in one transaction. */
export const changeAddresses = (decide: Decide) => change(keys, decide);

/** Stores nothing for a customer who has logged out in the meantime: then it rejects with `failure`. */
export async function storeFor(customer: string, failure: unknown, decide: Decide): Promise<void> {
  let isTheirs = false;
  await changeAddresses((values, items) => {
    isTheirs = values.auth !== undefined && customerOf(values.auth) === customer;
    return isTheirs ? decide(values, items) : {};
  });
  if (!isTheirs) throw failure;
}
