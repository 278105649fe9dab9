/** Who is logged in. */
import { atom, type createStore } from 'jotai';
import type { Product, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import type { Credentials } from '#core/registration';
import { stillHolds } from './came-back.ts';
import { device } from './device.ts';
import { forgetMirrorsAtom, keeping, readDeviceAtom, storedAtom, written } from './stored-atom.ts';
import { when } from './when.ts';

/** Undefined: not known yet. Null: a visitor. */
export const sessionAtom = storedAtom('auth');

export const tokenAtom = atom((get) => get(sessionAtom)?.token);

/** The session of a call that only a customer can make. Throws for a visitor. */
export function loggedIn(session: Session | null | undefined): Session {
  if (!session) throw new Error('Nobody is logged in');
  return session;
}

/** The customer's name in everything that is kept for them (`customerOf`); empty for a visitor. */
export const customerAtom = atom((get) => {
  const session = get(sessionAtom);
  return session ? customerOf(session) : '';
});

/** An atom whose value only the customer it belongs to sees; to anybody else it is `nothing`. */
export function ownAtom<T>(nothing: T) {
  const held = atom<Record<string, T>>({});
  return atom(
    (get) => get(held)[get(customerAtom)] ?? nothing,
    (get, set, value: T, customer?: string) => {
      const owner = customer ?? get(customerAtom);
      if (owner) set(held, { ...get(held), [owner]: value });
    },
  );
}

/** What this device keeps of the customer's, as it was read last; setting it reads it again. Nobody sees another's (decision O6). */
export function keptOwn<T>(read: (session: Session) => Promise<T[]>) {
  const own = ownAtom<T[]>([]);
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

const keptWantedAtom = storedAtom('wanted');
const keepWantedAtom = keeping('wanted');

/** How long a wanted product is remembered, in ms: later it may be another visitor who logs in. */
const wantedLasts = 60 * 60_000;

/** The product that a visitor wanted, offered again right after login, whatever became of the page meanwhile (decision C6). */
export const wantedProductAtom = atom(
  (get) => {
    const kept = get(keptWantedAtom);
    return kept && stillHolds(get, kept.wantedAt, wantedLasts) ? kept.product : null;
  },
  (_get, set, product: Product | null) => set(keepWantedAtom, { product, wantedAt: Date.now() }),
);

/** Logs in and keeps the session; rejects as `POST /auth/login` does. */
export const logInAtom = atom(null, async (get, set, credentials: Credentials) => {
  const session = await device.logIn(credentials);
  const kept = await written(set, device.keepSession(session));
  const before = get(customerAtom);
  // Nothing of another customer stays on the screen, not even where the device cannot let go of it (decision O6).
  if (before && before !== customerOf(session)) set(forgetMirrorsAtom);
  if (kept) await set(readDeviceAtom);
  set(sessionAtom, session);
  return session;
});

/** Ends the session here and now, and at the server as soon as it can be told (decision F6). */
export const logOutAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const wiped = await written(
    set,
    device.endSession().then((token) => ({ token })),
  );
  set(forgetMirrorsAtom);
  // `endSession` tells the server about a token that the device held; this one lived only in the page.
  if (session && wiped?.token !== session.token)
    void device.logOut(session.token).catch((refused: unknown) => console.warn('POST /auth/logout', refused));
});

/** Resolves with the session, or null for a visitor, as soon as the device has been read. */
export const knownSession = (store: ReturnType<typeof createStore>) =>
  when(store, sessionAtom, (session) => session !== undefined);
