import { useAtomValue } from 'jotai';
import { orderedAtom } from '../../state/cart/cart.ts';
import { numberOf } from '../orders/order-number.ts';

/** Says on each line of a cart that it was ordered (decision C5). */
export function OrderedMark() {
  const ordered = useAtomValue(orderedAtom);
  return ordered && <p className="ok small bold">{`Sudah dipesan (${numberOf({ order_number: ordered.order })})`}</p>;
}
