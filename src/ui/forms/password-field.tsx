import { type ComponentProps, useState } from 'react';
import { Icon } from '../../../design/icon.tsx';
import { Field } from './field.tsx';

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
        <button
          type="button"
          className="icon"
          aria-pressed={shown}
          aria-label={`Tampilkan ${field.label}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size={20} />
        </button>
      }
    />
  );
}
