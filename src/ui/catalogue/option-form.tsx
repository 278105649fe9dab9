import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useId, useState } from 'react';
import { type CartItem, maxQuantity, type OptionGroup, type Product } from '#core/contract';
import { keyOfLine, unitPriceOf } from '#core/line';
import { normalisedNote } from '#core/normalised';
import { lineOf, optionFault, shownGroups, usualIds, withLineChanged } from '#core/options';
import { differenceOf, rupiah } from '#core/rupiah';
import { Icon } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { sessionAtom } from '../../state/account/session.ts';
import { cartAtom, changeCartAtom, openCartAtom } from '../../state/cart/cart.ts';
import { useAddToCart } from '../cart/add-to-cart.ts';
import { flyToCart } from '../cart/fly-to-cart.ts';
import quantityStyle from '../cart/quantity.module.css';
import { Rolling } from '../cart/rolling.tsx';
import { InlineError } from '../feedback/inline-error.tsx';
import { piecesOf, reasonNotToAdd } from './availability.ts';
import style from './option-form.module.css';
import detailStyle from './product-detail.module.css';

interface OptionFormProps {
  product: Product;
  groups: readonly OptionGroup[];
  line?: CartItem;
  close: () => void;
}

/** What can be chosen of a product, a note and a quantity (decision M7); `line`: of a cart, which it changes (M8). */
export function OptionForm({ product, groups, line, close }: OptionFormProps) {
  const addToCart = useAddToCart();
  const changeCart = useSetAtom(changeCartAtom);
  const session = useAtomValue(sessionAtom);
  const open = useAtomValue(openCartAtom);
  const cart = useAtomValue(cartAtom);
  const [first] = useState(() => line?.choices?.map(({ _id }) => _id) ?? usualIds(groups));
  const [tapped, setTapped] = useState(first);
  const [qty, setQty] = useState(line?.qty ?? 1);
  const [asked, setAsked] = useState(false);

  const shown = shownGroups(groups);
  // What is sold out in the meantime is no longer chosen, and says so.
  const available = new Set(shown.flatMap(({ choices }) => choices.flatMap(hadId)));
  const ids = tapped.filter((id) => available.has(id));
  const fault = optionFault(groups, ids);
  const price = unitPriceOf(lineOf(product, groups, { ids }));
  const inCart = piecesOf(open, product._id);
  const limit = line ? '' : reasonNotToAdd(open, lineOf(product, groups, { ids }));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const chosen = chosenIn(currentTarget);
    setTapped(chosen);
    setAsked(true);
    const missing = optionFault(groups, chosen);
    if (missing) return focusOn(currentTarget, 'group' in missing ? missing.group._id : undefined);
    const note = normalisedNote(new FormData(currentTarget).get('note')?.toString() ?? '');
    const next = lineOf(product, groups, { ids: chosen, note, qty });
    if (line) return change(next);
    const before = open.find((item) => keyOfLine(item) === keyOfLine(next))?.qty ?? 0;
    if (await addToCart(next)) {
      flyToCart(currentTarget.closest('dialog'));
      sayIfMore(before + qty);
    } else if (!session) close();
  };

  const change = async (next: CartItem) => {
    if (!line) return;
    const key = keyOfLine(line);
    const twin = cart.find((item) => keyOfLine(item) === keyOfLine(next) && keyOfLine(item) !== key);
    await changeCart({ transition: (stored) => withLineChanged(stored, key, next) });
    sayIfMore((twin?.qty ?? 0) + next.qty);
    close();
  };

  return (
    <form
      method="post"
      noValidate
      className={style.form}
      onChange={({ currentTarget }) => setTapped(chosenIn(currentTarget))}
      onSubmit={(event) => void submit(event)}
    >
      {shown.map((group) => (
        <Group
          key={group._id}
          group={group}
          ids={ids}
          first={first}
          lost={group.choices.filter(({ _id }) => tapped.includes(_id) && !available.has(_id))}
          isMissing={asked && fault !== undefined && 'group' in fault && fault.group._id === group._id}
        />
      ))}
      <label className={style.note}>
        <span className="bold">Catatan</span> <span className="soft small">tidak wajib</span>
        <input
          name="note"
          maxLength={140}
          defaultValue={line?.note}
          autoComplete="off"
          enterKeyHint="done"
          placeholder="Misalnya: gelas dipisah"
          className={style.noteInput}
        />
      </label>
      <div className="row wrap apart">
        <span className="bold">Jumlah</span>
        <span className={quantityStyle.pill}>
          <button type="button" className="icon" aria-label="Kurangi" onClick={() => setQty(Math.max(1, qty - 1))}>
            <Icon name="minus" size={18} />
          </button>
          <output aria-label="Jumlah" className={quantityStyle.count}>
            <Rolling value={qty} />
          </output>
          <button
            type="button"
            className="icon"
            aria-label="Tambah"
            onClick={() => setQty(Math.min(maxQuantity, qty + 1))}
          >
            <Icon name="plus" size={18} />
          </button>
        </span>
      </div>
      <div className={`${detailStyle.foot} ${style.bar}`}>
        <p className={detailStyle.price}>
          <Rolling value={price * qty} format={rupiah} />
          <span
            role="status"
            id="detail-count"
            className={`${detailStyle.count} ${asked && !fault && inCart > 0 ? style.added : ''}`}
          >
            {limit || (asked && fault && faultInWords(fault)) || (!line && inCart > 0 && `${inCart} di keranjang`)}
          </span>
        </p>
        <button
          type="submit"
          className="primary"
          aria-disabled={limit !== '' || undefined}
          aria-describedby="detail-count"
          lang={line ? undefined : 'en'}
        >
          <Icon name={line ? 'check' : 'add-to-cart'} size={20} /> {line ? 'Simpan' : 'Add to cart'}
        </button>
      </div>
    </form>
  );
}

const hadId = ({ _id, available }: OptionGroup['choices'][number]) => (available === false ? [] : [_id]);

const enabledIn = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('fieldset input')].filter(({ disabled }) => !disabled);

/** The ids that the fields contain; those that are sold out are disabled, and so not among them. */
const chosenIn = (form: HTMLFormElement) => enabledIn(form).flatMap(({ checked, value }) => (checked && value) || []);

const focusOn = (form: HTMLFormElement, group: string | undefined) =>
  enabledIn(form)
    .find(({ name }) => group === undefined || name === group)
    ?.focus();

function sayIfMore(pieces: number) {
  if (pieces > maxQuantity)
    showMessage(`Paling banyak ${maxQuantity} per pesanan yang sama`, {
      ms: 4_000,
      detail: `${pieces - maxQuantity} tidak ikut digabung.`,
    });
}

const faultInWords = (fault: NonNullable<ReturnType<typeof optionFault>>) =>
  'group' in fault ? `Pilih ${fault.group.name}` : 'Terlalu banyak pilihan';

function hintOf({ min, max }: OptionGroup) {
  if (max === 1) return min === 1 ? 'Pilih satu' : 'Tidak wajib';
  if (min === max) return `Pilih ${min}`;
  return min === 0 ? `Sampai ${max}` : `${min} sampai ${max}`;
}

interface GroupProps {
  group: OptionGroup;
  ids: readonly string[];
  first: readonly string[];
  lost: OptionGroup['choices'];
  isMissing: boolean;
}

function Group({ group, ids, first, lost, isMissing }: GroupProps) {
  const error = useId();
  const { _id: name, min, max, choices } = group;
  const isFull = max > 1 && choices.filter(({ _id }) => ids.includes(_id)).length >= max;
  const isOptional = max === 1 && min === 0;

  return (
    <fieldset className={style.group} aria-describedby={isMissing || lost.length > 0 ? error : undefined}>
      <legend className={style.legend}>
        <span className="bold">{group.name}</span> <span className="soft small">{hintOf(group)}</span>
      </legend>
      {lost.length > 0 && (
        <InlineError id={error}>{`${lost.map((choice) => choice.name).join(', ')} baru saja habis`}</InlineError>
      )}
      {lost.length === 0 && isMissing && <InlineError id={error}>{`Pilih ${group.name} dulu`}</InlineError>}
      <div className={max === 1 ? style.choices : undefined}>
        {isOptional && (
          <label className={style.choice}>
            <input type="radio" name={name} value="" defaultChecked={!choices.some(({ _id }) => first.includes(_id))} />
            <span>Tanpa</span>
          </label>
        )}
        {choices.map(({ _id, name: label, price, available }) => (
          <label key={_id} className={max === 1 ? style.choice : style.row}>
            <input
              type={max === 1 ? 'radio' : 'checkbox'}
              name={name}
              value={_id}
              defaultChecked={first.includes(_id)}
              disabled={available === false || (isFull && !ids.includes(_id))}
            />
            <span className={style.label}>{label}</span>
            {available === false ? (
              <span className="small">Habis</span>
            ) : (
              price !== 0 && <span className={style.difference}>{differenceOf(price)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
