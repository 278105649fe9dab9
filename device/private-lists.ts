/**
 * A customer's own orders and addresses, readable without a connection (decision S5). They are stored only in IndexedDB,
 * with their customer's id, and are deleted with the session (`device/session.ts`).
 */
import type * as v from 'valibot';
import { SavedAddress, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { PlacedOrder } from '#core/order-contract';
import { hasKedaiCapabilities } from './capabilities.ts';
import { longestWait } from './client.ts';
import { getAddresses } from './customer-calls.ts';
import { NotTheShop } from './failures.ts';
import { getNewestOrders, getOrders } from './order-calls.ts';
import { sessionHasEnded } from './outcome.ts';
import { platform } from './platform.ts';
import { listKeys, storedList } from './private-list-keys.ts';
import { change, read } from './store.ts';

/** Both lists from this device. Rejects with `StorageFailed`. */
export const storedLists = () => read(listKeys);

/** A list for a page. */
export interface CustomerList<Item> {
  items: Item[];
  /** How many exist in all; more than `items` when the host sends older ones on request (`olderOrders`). */
  count: number;
  /** When the shop sent it, in ms on this device's clock. */
  asOf: number;
  /** Whether it is the device's copy, because the shop has not responded. */
  isStored: boolean;
}

type StoredItems<Item> = Pick<CustomerList<Item>, 'items' | 'count' | 'asOf'>;

/** After this time without a response the stored list is shown, in ms. */
const showStoredAfter = 400;

/**
 * Asks the shop first. If the shop is slow, calls `meanwhile` with the stored list. If the shop does not respond, the
 * stored list is the result. Rejects as the call does when no list is stored for this customer, and always when the
 * session has ended: then nothing is shown.
 */
export type CustomerListCall<Item> = (
  session: Session,
  meanwhile: (stored: CustomerList<Item>) => void,
) => Promise<CustomerList<Item>>;

function networkFirst<const ItemSchema extends v.GenericSchema>(
  key: keyof typeof listKeys,
  item: ItemSchema,
  ask: (token: string) => Promise<{ items: v.InferOutput<ItemSchema>[]; count: number }>,
): CustomerListCall<v.InferOutput<ItemSchema>> & {
  /** Stores a list that the shop sent in another way; does not reject. */
  store: (session: Session, list: StoredItems<v.InferOutput<ItemSchema>>) => Promise<unknown>;
} {
  type Items = v.InferOutput<ItemSchema>[];
  const schema = storedList(item);

  const storedFor = async (session: Session) => {
    const { [key]: list } = await read({ [key]: schema }).catch(() => ({ [key]: undefined }));
    if (list?.customer !== customerOf(session)) return undefined;
    const { items, asOf, count = items.length } = list;
    return { items: items as Items, count, asOf, isStored: true };
  };

  const store = (session: Session, { items, count, asOf }: StoredItems<v.InferOutput<ItemSchema>>) => {
    const customer = customerOf(session);
    const list = { items, asOf, ...(count > items.length && { count }) };
    return change({ auth: Session, [key]: schema }, ({ auth, [key]: stored }) => {
      // The response may arrive after a logout, and what was deleted stays deleted.
      if (!auth || customerOf(auth as Session) !== customer) return {};
      // Or after a newer list was stored, unless that one is so much newer that the clock was set back since (fault F15).
      const newer = stored as { customer: string; asOf: number } | undefined;
      const later = newer?.customer === customer ? newer.asOf - list.asOf : 0;
      if (later > 0 && later <= longestWait) return {};
      return { [key]: { customer, ...list } };
    }).catch((failure: unknown) => console.warn(`'${key}' is not stored`, failure));
  };

  const call: CustomerListCall<v.InferOutput<ItemSchema>> = async (session, meanwhile) => {
    let isFinished = false;
    const slow = setTimeout(() => {
      void storedFor(session).then((stored) => {
        if (stored && !isFinished) meanwhile(stored);
      });
    }, showStoredAfter);
    // Read before the call: the list may lack what happens during it.
    const asOf = platform.now();
    try {
      const list = { ...(await ask(session.token)), asOf };
      void store(session, list);
      return { ...list, isStored: false };
    } catch (failure) {
      const stored = (await sessionHasEnded(failure)) ? undefined : await storedFor(session);
      if (!stored) throw failure;
      console.warn(`'${key}' is shown as it was stored`, failure);
      return stored;
    } finally {
      isFinished = true;
      clearTimeout(slow);
    }
  };
  return Object.assign(call, { store });
}

/** How many of the newest orders are asked for, again and again while one is under way; where the host sends them in pages. */
const newestAtOnce = 20;
/** And how many older ones. */
const olderAtOnce = 50;

/** The last response to the newest orders, so that the same ones are not sent again while an order is under way. */
let newest: (NonNullable<Awaited<ReturnType<typeof getNewestOrders>>> & { token: string }) | undefined;

async function newestOrders(token: string) {
  const before = newest?.token === token ? newest : undefined;
  const given = (await getNewestOrders(token, newestAtOnce, before?.etag)) ?? before;
  if (!given) throw new NotTheShop('No orders');
  newest = { ...given, token };
  return given.list;
}

/** The newest of `GET /orders`, or the stored ones. */
export const customerOrders = /* @__PURE__ */ networkFirst('own-orders', PlacedOrder, async (token) => {
  if (await hasKedaiCapabilities()) return newestOrders(token);
  const { items } = await getOrders(token);
  return { items, count: items.length };
});

/**
 * The customer's next orders, older than the one with the number `before`, and how many exist in all (bundled server
 * only). They are not stored. Rejects as the call does.
 */
export const olderOrders = ({ token }: Session, before: string) => getOrders(token, { limit: olderAtOnce, before });

/** `GET /delivery-address`, or the stored addresses. */
export const customerAddresses = /* @__PURE__ */ networkFirst('own-addresses', SavedAddress, async (token) => {
  const items = await getAddresses(token);
  return { items, count: items.length };
});
