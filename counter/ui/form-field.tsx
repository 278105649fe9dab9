import { type ChangeEvent, createContext, use, useId } from 'react';
import type { MenuRefused } from '#core/counter';
import { differenceOf, rupiah } from '#core/rupiah';
import { IconButton, type IconName } from '../../design/icon.tsx';
import { valueAt } from '../state/menu-editor.ts';
import style from './menu-form.module.css';

type Question = MenuRefused['error']['questions'][number];

/** What the shop says of the fields of a form that it has refused. */
export interface Notes {
  faults: MenuRefused['error']['faults'];
  questions: readonly Question[];
}

/** The form that is open. */
export interface OpenForm<Fields> extends Notes {
  fields: Fields;
  edit: (changes: Partial<Fields>) => void;
  /** Gives one field, as `choices[2].price`, another value. */
  set: (field: string, value: unknown) => void;
  /** Whether something is on its way that belongs to what is saved. */
  hold: (isHeld: boolean) => void;
  /** Takes what was meant. */
  correct: (question: Question) => void;
  /** Says that what was typed is right. */
  agree: (questions: readonly Question[]) => void;
}

export const FormContext = createContext<unknown>(undefined);
export const useForm = <Fields = unknown>() => use(FormContext) as OpenForm<Fields>;

/** One field with all that is in it, or several. */
type Of = string | readonly string[];

const isOf =
  (of: Of) =>
  ({ field = '' }: { field?: string | undefined }) =>
    [of].flat().some((one) => field === one || field.startsWith(`${one}.`) || field.startsWith(`${one}[`));

const idOf = (of: Of) => `notes-${of}`;

/** Marks the control of fields, if there are notes, which are in the `FieldNotes` of `at`. */
export function noted({ faults, questions }: Notes, of: Of, at = of) {
  const isWrong = faults.some(isOf(of));
  if (!isWrong && !questions.some(isOf(of))) return {};
  return { 'aria-describedby': idOf(at), 'aria-invalid': isWrong, 'data-noted': true } as const;
}

/** The notes on fields: faults, and questions with their answers. `whole`: not what is said of parts of it. */
export function FieldNotes({ of, whole = false }: { of: Of; whole?: boolean }) {
  const form = useForm();
  const isShown = whole ? ({ field }: { field?: string | undefined }) => field === of : isOf(of);
  const faults = form.faults.filter(isShown);
  const questions = form.questions.filter(isShown);
  if (faults.length + questions.length === 0) return null;

  return (
    <div id={idOf(of)} className="stack gap-1">
      {faults.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="error">
          {message}
        </p>
      ))}
      {questions.map((question) => (
        <QuestionNote key={`${question.field} ${question.message}`} question={question} />
      ))}
    </div>
  );
}

function QuestionNote({ question }: { question: Question }) {
  const { fields, correct, agree } = useForm();
  const { field = '', message, meant } = question;
  const typed = `${valueAt(fields, field) ?? ''}`.replace(/^rp\s*/i, '');
  const isDifference = field.startsWith('choices');

  return (
    <div className="notice warn stack gap-2">
      <p>{message}</p>
      <div className="row wrap gap-2">
        {meant !== undefined && (
          <button type="button" className="primary" onClick={() => correct(question)}>
            {isDifference ? differenceOf(meant) : rupiah(meant)}
          </button>
        )}
        <button type="button" className="secondary" onClick={() => agree([question])}>
          {meant === undefined ? 'Ya, simpan' : `Memang ${isDifference ? '' : 'Rp'}${typed}`}
        </button>
      </div>
    </div>
  );
}

/** The notes on no field of the form. */
export function OtherNotes() {
  const { fields, agree, ...notes } = useForm();
  const isElsewhere = ({ field = '' }: { field?: string | undefined }) =>
    field === '' || valueAt(fields, field) === undefined;
  const questions = notes.questions.filter(isElsewhere);
  const all = [...notes.faults.filter(isElsewhere), ...questions];
  if (all.length === 0) return null;

  return (
    <div tabIndex={-1} data-noted className={`notice stack gap-2 ${all.length > questions.length ? 'bad' : 'warn'}`}>
      {all.slice(0, 5).map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {all.length > 5 && <p>{`Dan ${all.length - 5} lagi.`}</p>}
      {questions.length > 0 && (
        <button type="button" className={`secondary ${style.remove}`} onClick={() => agree(questions)}>
          Ya, simpan
        </button>
      )}
    </div>
  );
}

/** What makes an input that of a field, as `choices[2].price`, whose notes are in the `FieldNotes` of `at`. */
export function useControl(name: string, at = name) {
  const form = useForm();
  return {
    ...{ name, autoComplete: 'off', value: `${valueAt(form.fields, name)}`, ...noted(form, name, at) },
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => form.set(name, target.value),
  };
}

interface FieldProps {
  name: string;
  label: string;
  /** What stands behind the label. */
  more?: string;
  hint?: string;
  /** Of a field of several lines. */
  rows?: number;
  /** The id of what can be chosen. */
  list?: string;
  inputMode?: 'numeric';
}

/** A labelled field with its notes. */
export function Field({ name, label, more, hint, rows, ...given }: FieldProps) {
  const id = useId();
  const control = { id, className: 'control', ...given, ...useControl(name) };

  return (
    <div className="stack gap-2">
      <p>
        <label htmlFor={id} className="bold">
          {label}
        </label>
        {more && <span className="soft small">{` ${more}`}</span>}
      </p>
      {rows ? (
        <textarea {...control} rows={rows} maxLength={20_000} />
      ) : (
        <input {...control} type="text" maxLength={2_000} />
      )}
      {hint && !('data-noted' in control) && <p className="soft small">{hint}</p>}
      <FieldNotes of={name} />
    </div>
  );
}

interface MovesProps {
  title: string;
  at: number;
  last: number;
  move: (to: number) => void;
}

/** Move something up and down in a list; they keep the focus at its ends, where they do nothing. */
export function Moves({ title, at, last, move }: MovesProps) {
  const arrow = (name: string, icon: IconName, to: number) => (
    <IconButton
      icon={icon}
      label={`${name} ${title}`}
      aria-disabled={to < 0 || to > last}
      onClick={to < 0 || to > last ? undefined : () => move(to)}
    />
  );

  return (
    <>
      {arrow('Naikkan', 'up', at - 1)}
      {arrow('Turunkan', 'down', at + 1)}
    </>
  );
}
