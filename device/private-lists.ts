/** Own orders and addresses without a connection (decision S5): only in IndexedDB, with their customer's id, deleted with the session. */
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

export const storedLists = () => read(listKeys);

export interface CustomerList<Item> {
  items: Item[];
  /** More than `items` when the host sends older ones on request (`olderOrders`). */
  count: number;
  /** In ms on this device's clock. */
  asOf: number;
  isStored: boolean;
}

type StoredItems<Item> = Pick<CustomerList<Item>, 'items' | 'count' | 'asOf'>;

const showStoredAfterMs = 400;

/**
 * A slow shop: `meanwhile` gets the stored list; no response: it is the result. Rejects as the call does without a stored list of this customer, and
 * always when the session has ended: then nothing is shown.
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
  /** Does not reject. */
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
      // A newer list stays, unless it is so much newer that the clock was set back since (fault F15).
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
    }, showStoredAfterMs);
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

export const customerOrders = /* @__PURE__ */ networkFirst('own-orders', PlacedOrder, async (token) => {
  if (await hasKedaiCapabilities()) return newestOrders(token);
  const { items } = await getOrders(token);
  return { items, count: items.length };
});

/** Bundled server only, not stored. Rejects as the call does. */
export const olderOrders = ({ token }: Session, before: string) => getOrders(token, { limit: olderAtOnce, before });

export const customerAddresses = /* @__PURE__ */ networkFirst('own-addresses', SavedAddress, async (token) => {
  const items = await getAddresses(token);
  return { items, count: items.length };
});
