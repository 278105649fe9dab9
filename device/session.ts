/** The customer's session on this device: kept, ended, and revoked later when the server could not be told (decision F6). */
import * as v from 'valibot';
import { Address, customerOf, Session } from '#core/contract';
import { hostIsKedai, logOut, refusalOf, statusOf } from './api.ts';
import { cartKeys, noCart } from './cart-sync.ts';
import { unsavedKeys, withoutThoseOf } from './new-addresses.ts';
import { forgetSettled } from './outbox.ts';
import { listKeys, noLists } from './private-lists.ts';
import { change, read } from './store.ts';

/** What was typed into a form and not sent yet, by form and field; never a password (decision F8). */
export const Drafts = v.record(v.string(), v.record(v.string(), v.string()));

const Revocations = v.array(v.string());
const personal = {
  ...cartKeys,
  ...listKeys,
  ...unsavedKeys,
  auth: Session,
  address: Address,
  drafts: Drafts,
  handover: v.unknown(),
};
/** What of it did not fit and was set aside (decision S2) is as personal. */
const setAside = Object.fromEntries(Object.keys(personal).map((key) => [`set-aside:${key}`, v.unknown()]));
const nothingSetAside = Object.fromEntries(Object.keys(setAside).map((key) => [key, undefined]));
const keys = { ...personal, ...setAside, revocations: Revocations };

/** Keeps a new session; another customer's cart, address and lists do not stay (decisions C4 and S5). */
export const keepSession = (session: Session) =>
  change(keys, ({ auth, 'cart-sync': sync, 'own-orders': orders, 'own-addresses': addresses }) => {
    const customer = customerOf(session);
    const before = sync?.customer ?? (auth && customerOf(auth));
    return {
      auth: session,
      // A visitor has no cart: one without an owner is a former customer's.
      ...(before !== customer && noCart),
      ...(before &&
        before !== customer && { ...nothingSetAside, address: undefined, drafts: undefined, handover: undefined }),
      ...(orders?.customer !== customer && { 'own-orders': undefined }),
      ...(addresses?.customer !== customer && { 'own-addresses': undefined }),
    };
  });

/**
 * Wipes the session and everything personal at once, also offline; the token moves into a record that only the delayed
 * logout call reads. Waiting orders stay, sealed under the customer's id, as do another customer's unsaved addresses.
 */
export async function endSession(): Promise<void> {
  let leaving: string | undefined;
  await change(keys, ({ auth, revocations = [], 'unsaved-addresses': unsaved }) => {
    leaving = auth && customerOf(auth);
    return {
      ...noCart,
      ...noLists,
      ...nothingSetAside,
      ...withoutThoseOf(auth && customerOf(auth), unsaved),
      auth: undefined,
      address: undefined,
      drafts: undefined,
      handover: undefined,
      revocations: auth ? [...revocations, auth.token] : revocations,
    };
  });
  if (leaving) await forgetSettled(leaving).catch((failure: unknown) => console.warn('Receipts stay behind', failure));
  // The customer does not wait for the server: on a bad line that takes seconds.
  void revokeEndedSessions();
}

/** Tells the server about ended sessions; what it has not heard yet is told at the next call. Never rejects. */
export async function revokeEndedSessions(): Promise<void> {
  const { revocations = [] } = await read({ revocations: Revocations }).catch(() => ({ revocations: [] }));
  for (const token of revocations) {
    try {
      await logOut(token);
    } catch (failure) {
      if (!(await knowsNoSuchSession(failure))) {
        console.warn('POST /auth/logout waits for a connection', failure);
        return;
      }
    }
    await change({ revocations: Revocations }, ({ revocations: left = [] }) => ({
      revocations: left.filter((other) => other !== token),
    })).catch(() => undefined);
  }
}

/** Only the shop's own word ends the matter; a gateway may refuse anything. */
async function knowsNoSuchSession(failure: unknown): Promise<boolean> {
  const status = statusOf(failure);
  if (status === 401 || (refusalOf(failure) && status !== 429 && status !== undefined && status < 500)) return true;
  return !(await hostIsKedai()) && (status === 403 || status === 404);
}
