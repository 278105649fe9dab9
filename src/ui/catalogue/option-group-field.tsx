import type { ChangeEvent, CSSProperties } from 'react';
import type { OptionGroup } from '#core/contract';
import { countChosen, isChoosable } from '#core/options';
import { differenceOf } from '#core/rupiah';
import style from './option-form.module.css';

/** What the number of choices may be, where the fields do not show it. */
function hintOf({ min, max }: OptionGroup, chosen: number) {
  if (max === 1) return min === 1 && chosen === 0 && 'Pilih satu';
  if (chosen > 0 && chosen >= min) return `${chosen} dipilih, maks. ${max}`;
  if (min === max) return `Pilih ${min}`;
  return min === 0 ? `Pilih sampai ${max}` : `Pilih ${min} sampai ${max}`;
}

interface OptionGroupFieldProps {
  group: OptionGroup;
  ids: readonly string[];
  choose: (form: HTMLFormElement | null, pressed: string) => void;
  lost: readonly string[];
  isMissing: boolean;
}

/** A group of choices. `lost`: the names of what was chosen and is sold out by now; `isMissing`: the customer went on without a choice. */
export function OptionGroupField({ group, ids, choose, lost, isMissing }: OptionGroupFieldProps) {
  const { _id: name, min, max, choices } = group;
  const chosen = countChosen(group, ids);
  const soldOut = min > chosen && choices.find((choice) => choice.default && choice.available === false)?.name;
  const hint = soldOut ? `${soldOut} habis, pilih lagi` : hintOf(group, chosen);
  const fault =
    lost.length > 0 ? `${lost.join(', ')} baru saja habis` : isMissing && (soldOut ? hint : `Pilih ${group.name} dulu`);
  const count = choices.length + Number(min === 0);
  // No more than two with a surcharge fit beside each other.
  const isList = max > 1 || (count > 2 && choices.some(({ price }) => price !== 0));
  const place = isList ? style.row : style.choice;
  const attributes = {
    ...{ type: max === 1 ? 'radio' : 'checkbox', name },
    onChange: ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) => choose(form, value),
  };

  return (
    <fieldset className="stack gap-2">
      <legend className={style.legend}>
        <span className="bold">{group.name}</span>{' '}
        {fault ? (
          <span role="alert" className="error small bold">
            {fault}
          </span>
        ) : (
          <span className={`soft small ${max > 1 && chosen >= max ? style.full : ''}`}>{hint}</span>
        )}
      </legend>
      <div
        className={isList ? style.rows : count === 4 ? style.four : style.choices}
        style={{ '--letters': choices.map((choice) => choice.name).join('').length } as CSSProperties}
      >
        {max === 1 && min === 0 && (
          <label className={place}>
            <input {...attributes} value="" checked={chosen === 0} />
            <span data-name="Tanpa">Tanpa</span>
          </label>
        )}
        {choices.map((choice) => (
          <label key={choice._id} className={place}>
            <input
              {...attributes}
              value={choice._id}
              checked={ids.includes(choice._id)}
              disabled={!isChoosable(group, choice, ids)}
            />
            <span data-name={choice.name}>{choice.name}</span>
            {choice.available === false ? (
              <span className="small">Habis</span>
            ) : (
              choice.price !== 0 && <span className="soft small">{differenceOf(choice.price)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
