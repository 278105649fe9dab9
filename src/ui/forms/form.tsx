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

type Hear = () => void;

const FormFields = createContext<Set<Hear> | undefined>(undefined);

/** Calls `hear` whenever the fields of the form around it may have been filled without telling React. */
export function useFormField(hear: Hear) {
  const fields = useContext(FormFields);
  const latest = useEffectEvent(hear);

  useEffect(() => {
    const field = () => latest();
    fields?.add(field);
    return () => void fields?.delete(field);
  }, [fields]);
}

/**
 * Whatever the customer does in a form, its fields are read first. 'animationstart' comes when a field is filled by
 * nothing that tells (`field.module.css`).
 */
const moments = ['focusin', 'pointerover', 'pointerdown', 'keydown', 'input', 'change', 'animationstart'] as const;

/**
 * A form that submits what its fields contain, also where a browser, a password manager or a script has filled them
 * without the events that React hears. `submit` gets the values by the fields' names.
 */
export function Form({
  submit,
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> & {
  submit: (values: Record<string, string>, form: HTMLFormElement) => void;
}) {
  const [fields] = useState(() => new Set<Hear>());
  const hear = useCallback(() => {
    for (const field of fields) field();
  }, [fields]);
  const follow = useCallback(
    (element: HTMLFormElement) => combined(...moments.map((moment) => listen(moment, hear, element))),
    [hear],
  );

  return (
    <form
      {...form}
      ref={follow}
      onSubmit={(event) => {
        event.preventDefault();
        hear();
        const { currentTarget } = event;
        const values = [...new FormData(currentTarget)].map(([name, value]) => [name, `${value}`]);
        submit(Object.fromEntries(values), currentTarget);
      }}
    >
      <FormFields value={fields}>{children}</FormFields>
    </form>
  );
}
