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
const Sending = createContext(false);

/** Whether the surrounding form is being sent. */
export const useIsSending = () => useContext(Sending);

/** Calls `readField` whenever the fields of the surrounding form may have been filled without an event for React. */
export function useFormField(readField: ReadField) {
  const fields = useContext(FormFields);
  const latest = useEffectEvent(readField);

  useEffect(() => {
    const field = () => latest();
    // What was typed before hydration.
    field();
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
 * events for React. `submit` gets the values by the fields' names; until its promise is settled a second press sends nothing.
 */
export function Form({
  submit,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'ref' | 'method' | 'onSubmit'> & {
  submit: (values: Record<string, string>, form: HTMLFormElement) => unknown;
}) {
  const [isSending, setIsSending] = useState(false);
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
      onSubmit={async (event) => {
        event.preventDefault();
        readFields();
        if (isSending) return;
        const { currentTarget } = event;
        const values = [...new FormData(currentTarget)].map(([name, value]) => [name, `${value}`]);
        setIsSending(true);
        try {
          await submit(Object.fromEntries(values), currentTarget);
        } finally {
          setIsSending(false);
        }
      }}
    >
      <FormFields value={fields}>
        <Sending value={isSending}>{children}</Sending>
      </FormFields>
    </form>
  );
}

/** The button that saves what the form around it is about. */
export function SaveButton({ children }: { children: string }) {
  const isSending = useIsSending();

  return (
    <button type="submit" className="primary" aria-disabled={isSending} aria-busy={isSending}>
      {isSending ? 'Menyimpan…' : children}
    </button>
  );
}
