import * as v from 'valibot';
import { orderedQuantities } from '#core/cart';
import { type Cart, customerOf, Session } from '#core/contract';
import { OutboxOrder, orderOf } from './outbox-order.ts';
import { isOpen, isSettled } from './outbox-states.ts';
import { platform } from './platform.ts';
import { change, readAll } from './store.ts';
import { afterAcceptance, cartKeys, type OrderedCart } from './stored-cart.ts';

export const outboxEntries = { prefix: 'intent:', schema: OutboxOrder };
export const keyOf = (id: string) => `${outboxEntries.prefix}${id}`;

/** Newest first; never another customer's (decision O6). */
export const outboxOrdersOf = async (session: Session): Promise<OutboxOrder[]> =>
  newestFirst((await readAll(outboxEntries)).filter(({ customer }) => customer === customerOf(session)));

/** Sorts in place. */
export const newestFirst = (entries: OutboxOrder[]) => entries.sort((one, other) => other.seq - one.seq);

/** Absent, or of a format that this code cannot read. Whatever takes the id of an entry rejects with this and with `StorageFailed`. */
export class NoSuchOutboxOrder extends Error {
  override name = 'NoSuchOutboxOrder';
}

type Decision = (entry: OutboxOrder, session: Session | undefined) => Partial<OutboxOrder> | undefined;

/** `decide` returns the changed fields; undefined changes nothing. Resolves with the entry as it is stored afterwards. */
export async function changeOutboxOrder(id: string, decide: Decision): Promise<OutboxOrder> {
  let entry: OutboxOrder | undefined;
  await change(
    { auth: Session, 'outbox-seq': v.number(), ...cartKeys },
    ({ auth, 'outbox-seq': lastSeq, cart = [] }, [stored]) => {
      const changes = stored && decide(stored, auth);
      entry = stored && { ...stored, ...changes };
      if (!entry || !changes) return {};
      const isAccepted = entry.state === 'accepted' && stored?.state !== 'accepted';
      // A later order was made of another cart, and a cart is always of the customer who is logged in.
      const isOfCart = entry.seq === lastSeq && auth !== undefined && customerOf(auth) === entry.customer;
      return { [keyOf(id)]: entry, ...(isAccepted && isOfCart && afterAcceptance(cart, orderedIn(entry, cart))) };
    },
    { ...outboxEntries, prefix: keyOf(id) },
  );
  if (!entry) throw new NoSuchOutboxOrder(`Order ${id} is not on this device`);
  return entry;
}

const orderedIn = (accepted: OutboxOrder, cart: Cart): OrderedCart => ({
  customer: accepted.customer,
  order: accepted.order?.order_number ?? '',
  quantities: orderedQuantities(orderOf(accepted), accepted.usual ?? [], cart),
});

export const readOutboxOrder = (id: string) => changeOutboxOrder(id, () => undefined);

/** Changes nothing that needs no sending any more. */
export const changeOpen = (id: string, decide: Decision) =>
  changeOutboxOrder(id, (entry, session) => (isOpen(entry) ? decide(entry, session) : undefined));

/** For an entry that is sent again, after its customer has logged in or has confirmed it. */
export const resumed = ({ everSent }: OutboxOrder): Pick<OutboxOrder, 'state' | 'notBefore'> => ({
  state: everSent ? 'unsure' : 'stored',
  notBefore: 0,
});

/** For `change`: entries that needed the login are sent again, the `settled` ones are deleted as by `withoutOutboxOrders`. */
export function outboxOrdersAtLogin(customer: string, settled: readonly OutboxOrder[], all: readonly OutboxOrder[]) {
  const isResumed = (entry: OutboxOrder) => entry.customer === customer && entry.state === 'needs_login';
  const now = all.map((entry) => (isResumed(entry) ? { ...entry, ...resumed(entry) } : entry));
  const released = now.filter((_, at) => now[at] !== all[at]).map((entry) => [keyOf(entry.id), entry]);
  return { ...Object.fromEntries(released), ...withoutOutboxOrders(settled, now) };
}

/** A settled entry stays as it is, even if a frozen tab finds another outcome later. */
export const settle = (id: string, changes: Partial<OutboxOrder>) =>
  changeOutboxOrder(id, (entry) => (isSettled(entry) ? undefined : { ...changes, settledAt: platform.now() }));

/**
 * For `change`. At a host without keys an order is recognised by its content alone: the numbers of deleted orders go to `knownNumbers` of entries of
 * unknown outcome, so that none is mistaken for one of them. If a deleted one may exist twice (`resent`), these entries are no longer looked up.
 */
export function withoutOutboxOrders(
  settled: readonly OutboxOrder[],
  all: readonly OutboxOrder[],
): Record<string, OutboxOrder | undefined> {
  const next: Record<string, OutboxOrder | undefined> = {};
  for (const { id } of settled) next[keyOf(id)] = undefined;
  for (const entry of all) {
    if (isSettled(entry) || !entry.everSent || entry.keyed) continue;
    const others = settled.filter(({ customer, keyed }) => customer === entry.customer && !keyed);
    if (others.length === 0) continue;
    const numbers = others.flatMap(({ order }) => order?.order_number || []);
    const knownNumbers = others.some(({ resent }) => resent) ? undefined : entry.knownNumbers?.concat(numbers);
    next[keyOf(entry.id)] = { ...entry, knownNumbers };
  }
  return next;
}
