/** Own orders and addresses without a connection (decision S5): only in IndexedDB, with their customer's id, deleted with the session. */
import * as v from 'valibot';
import { customerOf, SavedAddress, Session } from '#core/contract';
import { PlacedOrder } from '#core/order-contract';
import { hasKedaiCapabilities } from './capabilities.ts';
import { longestWait } from './client.ts';
import { getAddresses } from './customer-calls.ts';
import { NotTheShop } from './failures.ts';
import { getNewestOrders, getOrders } from './order-calls.ts';
import { sessionHasEnded } from './outcome.ts';
import { platform } from './platform.ts';
import { change, read } from './store.ts';

const storedList = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({
    customer: v.string(),
    asOf: v.number(),
    items: v.array(item),
    /** If more exist than are stored. */
    count: v.optional(v.number()),
  });

type StoredList<Item> = v.InferOutput<ReturnType<typeof storedList<v.GenericSchema<unknown, Item>>>>;

export const listKeys = { 'own-orders': storedList(PlacedOrder), 'own-addresses': storedList(SavedAddress) };

export const noLists = { 'own-orders': undefined, 'own-addresses': undefined };

export const storedLists = () => read(listKeys);

export interface CustomerList<Item> {
  items: Item[];
  /** More than `items` when the host sends older ones on request (`olderOrders`). */
  count: number;
  /** In ms on this device's clock. */
  asOf: number;
  isStored: boolean;
  /** The session has ended: then it is empty, even if it had items before. */
  hasEnded?: boolean;
}

const showStoredAfterMs = 400;

/**
 * A slow shop: `meanwhile` gets the stored list; no response: it is the result. Rejects as the call does without a stored list of this customer.
 */
export type CustomerListCall<Item> = (
  session: Session,
  meanwhile: (stored: CustomerList<Item>) => unknown,
) => Promise<CustomerList<Item>>;

type Items<Key extends keyof typeof listKeys> = v.InferOutput<(typeof listKeys)[Key]>['items'];

function networkFirst<Key extends keyof typeof listKeys>(
  key: Key,
  ask: (token: string) => Promise<{ items: Items<Key>; count: number }>,
): CustomerListCall<Items<Key>[number]> {
  type Item = Items<Key>[number];
  const schemas: { [name: string]: v.GenericSchema<unknown, StoredList<Item>> } = { [key]: listKeys[key] };

  const storedFor = async (session: Session) => {
    const { [key]: list } = await read(schemas).catch((): Record<string, undefined> => ({}));
    if (list?.customer !== customerOf(session)) return undefined;
    const { items, asOf, count = items.length } = list;
    return { items, count, asOf, isStored: true };
  };

  /** Does not reject. */
  const store = (session: Session, { items, count, asOf }: Omit<CustomerList<Item>, 'isStored'>) => {
    const customer = customerOf(session);
    const list = { customer, items, asOf, ...(count > items.length && { count }) };
    return change({ auth: Session, ...schemas }, ({ auth, [key]: stored }) => {
      // The response may arrive after a logout, and what was deleted stays deleted.
      if (!auth || customerOf(auth as Session) !== customer) return {};
      // A newer list stays, unless it is so much newer that the clock was set back since (fault F15).
      const newer = stored as StoredList<Item> | undefined;
      const later = newer?.customer === customer ? newer.asOf - asOf : 0;
      return later > 0 && later <= longestWait ? {} : { [key]: list };
    }).catch((failure: unknown) => console.warn(`'${key}' is not stored`, failure));
  };

  return async (session, meanwhile) => {
    let isFinished = false;
    const slow = setTimeout(() => {
      void storedFor(session).then((stored) => {
        if (stored && !isFinished) meanwhile(stored);
      });
    }, showStoredAfterMs);
    // Read before the call: the list may lack what happens during it.
    const asOf = platform.now();
    try {
      const list = { ...(await ask(session.token)), asOf };
      void store(session, list);
      return { ...list, isStored: false };
    } catch (failure) {
      const hasEnded = await sessionHasEnded(failure);
      const shown = hasEnded ? { items: [], count: 0, asOf: 0, isStored: false, hasEnded } : await storedFor(session);
      if (!shown) throw failure;
      console.warn(`'${key}' was not loaded`, failure);
      return shown;
    } finally {
      isFinished = true;
      clearTimeout(slow);
    }
  };
}

const newestAtOnce = 20;
const olderAtOnce = 50;

/** Not sent again while they are the same. */
let newest: (NonNullable<Awaited<ReturnType<typeof getNewestOrders>>> & { token: string }) | undefined;

async function newestOrders(token: string) {
  const before = newest?.token === token ? newest : undefined;
  const given = (await getNewestOrders(token, newestAtOnce, before?.etag)) ?? before;
  if (!given) throw new NotTheShop('No orders');
  newest = { ...given, token };
  return given.list;
}

export const customerOrders = /* @__PURE__ */ networkFirst('own-orders', async (token) => {
  if (await hasKedaiCapabilities()) return newestOrders(token);
  const { items } = await getOrders(token);
  return { items, count: items.length };
});

/** Bundled server only, not stored. Rejects as the call does. */
export const olderOrders = ({ token }: Session, before: string) => getOrders(token, { limit: olderAtOnce, before });

export const customerAddresses = /* @__PURE__ */ networkFirst('own-addresses', getAddresses);
