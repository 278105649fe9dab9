import {
  type ComponentProps,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { combined, listen } from '../../state/frame/event-listener.ts';

type ReadField = () => void;

const FormFields = createContext<Set<ReadField> | undefined>(undefined);

/** Calls `readField` whenever the fields of the surrounding form may have been filled without an event for React. */
export function useFormField(readField: ReadField) {
  const fields = useContext(FormFields);
  const latest = useEffectEvent(readField);

  useEffect(() => {
    const field = () => latest();
    fields?.add(field);
    return () => void fields?.delete(field);
  }, [fields]);
}

/**
 * The events before which a form's fields are read. 'animationstart' occurs when a field is filled without any other event
 * (`field.module.css`).
 */
const moments = [
  'focusin',
  'focusout',
  'pointerover',
  'pointerdown',
  'keydown',
  'input',
  'change',
  'animationstart',
] as const;

/**
 * A form that submits the values in its fields, also if a browser, a password manager or a script has filled them without
 * events for React. `submit` gets the values by the fields' names.
 */
export function Form({
  submit,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'ref' | 'method' | 'onSubmit'> & {
  submit: (values: Record<string, string>, form: HTMLFormElement) => void;
}) {
  const [fields] = useState(() => new Set<ReadField>());
  const readFields = useCallback(() => {
    for (const field of fields) field();
  }, [fields]);
  const follow = useCallback(
    (element: HTMLFormElement) => combined(...moments.map((moment) => listen(moment, readFields, element))),
    [readFields],
  );

  return (
    <form
      // Sent by the browser before it is hydrated, its fields must not become part of an address.
      method="post"
      {...form}
      ref={follow}
      onSubmit={(event) => {
        event.preventDefault();
        readFields();
        const { currentTarget } = event;
        const values = [...new FormData(currentTarget)].map(([name, value]) => [name, `${value}`]);
        submit(Object.fromEntries(values), currentTarget);
      }}
    >
      <FormFields value={fields}>{children}</FormFields>
    </form>
  );
}
