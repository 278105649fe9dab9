/** Text that was typed into a form and not sent yet. It survives a reload, an update and a lost connection (decision F8). */
import { useAtom } from 'jotai';
import { storedAtom } from '../storage/stored-atom.ts';

const draftsAtom = storedAtom('drafts');

/**
 * The last typed values of a form's fields, a function that sets one, and a function that clears all. Never for a
 * password.
 */
export function useDraft<Field extends string>(
  form: string,
  initial: Record<Field, string>,
): [values: Record<Field, string>, setField: (field: Field, value: string) => void, clear: () => void] {
  const [drafts, changeDrafts] = useAtom(draftsAtom);

  return [
    { ...initial, ...drafts?.[form] },
    (field, value) => void changeDrafts((before) => ({ ...before, [form]: { ...before?.[form], [field]: value } })),
    () => void changeDrafts(({ [form]: _cleared, ...others } = {}) => others),
  ];
}
