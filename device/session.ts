import * as v from 'valibot';
import { Address, customerOf, Session } from '#core/contract';
import { hasKedaiCapabilities } from './capabilities.ts';
import { EndedSessions } from './ended-sessions.ts';
import { isSettled } from './outbox-states.ts';
import { outboxEntries, outboxOrdersAtLogin, withoutOutboxOrders } from './outbox-store.ts';
import { pendingKeys, withoutThoseOf } from './pending-address.ts';
import { randomId } from './platform.ts';
import { listKeys, noLists } from './private-lists.ts';
import { revokeAtServer, revokeEndedSessions } from './session-revocation.ts';
import { change } from './store.ts';
import { cartKeys, noCart } from './stored-cart.ts';

const chosen = {
  address: Address,
  drafts: v.unknown(),
  handover: v.unknown(),
  method: v.unknown(),
  wanted: v.unknown(),
  push: v.unknown(),
  closed: v.unknown(),
  merged: v.unknown(),
};
const personal = { ...cartKeys, ...listKeys, ...pendingKeys, ...chosen, auth: Session };
/** Copies of values that did not fit (decision S2) are just as personal. */
const setAside = Object.fromEntries(Object.keys(personal).map((key) => [`set-aside:${key}`, v.unknown()]));
const keys = { ...personal, ...setAside, revocations: EndedSessions, device: v.string() };
const nothingChosen = Object.fromEntries(Object.keys({ ...setAside, ...chosen }).map((key) => [key, undefined]));

/** Names this device at a login to a host that announced itself, which then holds up no other device. Stays at logout. Never rejects. */
export async function deviceId(): Promise<string | undefined> {
  if (!(await hasKedaiCapabilities())) return undefined;
  const schemas = { device: v.string(), 'cart-sync': cartKeys['cart-sync'] };
  const stored = change(schemas, ({ device, 'cart-sync': sync }) =>
    device === undefined ? { device: sync?.clientId ?? randomId() } : {},
  );
  return stored.then(({ device }) => device).catch(() => undefined);
}

/** Resumes the orders that needed it (fault F37); deletes another customer's cart, address, lists and receipts (decisions C4 and S5). */
export const storeSession = (session: Session) =>
  change(
    keys,
    ({ auth, 'cart-sync': sync, 'own-orders': orders, 'own-addresses': addresses }, entries) => {
      const customer = customerOf(session);
      const receipts = entries.filter((entry) => entry.customer !== customer && isSettled(entry));
      const before = sync?.customer ?? (auth && customerOf(auth));
      return {
        ...outboxOrdersAtLogin(customer, receipts, entries),
        auth: session,
        // A cart without a known owner is a former customer's.
        ...(before !== customer && noCart),
        ...(before && before !== customer && nothingChosen),
        ...(orders?.customer !== customer && { 'own-orders': undefined }),
        ...(addresses?.customer !== customer && { 'own-addresses': undefined }),
      };
    },
    outboxEntries,
  );

/**
 * Also offline: the token stays for the delayed logout call only (decision F6). Pending orders stay, for their customer only; so do other customers'
 * unsaved addresses and changes.
 */
export async function endSession(): Promise<string | undefined> {
  try {
    const ended = await wipe({ revokeLater: true });
    // Not awaited: on a bad line the server takes seconds.
    void revokeEndedSessions();
    return ended;
  } catch {
    // A full device has no room for the token: everything is deleted nevertheless, and the server is notified now or never.
    const ended = await wipe({ revokeLater: false });
    if (ended) void revokeAtServer(ended);
    return ended;
  }
}

async function wipe({ revokeLater }: { revokeLater: boolean }): Promise<string | undefined> {
  let ended: string | undefined;
  await change(
    keys,
    ({ auth, device, revocations = [], 'cart-sync': sync, ...values }, entries) => {
      ended = auth?.token;
      const leaving = auth && customerOf(auth);
      const receipts = entries.filter((entry) => entry.customer === leaving && isSettled(entry));
      return {
        ...withoutOutboxOrders(receipts, entries),
        ...noCart,
        ...noLists,
        ...nothingChosen,
        'unsaved-addresses': withoutThoseOf(leaving, values['unsaved-addresses']),
        'address-changes': withoutThoseOf(leaving, values['address-changes']),
        // The shop knows it by that id, from its carts.
        ...(device === undefined && sync && { device: sync.clientId }),
        auth: undefined,
        ...(revokeLater && auth && { revocations: [...revocations, auth.token] }),
      };
    },
    outboxEntries,
  );
  return ended;
}
