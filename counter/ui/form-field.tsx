import { type ChangeEvent, useId } from 'react';
import type { MenuRefused } from '#core/counter';
import { differenceOf, rupiah } from '#core/rupiah';
import { Icon } from '../../design/icon.tsx';
import style from './menu-form.module.css';

type Question = MenuRefused['error']['questions'][number];

/** What a form's inputs get. */
export interface InputsProps<Fields> {
  fields: Fields;
  edit: (changes: Partial<Fields>) => void;
  notes: Notes;
  /** Whether something is on its way that belongs to what is saved. */
  hold: (isHeld: boolean) => void;
}

/** What the shop says of the fields of a form that it has refused. */
export interface Notes {
  faults: MenuRefused['error']['faults'];
  questions: readonly Question[];
  /** What was typed into a field. */
  typed: (field: string) => string;
  /** Takes what was meant. */
  correct: (question: Question) => void;
  /** Says that what was typed is right. */
  agree: (questions: readonly Question[]) => void;
}

const isOf = (fields: readonly string[], { field = '' }: { field?: string | undefined }) =>
  fields.some((one) => field === one || field.startsWith(`${one}.`) || field.startsWith(`${one}[`));

/** Marks the control of fields, if there are notes, which the element `id` has. */
export function noted(notes: Notes, fields: string | readonly string[], id: string) {
  const names = [fields].flat();
  const isWrong = notes.faults.some((fault) => isOf(names, fault));
  if (!isWrong && !notes.questions.some((question) => isOf(names, question))) return {};
  return { 'aria-describedby': id, 'aria-invalid': isWrong, 'data-noted': true } as const;
}

/** The notes on fields: faults, and questions with their answers. */
export function FieldNotes({ notes, of, id }: { notes: Notes; of: string | readonly string[]; id: string }) {
  const names = [of].flat();
  const faults = notes.faults.filter((fault) => isOf(names, fault));
  const questions = notes.questions.filter((question) => isOf(names, question));
  if (faults.length + questions.length === 0) return null;

  return (
    <div id={id} className="stack gap-1">
      {faults.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="error">
          {message}
        </p>
      ))}
      {questions.map((question) => (
        <QuestionNote key={`${question.field} ${question.message}`} question={question} notes={notes} />
      ))}
    </div>
  );
}

function QuestionNote({ question, notes }: { question: Question; notes: Notes }) {
  const { field = '', message, meant } = question;
  const typed = notes.typed(field).replace(/^rp\s*/i, '');
  const isDifference = field.startsWith('choices');

  return (
    <div className="notice warn stack gap-2">
      <p>{message}</p>
      <div className="row wrap gap-2">
        {meant !== undefined && (
          <button type="button" className="primary" onClick={() => notes.correct(question)}>
            {isDifference ? differenceOf(meant) : rupiah(meant)}
          </button>
        )}
        <button type="button" className="secondary" onClick={() => notes.agree([question])}>
          {meant === undefined ? 'Ya, simpan' : `Memang ${isDifference ? '' : 'Rp'}${typed}`}
        </button>
      </div>
    </div>
  );
}

/** The notes on no field of the form. */
export function OtherNotes({
  notes,
  isElsewhere,
}: {
  notes: Notes;
  isElsewhere: (note: { field?: string | undefined }) => boolean;
}) {
  const faults = notes.faults.filter(isElsewhere);
  const questions = notes.questions.filter(isElsewhere);
  if (faults.length + questions.length === 0) return null;
  const shown = [...faults, ...questions].slice(0, 5);
  const more = faults.length + questions.length - shown.length;

  return (
    <div tabIndex={-1} data-noted className={`notice stack gap-2 ${faults.length > 0 ? 'bad' : 'warn'}`}>
      {shown.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {more > 0 && <p>{`Dan ${more} lagi.`}</p>}
      {questions.length > 0 && (
        <button type="button" className={`secondary ${style.remove}`} onClick={() => notes.agree(questions)}>
          Ya, simpan
        </button>
      )}
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  /** What stands behind the label. */
  more?: string;
  hint?: string;
  notes: Notes;
  value: string;
  change: (value: string) => void;
  /** Of a field of several lines. */
  rows?: number;
  /** The id of what can be chosen. */
  list?: string;
  inputMode?: 'numeric';
}

/** A labelled field with its notes. */
export function Field({ name, label, more, hint, notes, rows, change, ...given }: FieldProps) {
  const id = useId();
  const mark = noted(notes, name, `${id}-notes`);
  const control = {
    ...{ id, name, className: 'control', autoComplete: 'off', ...given, ...mark },
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(target.value),
  };

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
      {hint && !('data-noted' in mark) && <p className="soft small">{hint}</p>}
      <FieldNotes notes={notes} of={name} id={`${id}-notes`} />
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
  const arrow = (name: string, className: string | undefined, to: number, isEnd: boolean) => (
    <button
      type="button"
      className={`icon ${className}`}
      aria-label={`${name} ${title}`}
      aria-disabled={isEnd}
      onClick={isEnd ? undefined : () => move(to)}
    >
      <Icon name="back" size={20} />
    </button>
  );

  return (
    <>
      {arrow('Naikkan', style.up, at - 1, at === 0)}
      {arrow('Turunkan', style.down, at + 1, at === last)}
    </>
  );
}
