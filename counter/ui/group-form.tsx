import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon, IconButton } from '../../design/icon.tsx';
import { type GroupFields, newChoice } from '../state/menu-editor.ts';
import { Field, FieldNotes, Moves, noted, useControl, useForm } from './form-field.tsx';
import style from './menu-form.module.css';

/** The inputs of an option group's form. */
export function GroupInputs() {
  const form = useForm<GroupFields>();
  const { rule, choices } = form.fields;
  const list = useRef<HTMLOListElement>(null);
  const id = useId();

  function add() {
    flushSync(() => form.edit({ choices: [...choices, newChoice()] }));
    list.current?.lastElementChild?.querySelector('input')?.focus();
  }

  return (
    <>
      <Field name="name" label="Nama" hint="Misalnya: Ukuran." />
      <RuleInputs />
      <section aria-labelledby={id} className="stack gap-2">
        <h2 id={id} {...(choices.length > 0 ? {} : noted(form, 'choices'))}>
          Pilihan
        </h2>
        {rule !== 'none' && <p className="soft small">Yang bawaan sudah terpilih, tanpa selisih harga.</p>}
        <FieldNotes of="choices" whole />
        <ol ref={list} className={`card ruled ${style.choices}`}>
          {choices.map((choice, at) => (
            <Choice key={choice._id} choice={choice} at={at} />
          ))}
        </ol>
        <button type="button" className={`secondary ${style.remove}`} onClick={add}>
          <Icon name="plus" size={18} /> Tambah pilihan
        </button>
      </section>
    </>
  );
}

/** A group has 20 choices at most (decision M1). */
const limits = Array.from({ length: 20 }, (_, at) => at + 1);

const ruleNames = [
  ['one', 'Tepat satu'],
  ['some', 'Boleh beberapa'],
  ['none', 'Boleh tidak memilih'],
] as const;

const ruleFields = ['rule', 'min', 'max'];

function RuleInputs() {
  const form = useForm<GroupFields>();
  const { rule, max, choices } = form.fields;
  const all = Math.max(2, choices.length);
  const limit = (name: string, field: 'min' | 'max') => (
    <label className={`stack gap-1 ${style.limit}`}>
      <span>{name}</span>
      <select
        className="control"
        value={form.fields[field]}
        onChange={({ target }) => form.edit({ [field]: Number(target.value) })}
      >
        {limits.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );

  return (
    <fieldset tabIndex={-1} className="stack gap-1" {...noted(form, ruleFields)}>
      <legend className="bold">Pelanggan memilih</legend>
      {ruleNames.map(([one, name]) => (
        <label key={one} className="tap check">
          <input
            type="radio"
            name="rule"
            checked={rule === one}
            onChange={() => form.edit({ rule: one, min: 1, max: one === 'one' ? 1 : Math.max(max, all) })}
          />
          <strong>{name}</strong>
        </label>
      ))}
      {rule !== 'one' && (
        <div className={style.pair}>
          {rule === 'some' && limit('Paling sedikit', 'min')}
          {limit('Paling banyak', 'max')}
        </div>
      )}
      <FieldNotes of={ruleFields} />
    </fieldset>
  );
}

function Choice({ choice, at }: { choice: GroupFields['choices'][number]; at: number }) {
  const form = useForm<GroupFields>();
  const { rule, choices } = form.fields;
  const title = choice.name.trim() || `pilihan ${at + 1}`;
  const field = `choices[${at}]`;
  const name = useControl(`${field}.name`, field);
  const price = useControl(`${field}.price`, field);
  const choose = (isDefault: boolean) =>
    form.edit({
      choices: choices.map((one) => ({ ...one, default: one === choice ? isDefault : rule === 'some' && one.default })),
    });

  return (
    <li className={`row wrap gap-2 ${style.choice}`}>
      <input
        {...name}
        aria-label={`Nama pilihan ${at + 1}`}
        placeholder="Nama"
        maxLength={2_000}
        className={`control ${style.name}`}
      />
      <input
        {...price}
        aria-label={`Selisih harga ${title}`}
        placeholder="Selisih"
        maxLength={100}
        className={`control ${style.difference}`}
      />
      <div className={`wrap apart gap-2 ${style.tools}`}>
        {rule !== 'none' && (
          <label className="tap check" {...noted(form, `${field}.default`, field)}>
            <input
              type={rule === 'one' ? 'radio' : 'checkbox'}
              aria-label={`Bawaan: ${title}`}
              checked={choice.default === true}
              onChange={({ target }) => choose(target.checked)}
            />
            <span>Bawaan</span>
          </label>
        )}
        <span className={style.moves}>
          <Moves
            title={title}
            at={at}
            last={choices.length - 1}
            move={(to) => form.edit({ choices: choices.toSpliced(at, 1).toSpliced(to, 0, choice) })}
          />
          <IconButton
            icon="trash"
            label={`Hapus ${title}`}
            onClick={() => form.edit({ choices: choices.toSpliced(at, 1) })}
          />
        </span>
      </div>
      <FieldNotes of={field} />
    </li>
  );
}
