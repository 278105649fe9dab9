/** A customer's cart line by line, shared with devices that know no options (decision M4). */
import { type CartUpload, maxLines, maxQuantity } from '#core/contract';
import { keyOfLine } from '#core/line';
import { withoutOptions } from '#core/merged-cart';

export type CartLine = NonNullable<CartUpload['lines']>[number];

const isUsual = (line: CartLine) => keyOfLine(line) === line._id;

/**
 * The stored lines after a device that knows no options has sent its cart: they change by its difference to what it saw of each
 * product, on the line without choices first.
 */
export function withItems(stored: readonly CartLine[], items: CartUpload['items']): CartLine[] {
  const seen = new Map(withoutOptions(stored).map(({ _id, qty }) => [_id, qty]));
  const sent = new Map(items.map(({ _id, qty }) => [_id, qty]));
  const removed = new Map([...seen].map(([_id, qty]) => [_id, Math.max(0, qty - (sent.get(_id) ?? 0))]));
  const take = (line: CartLine) => {
    const some = sent.has(line._id) ? Math.min(line.qty, removed.get(line._id) ?? 0) : line.qty;
    removed.set(line._id, (removed.get(line._id) ?? 0) - some);
    return line.qty - some;
  };
  // The line without choices gives first, and of the others the last one.
  const left = new Map(
    stored
      .toSorted((one, other) => Number(isUsual(one)) - Number(isUsual(other)))
      .reverse()
      .map((line) => [line, take(line)]),
  );
  const remaining = stored.map((line) => ({ ...line, qty: left.get(line) ?? line.qty }));
  const more = items.flatMap(({ _id, qty }) => {
    const added = qty - (seen.get(_id) ?? 0);
    if (added <= 0) return [];
    const usual = remaining.find((line) => line._id === _id && isUsual(line));
    if (!usual) return [{ _id, qty: added }];
    usual.qty = Math.min(maxQuantity, usual.qty + added);
    return [];
  });
  return [...remaining.filter(({ qty }) => qty > 0), ...more].slice(0, maxLines);
}
