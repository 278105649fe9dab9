import { useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import type { CartItem } from '#core/contract';
import { keyOfLine } from '#core/line';
import { Icon } from '../../../design/icon.tsx';
import { absentAtom, addOneAtom, cartAtom, removeOneAtom } from '../../state/cart/cart.ts';
import { absenceOf, reasonNotToAdd } from '../catalogue/availability.ts';
import { lineNameOf } from './line-choices.tsx';
import style from './quantity.module.css';
import { Rolling } from './rolling.tsx';

/** Minus, quantity, plus; at 0 the line is removed (specification §4). */
export function Quantity({ item }: { item: CartItem }) {
  const limit = useId();
  const addOne = useSetAtom(addOneAtom);
  const removeOne = useSetAtom(removeOneAtom);
  const cart = useAtomValue(cartAtom);
  const absent = useAtomValue(absentAtom);
  const reason = item.available === false ? absenceOf(item, absent) : reasonNotToAdd(cart, item);

  return (
    <span className={`gap-1 ${style.quantity}`}>
      <span className={style.pill}>
        <button
          type="button"
          className="icon"
          aria-label={`Kurangi ${lineNameOf(item)}`}
          onClick={() => void removeOne(keyOfLine(item))}
        >
          <Icon name="minus" size={18} />
        </button>
        <output aria-label={`Jumlah ${lineNameOf(item)}`} className={style.count}>
          <Rolling value={item.qty} />
        </output>
        <button
          type="button"
          className="icon"
          aria-label={`Tambah ${lineNameOf(item)}`}
          // Not disabled, so that the focus stays on it after the last possible press.
          aria-disabled={reason !== ''}
          title={reason || undefined}
          aria-describedby={reason ? limit : undefined}
          onClick={() => !reason && void addOne(item)}
        >
          <Icon name="plus" size={18} />
        </button>
      </span>
      {reason && (
        <small id={limit} className={`error bold text-center ${style.reason}`}>
          {reason}
        </small>
      )}
    </span>
  );
}
