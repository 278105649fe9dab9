import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { type ChoiceFields, type GroupFields, newChoice } from '../state/menu-editor.ts';
import { Field, FieldNotes, type InputsProps, Moves, type Notes, noted } from './form-field.tsx';
import style from './menu-form.module.css';

const ruleNames = { one: 'Tepat satu', some: 'Boleh beberapa', none: 'Boleh tidak memilih' } as const;
type Rule = keyof typeof ruleNames;

/** The inputs of an option group's form. */
export function GroupInputs({ fields, edit, notes }: InputsProps<GroupFields>) {
  const { name, choices } = fields;
  const [added, setAdded] = useState<string>();
  const id = useId();

  function add() {
    const choice = newChoice();
    setAdded(choice.key);
    edit({ choices: [...choices, choice] });
  }

  return (
    <>
      <Field
        name="name"
        label="Nama"
        hint="Misalnya: Ukuran."
        notes={notes}
        value={name}
        change={(to) => edit({ name: to })}
      />
      <RuleInputs fields={fields} edit={edit} notes={notes} />
      <section aria-labelledby={`${id}-choices`} className="stack gap-2">
        <h2 id={`${id}-choices`} {...(choices.length > 0 ? {} : noted(notes, 'choices', `${id}-notes`))}>
          Pilihan
        </h2>
        {fields.rule !== 'none' && <p className="soft small">Yang bawaan sudah terpilih, tanpa selisih harga.</p>}
        <FieldNotes notes={{ ...notes, ...ofWhole(notes) }} of="choices" id={`${id}-notes`} />
        <ol className={style.choices}>
          {choices.map((choice, at) => (
            <Choice
              key={choice.key}
              choice={choice}
              at={at}
              fields={fields}
              isAdded={choice.key === added}
              edit={edit}
              notes={notes}
            />
          ))}
        </ol>
        <button type="button" className={`secondary ${style.remove}`} onClick={add}>
          <Icon name="plus" size={18} /> Tambah pilihan
        </button>
      </section>
    </>
  );
}

/** The notes that are of no single choice. */
const ofWhole = ({ faults, questions }: Notes) => ({
  faults: faults.filter(({ field }) => field === 'choices'),
  questions: questions.filter(({ field }) => field === 'choices'),
});

/** A group has 20 choices at most (decision M1). */
const limits = Array.from({ length: 20 }, (_, at) => at + 1);

function RuleInputs({ fields: { rule, min, max, choices }, edit, notes }: Omit<InputsProps<GroupFields>, 'hold'>) {
  const id = useId();
  const all = Math.max(2, choices.length);
  const limit = (name: string, value: number, set: (value: number) => void) => (
    <label className={`stack gap-1 ${style.limit}`}>
      <span>{name}</span>
      <select className="control" value={value} onChange={({ target }) => set(Number(target.value))}>
        {limits.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );

  return (
    <fieldset tabIndex={-1} className="stack gap-1" {...noted(notes, ['rule', 'min', 'max'], `${id}-notes`)}>
      <legend className="bold">Pelanggan memilih</legend>
      {(Object.keys(ruleNames) as Rule[]).map((one) => (
        <label key={one} className="check">
          <input
            type="radio"
            name={`${id}-rule`}
            checked={rule === one}
            onChange={() => edit({ rule: one, min: 1, max: one === 'one' ? 1 : Math.max(max, all) })}
          />
          <strong>{ruleNames[one]}</strong>
        </label>
      ))}
      {rule !== 'one' && (
        <div className={style.pair}>
          {rule === 'some' && limit('Paling sedikit', min, (to) => edit({ min: to }))}
          {limit('Paling banyak', max, (to) => edit({ max: to }))}
        </div>
      )}
      <FieldNotes notes={notes} of={['rule', 'min', 'max']} id={`${id}-notes`} />
    </fieldset>
  );
}

function Choice({
  choice,
  at,
  fields: { rule, choices },
  isAdded,
  edit,
  notes,
}: {
  choice: ChoiceFields;
  at: number;
  fields: GroupFields;
  isAdded: boolean;
  edit: (changes: Partial<GroupFields>) => void;
  notes: Notes;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAdded) input.current?.focus();
  }, [isAdded]);
  const { key, name, price, default: isDefault } = choice;
  const title = name.trim() || `pilihan ${at + 1}`;
  const field = `choices[${at}]`;
  const change = (changes: Partial<ChoiceFields>) =>
    edit({ choices: choices.map((one) => (one.key === key ? { ...one, ...changes } : one)) });
  const move = (to: number) => edit({ choices: choices.toSpliced(at, 1).toSpliced(to, 0, choice) });
  const notesOf = (part: string) => noted(notes, `${field}.${part}`, `${id}-notes`);

  return (
    <li className={style.choice}>
      <input
        ref={input}
        type="text"
        aria-label={`Nama pilihan ${at + 1}`}
        placeholder="Nama"
        autoComplete="off"
        maxLength={2_000}
        className={`control ${style.name}`}
        value={name}
        {...notesOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <input
        type="text"
        aria-label={`Selisih harga ${title}`}
        placeholder="Selisih"
        autoComplete="off"
        maxLength={100}
        className={`control ${style.difference}`}
        value={price}
        {...notesOf('price')}
        onChange={({ target }) => change({ price: target.value })}
      />
      <div className={style.tools}>
        {rule !== 'none' && (
          <label className="check" {...notesOf('default')}>
            <input
              type={rule === 'one' ? 'radio' : 'checkbox'}
              aria-label={`Bawaan: ${title}`}
              checked={isDefault}
              onChange={({ target }) =>
                edit({
                  choices: choices.map((one) =>
                    one.key === key
                      ? { ...one, default: target.checked }
                      : { ...one, default: rule === 'some' && one.default },
                  ),
                })
              }
            />
            <span>Bawaan</span>
          </label>
        )}
        <span className={style.moves}>
          <Moves title={title} at={at} last={choices.length - 1} move={move} />
          <button
            type="button"
            className="icon"
            aria-label={`Hapus ${title}`}
            onClick={() => edit({ choices: choices.filter((one) => one.key !== key) })}
          >
            <Icon name="trash" size={20} />
          </button>
        </span>
      </div>
      <FieldNotes notes={notes} of={field} id={`${id}-notes`} />
    </li>
  );
}
