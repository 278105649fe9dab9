/** Values in the page's memory that belong to one customer, and are never shown to another (decision O6). */
import { atom } from 'jotai';
import type { Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { customerAtom, sessionAtom } from './session.ts';

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
