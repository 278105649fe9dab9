/** The merge of two carts (decision C3): apart from the transitions, because no first paint needs it. */
import { maxLines, maxQuantity } from './cart.ts';
import type { Cart } from './contract.ts';

/** Quantities by product id: enough to merge with, small enough to keep. */
export type Quantities = Record<string, number>;

export const quantitiesOf = (cart: Cart): Quantities => Object.fromEntries(cart.map((item) => [item._id, item.qty]));

/**
 * Two carts that grew from the same `base`: per product `remote + (local − base)`, never below 0 and never above the
 * limit (decision C3); the more of both where nobody knows what they grew from. Lines keep the remote's order, then the
 * local's; `left` are those of which something found no room.
 */
export function merge(base: Quantities | undefined, local: Cart, remote: Cart): { cart: Cart; left: Cart } {
  const localQuantities = quantitiesOf(local);
  const remoteQuantities = quantitiesOf(remote);
  const seen = new Set<string>();
  const lines = [...remote, ...local].flatMap((item) => {
    if (seen.has(item._id)) return [];
    seen.add(item._id);
    const here = localQuantities[item._id] ?? 0;
    const there = remoteQuantities[item._id] ?? 0;
    const qty = base ? there + here - (base[item._id] ?? 0) : Math.max(here, there);
    return qty > 0 ? [{ ...item, qty }] : [];
  });
  return {
    cart: lines.slice(0, maxLines).map((line) => ({ ...line, qty: Math.min(line.qty, maxQuantity) })),
    left: lines.filter(({ qty }, at) => at >= maxLines || qty > maxQuantity),
  };
}

/** The same products in the same quantities, whatever their order or their prices. */
export const sameQuantities = (one: Quantities, other: Quantities) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((id) => one[id] === other[id]);
