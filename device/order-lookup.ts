/** Which of the orders that a host lists or answers with is the one that was sent (decision O2). */
import type { Address, Order, PlacedOrder } from '#core/contract';
import { type Intent, isSettled, orderOf } from './intents.ts';

/** Whether it is for the same person, as far as the host says for whom: it may leave the name out, or tidy it up. */
const isFor = ({ delivery_address }: PlacedOrder, { fullName }: Address) =>
  (delivery_address?.fullName || fullName).trim() === fullName.trim();

/** Whether a host that knows no keys answered with an order that cannot be this intent: it was there before, or is for somebody else. */
export const isAnothers = (answered: PlacedOrder, intent: Intent) =>
  (intent.knownNumbers ?? []).includes(answered.order_number) || !isFor(answered, orderOf(intent).delivery_address);

/** What every host lists of an order (specification §3): of the same worth, and for the same person. */
export const areAlike = (listed: PlacedOrder, { totalShopping, totalQty, delivery_address }: Order) =>
  listed.totalShopping === totalShopping && listed.totalQty === totalQty && isFor(listed, delivery_address);

/**
 * The one listed order that can only be this intent, which is one of `all` of its customer: as they were read together, after
 * the list. By its key, where it was sent with one; else the one like it that is new since it left, is claimed by no other
 * intent, and could not be of another one that was sent.
 */
export function theOrderOf(id: string, listed: PlacedOrder[], all: readonly Intent[]): PlacedOrder | undefined {
  const named = listed.find(({ client_ref }) => client_ref === id);
  // A login or a logout meanwhile leaves the numbers of what it forgets with this intent, where they are found now.
  const intent = all.find((one) => one.id === id);
  if (named || !intent?.knownNumbers) return named;
  const order = orderOf(intent);
  const others = all.filter((other) => other.id !== id);
  const rivals = others.some((other) => {
    if ((isSettled(other) && !other.resent) || !other.everSent || other.keyed) return false;
    const { totalShopping, totalQty } = orderOf(other);
    return totalShopping === order.totalShopping && totalQty === order.totalQty;
  });
  if (rivals) return undefined;
  const taken = new Set([...intent.knownNumbers, ...others.map(({ order }) => order?.order_number)]);
  const candidates = listed.filter((one) => !taken.has(one.order_number) && areAlike(one, order));
  return candidates.length === 1 ? candidates[0] : undefined;
}
