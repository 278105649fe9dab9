import { useAtomValue } from 'jotai';
import type { CartItem } from '#core/contract';
import { keyOfLine, unitPriceOf } from '#core/line';
import { numberOf } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { Icon } from '../../../design/icon.tsx';
import { cartAtom, orderedAtom } from '../../state/cart/cart.ts';
import { Picture } from '../catalogue/picture.tsx';
import style from './cart-lines.module.css';
import { useDeleteFromCart } from './delete-from-cart.ts';
import { ChangeLineButton, Chosen, lineNameOf } from './line-choices.tsx';
import { Quantity } from './quantity.tsx';
import { Rolling } from './rolling.tsx';

/** The lines of the cart, on /carts and in the panel. */
export function CartLines({ inPanel = false }: { inPanel?: boolean }) {
  const cart = useAtomValue(cartAtom);

  return (
    <ul aria-label="Isi keranjang" className={`${style.list} ${inPanel ? '' : 'stack'}`}>
      {cart.map((item) => (
        <CartLine key={keyOfLine(item)} item={item} inPanel={inPanel} />
      ))}
    </ul>
  );
}

function CartLine({ item, inPanel }: { item: CartItem; inPanel: boolean }) {
  const { deleteItem } = useDeleteFromCart();
  const ordered = useAtomValue(orderedAtom);
  const Name = inPanel ? 'h3' : 'h2';

  return (
    <li className={`${style.line} ${inPanel ? style.row : 'card'}`} aria-label={lineNameOf(item)}>
      <Picture folder="products" file={item.image_url} alt="" size={96} eager className={style.image} />
      <div className={style.words}>
        <Name className={style.name}>{item.name}</Name>
        <Chosen item={item} />
        <div className="row wrap gap-1">
          <p className="soft figure">{rupiah(unitPriceOf(item))}</p>
          <ChangeLineButton item={item} />
        </div>
        {/* Each line says that it was ordered (decision C5). */}
        {ordered && <p className="ok small bold">{`Sudah dipesan (${numberOf({ order_number: ordered.order })})`}</p>}
      </div>
      <div className={`wrap apart ${style.amount}`}>
        <Quantity item={item} />
        <p className={`heavy figure ${style.total}`}>
          <Rolling value={unitPriceOf(item) * item.qty} format={rupiah} />
        </p>
      </div>
      <button
        type="button"
        className={`icon hover-bad soft ${style.delete}`}
        aria-label={`Hapus ${lineNameOf(item)}`}
        onClick={() => void deleteItem(item)}
      >
        <Icon name="trash" size={20} />
      </button>
    </li>
  );
}
