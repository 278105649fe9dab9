/** The merge of two carts (decision C3). Not in `cart.ts`, because the first paint does not need it. */
import { maxLines, maxQuantity } from './cart.ts';
import type { Cart } from './contract.ts';

/**
 * Quantities by product id: all that a merge needs, and small to store. Read them through a `Map`: an id may be
 * `constructor` or `__proto__`.
 */
export type Quantities = Readonly<Record<string, number>>;

const linesOf = (cart: Cart) => cart.map(({ _id, qty }) => [_id, qty] as const);

export const quantitiesOf = (cart: Cart): Quantities => Object.fromEntries(linesOf(cart));

/**
 * Merges two carts that were both changed from the same `base`: per product `remote + (local − base)`, never below 0 and
 * never above the limit (decision C3). Without a known base the higher quantity counts. The remote's lines come first,
 * then the local ones. `left`: the lines that did not fit completely.
 */
export function merge(base: Quantities | undefined, local: Cart, remote: Cart): { cart: Cart; left: Cart } {
  const localQuantities = new Map(linesOf(local));
  const remoteQuantities = new Map(linesOf(remote));
  const baseQuantities = new Map(Object.entries(base ?? {}));
  const seen = new Set<string>();
  const lines = [...remote, ...local].flatMap((item) => {
    if (seen.has(item._id)) return [];
    seen.add(item._id);
    const here = localQuantities.get(item._id) ?? 0;
    const there = remoteQuantities.get(item._id) ?? 0;
    const qty = base ? there + here - (baseQuantities.get(item._id) ?? 0) : Math.max(here, there);
    return qty > 0 ? [{ ...item, qty }] : [];
  });
  return {
    cart: lines.slice(0, maxLines).map((line) => ({ ...line, qty: Math.min(line.qty, maxQuantity) })),
    left: lines.filter(({ qty }, at) => at >= maxLines || qty > maxQuantity),
  };
}

/** The same products in the same quantities, whatever their order or their prices. */
export function sameQuantities(one: Quantities, other: Quantities) {
  const [lines, others] = [Object.entries(one), new Map(Object.entries(other))];
  return lines.length === others.size && lines.every(([id, qty]) => others.get(id) === qty);
}
