/** Finds the order that was sent among the orders that a host lists or responds with (decision O2). */
import type { Address } from '#core/contract';
import type { Order, PlacedOrder } from '#core/order-contract';
import { type OutboxOrder, orderOf } from './outbox-order.ts';
import { isSettled } from './outbox-states.ts';

/** Whether the order is for the same person. A host may leave the name out, or trim it. */
const isFor = ({ delivery_address }: PlacedOrder, { fullName }: Address) =>
  (delivery_address?.fullName || fullName).trim() === fullName.trim();

/**
 * Whether a host without keys responded with an order that cannot be this one: it existed before, or is for another
 * person.
 */
export const isAnothers = (answered: PlacedOrder, entry: OutboxOrder) =>
  (entry.knownNumbers ?? []).includes(answered.order_number) || !isFor(answered, orderOf(entry).delivery_address);

/**
 * Whether a listed order equals this one in everything that every host lists (specification §3): total, quantity and
 * recipient.
 */
export const areAlike = (listed: PlacedOrder, { totalShopping, totalQty, delivery_address }: Order) =>
  listed.totalShopping === totalShopping && listed.totalQty === totalQty && isFor(listed, delivery_address);

/**
 * The listed order that is the entry `id` for sure, or undefined. It is found by its key. Without a key it is the only
 * similar order that did not exist before the entry was sent, belongs to no other entry, and cannot result from another
 * sent entry. `all`: the customer's entries, which must be read after the list.
 */
export function theOrderOf(id: string, listed: PlacedOrder[], all: readonly OutboxOrder[]): PlacedOrder | undefined {
  const named = listed.find(({ client_ref }) => client_ref === id);
  // Taken from `all`: a login or logout may have added the numbers of deleted entries (`withoutOutboxOrders`).
  const entry = all.find((one) => one.id === id);
  if (named || !entry?.knownNumbers) return named;
  const order = orderOf(entry);
  const others = all.filter((other) => other.id !== id);
  const rivals = others.some((other) => {
    if ((isSettled(other) && !other.resent) || !other.everSent || other.keyed) return false;
    const { totalShopping, totalQty } = orderOf(other);
    return totalShopping === order.totalShopping && totalQty === order.totalQty;
  });
  if (rivals) return undefined;
  const taken = new Set([...entry.knownNumbers, ...others.map(({ order }) => order?.order_number)]);
  const candidates = listed.filter((one) => !taken.has(one.order_number) && areAlike(one, order));
  return candidates.length === 1 ? candidates[0] : undefined;
}
