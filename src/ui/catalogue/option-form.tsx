import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { type CartItem, maxQuantity, type OptionGroup, type Product } from '#core/contract';
import { keyOfLine, unitPriceOf } from '#core/line';
import {
  availableIds,
  chosenOf,
  idsAfter,
  idsAsUsual,
  idsOf,
  isExhausted,
  isUsual,
  lineOf,
  optionFault,
  shownGroups,
  withLineChanged,
} from '#core/options';
import { grouped, rupiah } from '#core/rupiah';
import { Icon, IconButton } from '../../../design/icon.tsx';
import { showMessage } from '../../../design/messages.tsx';
import { customerAtom, sessionAtom } from '../../state/account/session.ts';
import { cartAtom, changeCartAtom, openCartAtom, wantedProductAtom } from '../../state/cart/cart.ts';
import type { TypedOptions } from '../../state/catalogue/search.ts';
import { LogInOrSignUp } from '../account/customer-only.tsx';
import { useAddAndClose } from '../cart/add-to-cart.ts';
import quantityStyle from '../cart/quantity.module.css';
import { Rolling } from '../cart/rolling.tsx';
import field from '../forms/field.module.css';
import { useTypedOptions } from '../frame/location.ts';
import { reasonNotToAdd } from './availability.ts';
import style from './option-form.module.css';
import { OptionGroupField } from './option-group-field.tsx';
import detailStyle from './product-detail.module.css';

interface OptionFormProps {
  product: Product;
  groups: readonly OptionGroup[];
  line?: CartItem;
  /** The cart has no such line any more. */
  isGone?: boolean;
  close: () => void;
}

/** What can be chosen of a product, a note and a quantity (decision M7); `line`: of a cart, which it changes (M8). */
export function OptionForm({ product, groups, line, isGone = false, close }: OptionFormProps) {
  const add = useAddAndClose(close, { offersLogIn: true });
  const changeCart = useSetAtom(changeCartAtom);
  const open = useAtomValue(openCartAtom);
  const cart = useAtomValue(cartAtom);
  const wanted = useAtomValue(wantedProductAtom);
  const session = useAtomValue(sessionAtom);
  // A visitor who returns to what they wanted finds it as they chose it.
  const before = line ?? (wanted?._id === product._id ? wanted : undefined);
  const customer = useAtomValue(customerAtom);
  const [stored, setTyped] = useTypedOptions(!line);
  const typed = [undefined, customer].includes(stored?.customer) ? stored : undefined;
  const type = (change: Omit<TypedOptions, 'customer'>) => setTyped({ ...typed, ...change, customer });
  const [asked, setAsked] = useState(false);
  const [groupsBefore] = useState(groups);

  // What was wanted may be read from the device after the form is shown.
  const first = idsOf(before ?? {}, groups);
  const tapped = typed?.ids ?? (line || before?.choices ? first : availableIds(groups, first));
  const noteText = typed?.note ?? before?.note ?? '';
  const qty = typed?.qty ?? before?.qty ?? 1;
  // What is sold out in the meantime is no longer chosen, and says so.
  const ids = availableIds(groups, tapped);
  const lostIds = tapped.filter((id) => !ids.includes(id));
  const lostOf = ({ choices }: OptionGroup) =>
    choices.filter(({ _id }) => lostIds.includes(_id)).map(({ name }) => name);
  const fault = optionFault(groups, ids);
  const missing = fault?.reason === 'too_few' ? fault.group : undefined;
  // A line, or the menu when the form was opened, may have had what the product no longer has.
  const known = [...[...groups, ...groupsBefore].flatMap(({ choices }) => choices), ...(before?.choices ?? [])];
  const lost = new Set(lostIds.map((id) => known.find(({ _id }) => _id === id)?.name ?? 'Pilihan tadi'));
  const exhausted = missing && isExhausted(missing) && `${missing.name} habis`;
  const lack = exhausted || (missing ? `Pilih ${missing.name} dulu` : 'Terlalu banyak pilihan');
  const next = lineOf(product, groups, { ids, note: noteText, qty });
  const isChange = line && !isGone;
  const limit = isChange ? '' : reasonNotToAdd(open, next);
  /** Why not one more piece. */
  const most = reasonNotToAdd([next], next);
  const usual = idsAsUsual(groups, ids);
  const picked = chosenOf(groups, ids);
  const changed = picked.filter(({ _id }) => !usual.includes(_id));
  const isAsUsual = picked.length > 0 && isUsual(groups, ids);
  const price = unitPriceOf(next) * qty;
  const isOffered = session === null && !line && before !== undefined;
  // What is chosen after that is not stored.
  const isStored = isOffered && keyOfLine(next) === keyOfLine(before) && qty === (before.qty ?? 1);
  const summary = [
    ...(qty > 1 ? [{ _id: 'quantity', name: `${qty} × ${rupiah(unitPriceOf(next))}` }] : []),
    ...(isAsUsual ? [{ _id: 'usual', name: 'Pilihan standar' }] : changed),
    ...(missing ? [{ _id: 'missing', name: exhausted || `${missing.name} belum dipilih` }] : []),
    ...(next.note ? [{ _id: 'note', name: `“${next.note}”` }] : []),
  ];

  const gone = isGone && 'Baris ini sudah diubah atau dihapus di tempat lain';
  const said = limit || gone || (lost.size > 0 ? `${[...lost].join(', ')} habis` : most);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    setAsked(true);
    if (fault) return focusOn(currentTarget, 'group' in fault ? fault.group._id : undefined);
    if (isChange) return change(line);
    const before = open.find((item) => keyOfLine(item) === keyOfLine(next))?.qty ?? 0;
    sayIfMore(before + qty);
    await add(next);
  };

  const change = async (line: CartItem) => {
    const key = keyOfLine(line);
    const twin = cart.find((item) => keyOfLine(item) === keyOfLine(next) && keyOfLine(item) !== key);
    const saving = changeCart({ transition: (stored) => withLineChanged(stored, key, next) });
    close();
    await saving;
    sayIfMore((twin?.qty ?? 0) + next.qty);
    // Its button is another one now.
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-line]')];
    buttons.find(({ dataset }) => dataset.line === keyOfLine(next))?.focus();
  };

  return (
    <form method="post" noValidate className={style.form} onSubmit={(event) => void submit(event)}>
      <div className={style.groups}>
        {shownGroups(groups).map((group) => (
          <OptionGroupField
            key={group._id}
            group={group}
            ids={ids}
            choose={(form, pressed) => {
              type({ ids: idsAfter(ids, group, pressed) });
              nudge(form?.closest('dialog')?.querySelector('img'));
            }}
            lost={lostOf(group)}
            isMissing={asked && missing?._id === group._id}
          />
        ))}
        <label>
          <span className={style.legend}>
            <span className="bold">Catatan</span> <span className="soft small">Tidak wajib</span>
          </span>
          <textarea
            name="note"
            rows={2}
            maxLength={140}
            value={noteText}
            onChange={({ target }) => type({ note: target.value })}
            autoComplete="off"
            placeholder="Misalnya: dibungkus terpisah"
            className={`${field.input} ${style.note}`}
          />
        </label>
      </div>
      <div className={`${detailStyle.foot} ${style.bar}`}>
        <div className={style.said}>
          <p role="status" id="detail-count" className="bold">
            {said && <span>{said}</span>}
            {isStored && (
              <span className={style.stored}>
                <Icon name="check" size={16} />
                Sudah tersimpan · {rupiah(price)}
              </span>
            )}
          </p>
          <p className={`${style.summary} ${isAsUsual || summary.length === 0 ? 'soft' : ''}`}>
            {(summary.length > 0 ? summary : [{ _id: 'none', name: 'Jumlah' }]).map(({ _id, name }) => (
              <span key={_id} className={style.item}>
                {name}
              </span>
            ))}
          </p>
        </div>
        <span className={quantityStyle.pill}>
          <IconButton
            icon="minus"
            size={18}
            label="Kurangi"
            aria-disabled={qty === 1 || undefined}
            onClick={() => type({ qty: Math.max(1, qty - 1) })}
          />
          <output aria-label="Jumlah" className={quantityStyle.count}>
            <Rolling value={qty} />
          </output>
          <IconButton
            icon="plus"
            size={18}
            label="Tambah"
            aria-disabled={most !== '' || undefined}
            aria-describedby={most ? 'detail-count' : undefined}
            onClick={() => type({ qty: Math.min(maxQuantity, qty + 1) })}
          />
        </span>
        {isStored ? (
          <LogInNext hasFocus={asked} />
        ) : (
          <button
            type="submit"
            className={`${fault ? style.faulty : 'primary'} ${detailStyle.submit}`}
            aria-disabled={limit !== '' || undefined}
            aria-describedby="detail-sum detail-count"
            lang={isChange ? undefined : 'en'}
          >
            <span>{isChange ? 'Simpan' : 'Add to cart'}</span>
            <span className={fault ? style.lack : detailStyle.sum} lang="id" aria-hidden="true">
              {fault ? lack : <Rolling value={price} format={rupiah} />}
            </span>
          </button>
        )}
        <output id="detail-sum" className="hidden">
          {fault ? lack : `${grouped(price)} rupiah`}
        </output>
      </div>
    </form>
  );
}

const focusFirstLink = (links: HTMLElement | null) => links?.querySelector('a')?.focus();

/** What a visitor wanted waits for the login (decision C6), which is next in place of the button. */
const LogInNext = ({ hasFocus }: { hasFocus: boolean }) => (
  <aside aria-label="Pilihan Anda tersimpan" className={style.links} ref={hasFocus ? focusFirstLink : null}>
    <LogInOrSignUp />
  </aside>
);

/** The picture answers each choice, unless the customer wants less motion. */
function nudge(picture: Element | null | undefined) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  picture?.animate({ transform: ['none', 'scale(1.035)', 'none'] }, { duration: 320, easing: 'ease-out' });
}

function focusOn(form: HTMLFormElement, group: string | undefined) {
  const fields = [...form.querySelectorAll<HTMLInputElement>('fieldset input:not([disabled])')];
  const field = fields.find(({ name }) => group === undefined || name === group);
  field?.focus();
  field?.closest('fieldset')?.scrollIntoView({ block: 'nearest' });
}

function sayIfMore(pieces: number) {
  if (pieces > maxQuantity)
    showMessage(`Paling banyak ${maxQuantity} per pesanan yang sama`, {
      ms: 4_000,
      detail: `${pieces - maxQuantity} tidak ikut digabung.`,
    });
}
