/** Which of the orders that a host lists or answers with is the one that was sent (decision O2). */
import type { Address, Order, PlacedOrder } from '#core/contract';
import { isSettled, type OutboxOrder, orderOf } from './outbox-order.ts';

/** Whether it is for the same person. A host may leave the name out, or trim it. */
const isFor = ({ delivery_address }: PlacedOrder, { fullName }: Address) =>
  (delivery_address?.fullName || fullName).trim() === fullName.trim();

/**
 * Whether a host without keys responded with an order that cannot be this one: it existed before, or is for another
 * person.
 */
export const isAnothers = (answered: PlacedOrder, entry: OutboxOrder) =>
  (entry.knownNumbers ?? []).includes(answered.order_number) || !isFor(answered, orderOf(entry).delivery_address);

/**
 * Whether a listed order is like this one in all that every host lists (specification §3): total, quantity and
 * recipient.
 */
export const areAlike = (listed: PlacedOrder, { totalShopping, totalQty, delivery_address }: Order) =>
  listed.totalShopping === totalShopping && listed.totalQty === totalQty && isFor(listed, delivery_address);

/**
 * The listed order that must be the entry `id`; undefined when none certainly is. Found by its key, or else as the only
 * similar order that did not exist before this one left, belongs to no other entry, and cannot come from another one
 * that was sent. `all`: the customer's entries, to be read after the list was.
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
