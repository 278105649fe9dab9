/** Finds the order that was sent among those that a host lists or responds with (decision O2). */
import type { Address } from '#core/contract';
import type { Order, PlacedOrder } from '#core/order-contract';
import { type OutboxOrder, orderOf } from './outbox-order.ts';
import { isSettled } from './outbox-states.ts';

/** A host may leave the name out, or trim it. */
const isFor = ({ delivery_address }: PlacedOrder, { fullName }: Address) =>
  (delivery_address?.fullName || fullName).trim() === fullName.trim();

/** At a host without keys: it existed before, or is for another person. Without a number nothing says so. */
export const isAnothers = (answered: PlacedOrder, entry: OutboxOrder) =>
  (answered.order_number !== '' && entry.knownNumbers?.includes(answered.order_number)) ||
  !isFor(answered, orderOf(entry).delivery_address);

/** By what every host lists (specification §3). */
const areAlike = (listed: PlacedOrder, { totalShopping, totalQty, delivery_address }: Order) =>
  listed.totalShopping === totalShopping && listed.totalQty === totalQty && isFor(listed, delivery_address);

/**
 * By its key. Without one only if it is the only similar order that did not exist before the entry was sent, belongs to no other entry, and cannot
 * result from another sent one. `all`: the customer's entries, read after the list.
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
