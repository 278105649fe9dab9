/** Lists of orders that are loaded from the newest on, and further back on request. */

interface Numbered {
  order_number: string;
}

/** Both, each order once. */
export function joined<Order extends Numbered>(newer: readonly Order[], older: readonly Order[]): Order[] {
  const numbers = new Set(newer.map(({ order_number }) => order_number));
  return [...newer, ...older.filter(({ order_number }) => !numbers.has(order_number))];
}

/** The newest, with the older ones that were loaded before, unless there would be a gap between them. */
export function withOlder<Order extends Numbered>(newest: readonly Order[], before: readonly Order[]): Order[] {
  const last = newest.at(-1)?.order_number;
  const at = before.findIndex(({ order_number }) => order_number === last);
  return last && at >= 0 ? joined(newest, before.slice(at + 1)) : [...newest];
}
