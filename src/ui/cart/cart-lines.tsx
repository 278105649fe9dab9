import { Link } from '@tanstack/react-router';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useId } from 'react';
import type { CartItem } from '#core/contract';
import { keyOfLine, unitPriceOf, wholeNameOf } from '#core/line';
import { numberOf } from '#core/order-steps';
import { rupiah } from '#core/rupiah';
import { IconButton } from '../../../design/icon.tsx';
import { showAlert } from '../../../design/messages.tsx';
import {
  absentAtom,
  addOneAtom,
  cartAtom,
  changedLineAtom,
  clearAllAtom,
  clearItemAtom,
  isCartAwaitedAtom,
  orderedAtom,
  removeOneAtom,
} from '../../state/cart/cart.ts';
import { choicesAtom } from '../../state/catalogue/catalogue.ts';
import { absenceOf, reasonNotToAdd } from '../catalogue/availability.ts';
import { Picture } from '../catalogue/picture.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { confirmed } from '../feedback/questions.ts';
import style from './cart-lines.module.css';
import choiceStyle from './line-choices.module.css';
import pill from './quantity.module.css';
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
      <IconButton
        icon="trash"
        size={20}
        label={`Hapus ${lineNameOf(item)}`}
        className={`hover-bad soft ${style.delete}`}
        onClick={() => void deleteItem(item)}
      />
    </li>
  );
}

/** Minus, quantity, plus; at 0 the line is removed (specification §4). */
function Quantity({ item }: { item: CartItem }) {
  const limit = useId();
  const addOne = useSetAtom(addOneAtom);
  const removeOne = useSetAtom(removeOneAtom);
  const cart = useAtomValue(cartAtom);
  const absent = useAtomValue(absentAtom);
  const reason = item.available === false ? absenceOf(item, absent) : reasonNotToAdd(cart, item);

  return (
    <span className={`gap-1 ${pill.quantity}`}>
      <span className={pill.pill}>
        <IconButton
          icon="minus"
          size={18}
          label={`Kurangi ${lineNameOf(item)}`}
          onClick={() => void removeOne(keyOfLine(item))}
        />
        <output aria-label={`Jumlah ${lineNameOf(item)}`} className={pill.count}>
          <Rolling value={item.qty} />
        </output>
        <IconButton
          icon="plus"
          size={18}
          label={`Tambah ${lineNameOf(item)}`}
          // Not disabled, so that the focus stays on it after the last possible press.
          aria-disabled={reason !== ''}
          title={reason || undefined}
          aria-describedby={reason ? limit : undefined}
          onClick={() => !reason && void addOne(item)}
        />
      </span>
      {reason && (
        <small id={limit} className={`error bold text-center ${pill.reason}`}>
          {reason}
        </small>
      )}
    </span>
  );
}

/** Asks first, and shows a message afterwards (specification §4). */
async function askAndDelete(question: string, detail: string | undefined, clear: () => Promise<unknown>) {
  if (!(await confirmed(question, { lang: 'en', isDeletion: true, ...(detail && { detail }) }))) return;
  await clear();
  showAlert('Deleted!', { ms: 1_500, detail: 'Your product has been deleted', lang: 'en' });
}

const all = 'Are you sure want to delete all this product?';

/** Deletes one item, what is sold out, or all. */
export function useDeleteFromCart() {
  const store = useStore();
  const clear = (item: CartItem) => store.set(clearItemAtom, keyOfLine(item));

  return {
    deleteItem: (item: CartItem) =>
      askAndDelete('Are you sure want to delete this product?', wholeNameOf(item), () => clear(item)),
    deleteSoldOut: () => {
      const soldOut = store.get(cartAtom).filter(({ available }) => available === false);
      return askAndDelete(all, soldOut.map(wholeNameOf).join(', '), async () => {
        for (const item of soldOut) await clear(item);
      });
    },
    deleteAll: () => askAndDelete(all, undefined, () => store.set(clearAllAtom)),
  };
}

/** A line as its controls are called: lines may differ in their notes alone. */
export const lineNameOf = (item: CartItem) => `${wholeNameOf(item)}${item.note ? ` “${item.note}”` : ''}`;

/** The way to change what was chosen of a line (decision M8); nothing where the shop has no options for it. */
function ChangeLineButton({ item }: { item: CartItem }) {
  const open = useSetAtom(changedLineAtom);
  const canChange = useAtomValue(choicesAtom)?.options.has(item._id);
  if (!canChange) return null;

  return (
    <button
      type="button"
      className={`quiet accent ${choiceStyle.change}`}
      aria-label={`Ubah ${lineNameOf(item)}`}
      data-line={keyOfLine(item)}
      onClick={() => open(item)}
    >
      Ubah
    </button>
  );
}

/** The choices of a line and its note. */
export function Chosen({ item: { choices, note } }: { item: Pick<CartItem, 'choices' | 'note'> }) {
  return (
    <>
      {choices && choices.length > 0 && (
        <p className="soft small anywhere">{choices.map(({ name }) => name.replaceAll(' ', '\u00a0')).join(', ')}</p>
      )}
      {note && <p className="small anywhere">{`“${note}”`}</p>}
    </>
  );
}

/** The screen of an empty cart, with the reason and a link to the menu (specification §2, decision O11). */
export function EmptyCart({ title = 'Cart is empty' }: { title?: string }) {
  const said = useAtomValue(isCartAwaitedAtom)
    ? { title: 'Memuat keranjang . . .' }
    : { title, text: "Let's go shopping first", lang: 'en' as const };

  return (
    <EmptyState picture="empty-cart" {...said}>
      <Link to="/products" className="primary" lang="en">
        Go Products
      </Link>
    </EmptyState>
  );
}
