/**
 * A customer's own orders and addresses, readable without a connection (decision S5). They lie in IndexedDB under the
 * customer they belong to and nowhere else, and go with the session (`device/session.ts`).
 */
import * as v from 'valibot';
import { Address, PlacedOrder, Session } from '#core/contract';
import { customerOf } from '#core/customer';
import { hostIsKedai } from './announcement.ts';
import { getAddresses, getOrders } from './api.ts';
import { sessionHasEnded } from './outcome.ts';
import { platform } from './platform.ts';
import { longestWait } from './reachability.ts';
import { change, read } from './store.ts';

const keptList = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({
    customer: v.string(),
    asOf: v.number(),
    items: v.array(item),
    /** How many there are in all, where that is more than are kept. */
    count: v.optional(v.number()),
  });

/** The keys of both lists; each holds one customer's. */
export const listKeys = { 'own-orders': keptList(PlacedOrder), 'own-addresses': keptList(Address) };

/** Both lists as they are kept on this device. Rejects with `StorageFailed`. */
export const keptLists = () => read(listKeys);

/** Deletes both lists, in a `change`. */
export const noLists = { 'own-orders': undefined, 'own-addresses': undefined };

/** A list as a page is given it. */
export interface OwnList<Item> {
  items: Item[];
  /** How many there are in all; more than `items` when the host gives older ones on request (`olderOrders`). */
  count: number;
  /** When the shop gave it, in ms on this device's clock. */
  asOf: number;
  /** Whether it is the device's copy, because the shop has not answered. */
  kept: boolean;
}

/** How long the shop may take before the kept list is shown in the meantime, in ms. */
const patience = 400;

/**
 * Asks the shop first. While it is slow, `meanwhile` is given the kept list; when it does not answer as itself, the
 * kept list is the answer. Rejects as the call does when nothing is kept for this customer, and always when the session
 * has ended: it shows nobody anything.
 */
export type OwnListCall<Item> = (session: Session, meanwhile: (kept: OwnList<Item>) => void) => Promise<OwnList<Item>>;

function networkFirst<const ItemSchema extends v.GenericSchema>(
  key: keyof typeof listKeys,
  item: ItemSchema,
  ask: (token: string) => Promise<{ items: v.InferOutput<ItemSchema>[]; count: number }>,
): OwnListCall<v.InferOutput<ItemSchema>> {
  type Items = v.InferOutput<ItemSchema>[];
  const schema = keptList(item);

  const keptFor = async (session: Session) => {
    const { [key]: list } = await read({ [key]: schema }).catch(() => ({ [key]: undefined }));
    if (list?.customer !== customerOf(session)) return undefined;
    const { items, asOf, count = items.length } = list;
    return { items: items as Items, count, asOf, kept: true };
  };

  const keep = (customer: string, { count, ...list }: { items: Items; count: number; asOf: number }) =>
    change({ auth: Session, [key]: schema }, ({ auth, [key]: held }) => {
      // The answer may come after a logout, and what was wiped stays wiped.
      if (!auth || customerOf(auth as Session) !== customer) return {};
      // Or after what is newer; unless that is so much newer that the clock was set back since (fault F15).
      const newer = held as { customer: string; asOf: number } | undefined;
      const later = newer?.customer === customer ? newer.asOf - list.asOf : 0;
      if (later > 0 && later <= longestWait) return {};
      return { [key]: { customer, ...list, ...(count > list.items.length && { count }) } };
    }).catch((failure: unknown) => console.warn(`'${key}' is not kept`, failure));

  return async (session, meanwhile) => {
    let over = false;
    const slow = setTimeout(() => {
      void keptFor(session).then((kept) => {
        if (kept && !over) meanwhile(kept);
      });
    }, patience);
    // Taken before the call: what happens during it may not be on the list.
    const asOf = platform.now();
    try {
      const list = { ...(await ask(session.token)), asOf };
      void keep(customerOf(session), list);
      return { ...list, kept: false };
    } catch (failure) {
      const kept = (await sessionHasEnded(failure)) ? undefined : await keptFor(session);
      if (!kept) throw failure;
      console.warn(`'${key}' is shown as it was kept`, failure);
      return kept;
    } finally {
      over = true;
      clearTimeout(slow);
    }
  };
}

/** How many orders are asked for at once, where the host gives them in pages. */
const ordersAtOnce = 50;

/** The newest of `GET /orders`, or those that this device keeps. */
export const ownOrders = /* @__PURE__ */ networkFirst('own-orders', PlacedOrder, async (token) => {
  if (await hostIsKedai()) return getOrders(token, { limit: ordersAtOnce });
  const { items } = await getOrders(token);
  return { items, count: items.length };
});

/**
 * The customer's next orders behind the one with the number `before`, and how many there are in all (bundled server
 * only). They are not kept. Rejects as the call does.
 */
export const olderOrders = ({ token }: Session, before: string) => getOrders(token, { limit: ordersAtOnce, before });

/** `GET /delivery-address`, or the addresses this device keeps. */
export const ownAddresses = /* @__PURE__ */ networkFirst('own-addresses', Address, async (token) => {
  const items = await getAddresses(token);
  return { items, count: items.length };
});
