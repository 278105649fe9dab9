import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon, IconButton } from '../../../design/icon.tsx';
import style from './field.module.css';
import { useFormField } from './form.tsx';

/**
 * A labelled input with its rule shown in advance, a live mark, and its error attached. The field's own content counts:
 * `onChange` is called when the content differs from the last known value, whatever has filled it. A new `value` replaces
 * only the last known one. `mended` is asked for the text to be in its place when the field is left.
 */
export function Field({
  label,
  hint,
  mark,
  error,
  tool,
  value,
  onChange,
  mended,
  ...input
}: {
  label: ReactNode;
  hint?: string | undefined;
  /** Whether the typed text follows the rule; undefined shows no mark. */
  mark?: 'valid' | 'invalid' | undefined;
  error?: string | undefined;
  /** A button inside the box, at its end. */
  tool?: ReactNode;
  value: string;
  onChange: (event: { target: HTMLInputElement }) => void;
  mended?: (text: string) => string | undefined;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange'>) {
  const id = useId();
  const { box, first, readField } = useContent(value, onChange, mended);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  return (
    <div className="stack gap-1">
      <label htmlFor={id} className="small bold">
        {label}
      </label>
      <span className={tool ? `${style.box} ${style.withTool}` : style.box}>
        <input
          ref={box}
          id={id}
          // Not empty: a field with a visible placeholder is empty, which its styles can detect.
          placeholder=" "
          defaultValue={first}
          onInput={readField}
          className={style.input}
          aria-invalid={mark === 'invalid' || Boolean(error) || undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {mark && (
          <span
            role="img"
            aria-label={mark === 'valid' ? 'Sudah benar' : 'Belum benar'}
            className={mark === 'valid' ? 'ok' : 'error'}
          >
            <Icon name={mark === 'valid' ? 'check' : 'close'} size={18} />
          </span>
        )}
        {tool && <span className={`center soft ${style.tool}`}>{tool}</span>}
      </span>
      {hint && (
        <small id={`${id}-hint`} className={mark === 'invalid' ? 'error' : 'soft'}>
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className="error">
          {error}
        </small>
      )}
    </div>
  );
}

/** The properties of a text field by its name: its value, and how a new one is stored. */
export const fieldsOf =
  <Name extends string>(values: Record<Name, string>, type: (name: Name, value: string) => void) =>
  (name: Name) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => type(name, target.value),
  });

/**
 * The content of a field. Not controlled by React, which would restore its own value at every rendering, and so undo text
 * that was filled in without an event.
 */
function useContent(
  value: string,
  onChange: (event: { target: HTMLInputElement }) => void,
  mended?: (text: string) => string | undefined,
) {
  const box = useRef<HTMLInputElement>(null);
  const [first] = useState(value);
  const known = useRef(value);

  useLayoutEffect(() => {
    const { current } = box;
    if (current && current.value !== value && current.value === known.current) current.value = value;
    known.current = value;
  }, [value]);

  const readField = () => {
    const { current: target } = box;
    if (!target) return;
    if (mended && target !== document.activeElement) target.value = mended(target.value) ?? target.value;
    if (target.value === known.current) return;
    known.current = target.value;
    onChange({ target });
  };
  useFormField(readField);
  return { box, first, readField };
}

/** A password field, with a button that shows the typed text. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'tool'>) {
  const [shown, setShown] = useState(false);

  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      tool={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          size={20}
          label={`Tampilkan ${field.label}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
