/** What belongs to one customer in the page's memory, and is shown to nobody else (decision O6). */
import { atom } from 'jotai';
import type { Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { customerAtom, sessionAtom } from './session.ts';

/** An atom whose value only the customer it belongs to sees; to anybody else it is `nothing`. */
export function perCustomerAtom<T>(nothing: T) {
  const held = atom<ReadonlyMap<string, T>>(new Map());
  return atom(
    (get) => get(held).get(get(customerAtom)) ?? nothing,
    (get, set, value: T, customer?: string) => {
      const owner = customer ?? get(customerAtom);
      if (owner) set(held, new Map([...get(held), [owner, value]]));
    },
  );
}

/**
 * What this device keeps of the customer's, as it was read last; setting it reads it again. Nobody sees another's
 * (decision O6).
 */
export function storedPerCustomer<T>(read: (session: Session) => Promise<T[]>) {
  const own = perCustomerAtom<T[]>([]);
  return atom(
    (get) => get(own),
    async (get, set) => {
      const session = get(sessionAtom);
      if (!session) return;
      const kept = await read(session).catch((failure: unknown) => {
        console.warn('Not read', failure);
        return undefined;
      });
      if (kept) set(own, kept, customerOf(session));
    },
  );
}
