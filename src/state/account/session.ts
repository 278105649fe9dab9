/** The session of the customer who is logged in, and what belongs to one customer and is never shown to another (decision O6). */
import { atom, type Store } from 'jotai';
import * as v from 'valibot';
import { customerOf, Session } from '#core/contract';
import { disk, read } from '#device/store';
import { combined } from '../frame/event-listener.ts';
import { waitForAtom } from '../frame/wait-for-atom.ts';
import { forgetStoredAtom, shownAtom } from '../storage/stored-atom.ts';

/** Undefined: not known yet. Null: a visitor. */
export const sessionAtom = shownAtom('auth');

export const tokenAtom = atom((get) => get(sessionAtom)?.token);

/** The session of a call that only a customer can make. Throws for a visitor. */
export function loggedIn(session: Session | null | undefined): Session {
  if (!session) throw new Error('No customer is logged in');
  return session;
}

/** The customer's id in everything that is stored for them (`customerOf`); empty for a visitor. */
export const customerAtom = atom((get) => {
  const session = get(sessionAtom);
  return session ? customerOf(session) : '';
});

/** The token of a session that the device had no room for, so that its absence means nothing. */
export const unstoredTokenAtom = atom('');

/** Whether the browser has deleted this site's data, and the session with it, while the page was open. */
export const deviceClearedAtom = atom(false);

/** Any session, or that this one was ended here: if not, the browser has deleted the site's data. */
async function isSessionKnown({ token }: Session): Promise<boolean> {
  const { auth, revocations = [] } = await read({ auth: Session, revocations: v.array(v.string()) });
  return auth !== undefined || revocations.includes(token);
}

/** Ends the session in this page if the browser has deleted it from the device; resolves with whether it did. */
export const endIfClearedAtom = atom(null, async (get, set): Promise<boolean> => {
  const session = get(sessionAtom);
  const isCleared =
    session &&
    session.token !== get(unstoredTokenAtom) &&
    !(await isSessionKnown(session).catch(() => true)) &&
    get(sessionAtom) === session;
  if (isCleared) {
    set(forgetStoredAtom);
    set(deviceClearedAtom, true);
  }
  return get(deviceClearedAtom);
});

/** Looks for the session whenever the device's database was lost, until the next login; returns a function that stops this. */
export const followClearedDevice = (store: Store) =>
  combined(
    disk.onReopened(() => void store.set(endIfClearedAtom)),
    store.sub(sessionAtom, () => {
      if (store.get(sessionAtom)) store.set(deviceClearedAtom, false);
    }),
  );

/** Resolves with the session, or null for a visitor, as soon as the device has been read. */
export const knownSession = (store: Store) => waitForAtom(store, sessionAtom, (session) => session !== undefined);

/** An atom with one value for each customer; a customer without a value reads `nothing`. */
export function perCustomerAtom<T>(nothing: T) {
  const valuesAtom = atom<ReadonlyMap<string, T>>(new Map());
  return atom(
    (get) => get(valuesAtom).get(get(customerAtom)) ?? nothing,
    (get, set, value: T, customer?: string) => {
      const owner = customer ?? get(customerAtom);
      if (owner) set(valuesAtom, new Map([...get(valuesAtom), [owner, value]]));
    },
  );
}

/**
 * The customer's values as they were last read from this device; showing or setting it reads them again. No customer sees another's
 * values (decision O6). `own`: the atom that shows them, where other files need it without the reading. `isReadAtom`: until then it is unknown
 * whether there are any.
 */
export function storedPerCustomer<T>(
  read: (session: Session) => Promise<readonly T[]>,
  own = perCustomerAtom<readonly T[]>([]),
) {
  const isReadAtom = perCustomerAtom(false);
  const shown = atom(
    (get) => get(own),
    async (get, set) => {
      const session = get(sessionAtom);
      if (!session) return;
      const customer = customerOf(session);
      const stored = await read(session).catch((failure: unknown) => {
        console.warn('Not read', failure);
        return undefined;
      });
      if (stored) set(own, stored, customer);
      set(isReadAtom, true, customer);
    },
  );
  shown.onMount = (readNow) => void readNow();
  return Object.assign(shown, { isReadAtom });
}
