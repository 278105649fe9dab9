import { acceptedNameFor } from '#core/registration';
import button from '../../../design/button.module.css';
import style from './accepted-name.module.css';

/** Offers a name that the rule accepts in place of the typed one, in the form that has it as `fullName`. */
export function AcceptedName({ typed, use }: { typed: string; use: (name: string) => void }) {
  const name = acceptedNameFor(typed);
  if (!name) return null;

  return (
    <button
      type="button"
      className={`${button.secondary} ${style.accepted}`}
      onClick={({ currentTarget }) => {
        use(name);
        // The button goes; the focus must not go with it.
        const field = currentTarget.form?.elements.namedItem('fullName');
        if (field instanceof HTMLElement) field.focus();
      }}
    >
      {`Pakai ${name}`}
    </button>
  );
}
