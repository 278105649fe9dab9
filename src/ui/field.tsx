import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import style from './field.module.css';
import { Icon } from './icon.tsx';

/** A labelled input with its rule said before it is broken, a live mark, and its error tied to it. */
export function Field({
  label,
  hint,
  mark,
  error,
  tool,
  ...input
}: {
  label: ReactNode;
  hint?: string | undefined;
  /** Whether what was typed keeps the rule; undefined shows no mark. */
  mark?: 'valid' | 'invalid' | undefined;
  error?: string | undefined;
  /** A button inside the box, at its end. */
  tool?: ReactNode;
} & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  return (
    <div className={style.field}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      <span className={tool ? style.boxWithTool : style.box}>
        <input
          id={id}
          className={style.input}
          aria-invalid={mark === 'invalid' || Boolean(error) || undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {mark && (
          <span
            role="img"
            aria-label={mark === 'valid' ? 'Sudah benar' : 'Belum benar'}
            className={mark === 'valid' ? style.valid : style.invalid}
          >
            <Icon name={mark === 'valid' ? 'check' : 'close'} size={18} />
          </span>
        )}
        {tool && <span className={style.tool}>{tool}</span>}
      </span>
      {hint && (
        <small id={`${id}-hint`} className={mark === 'invalid' ? style.broken : style.hint}>
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className={style.broken}>
          {error}
        </small>
      )}
    </div>
  );
}
