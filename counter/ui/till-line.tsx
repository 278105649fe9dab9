import { useAtomValue, useSetAtom } from 'jotai';
import type { CartItem, OptionGroup } from '#core/contract';
import { keyOfLine, unitPriceOf, wholeNameOf } from '#core/line';
import { usualIds } from '#core/options';
import { differenceOf, grouped } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import { chooseAtom, countAtom, faultAtom, idsOf, isSoldOut, noteAtom, optionsAtom } from '../state/till.ts';
import { draftAtom, editDraftAtom } from '../state/till-draft.ts';
import style from './till-view.module.css';

/** A line of the order that is being taken; opened, with its options. */
export function TillLine({ item }: { item: CartItem }) {
  const { opened } = useAtomValue(draftAtom);
  const groups = useAtomValue(optionsAtom).get(item._id);
  const edit = useSetAtom(editDraftAtom);
  const count = useSetAtom(countAtom);
  const note = useSetAtom(noteAtom);
  const key = keyOfLine(item);
  const isOpened = opened === key && groups !== undefined;
  const name = wholeNameOf(item);
  const fault = useAtomValue(faultAtom)(item);
  const usual = usualIds(groups ?? []);
  const choices = (item.choices ?? []).filter(({ _id }) => !usual.includes(_id));

  return (
    <li className={style.line}>
      <div className={style.head}>
        <button
          type="button"
          className={style.name}
          aria-label={item.note ? `${name} “${item.note}”` : name}
          aria-expanded={groups ? isOpened : undefined}
          onClick={() => edit({ opened: isOpened ? undefined : key })}
        >
          <span className="bold">{item.name}</span>
          {choices.length > 0 && <span className="small">{choices.map((choice) => choice.name).join('\u00a0· ')}</span>}
          {item.note && <span className="soft small">“{item.note}”</span>}
        </button>
        <button type="button" className="icon" aria-label={`Kurangi ${name}`} onClick={() => count(item, item.qty - 1)}>
          <Icon name={item.qty > 1 ? 'minus' : 'trash'} size={20} />
        </button>
        <span className="bold">{item.qty}</span>
        <button type="button" className="icon" aria-label={`Tambah ${name}`} onClick={() => count(item, item.qty + 1)}>
          <Icon name="plus" size={20} />
        </button>
        <span className={style.price}>{grouped(unitPriceOf(item) * item.qty)}</span>
      </div>
      {fault && <p className="error small bold">{fault}</p>}
      {isOpened && (
        <div className="stack gap-2">
          {groups.map((group) => (
            <Group key={group._id} item={item} group={group} groups={groups} />
          ))}
          <input
            key={key}
            type="text"
            className="control"
            aria-label={`Catatan untuk ${name}`}
            placeholder="Catatan"
            maxLength={140}
            autoComplete="off"
            defaultValue={item.note ?? ''}
            onBlur={({ target }) => note(item, target.value.trim())}
          />
        </div>
      )}
    </li>
  );
}

function Group({ item, group, groups }: { item: CartItem; group: OptionGroup; groups: readonly OptionGroup[] }) {
  const choose = useSetAtom(chooseAtom);
  const chosen = idsOf(item, groups);
  const isFull = group.max > 1 && group.choices.filter(({ _id }) => chosen.includes(_id)).length >= group.max;

  return (
    <fieldset className="wrap gap-1">
      <legend className="soft small">{group.name}</legend>
      {group.choices.map((choice) => {
        const isChosen = chosen.includes(choice._id);
        return (
          <button
            key={choice._id}
            type="button"
            className={style.chip}
            aria-pressed={isChosen}
            disabled={isSoldOut(choice) || (isFull && !isChosen)}
            onClick={() => choose(item, group, choice._id)}
          >
            {choice.name}
            {choice.price !== 0 && <span className="small"> {differenceOf(choice.price)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
