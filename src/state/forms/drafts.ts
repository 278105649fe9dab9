/** Text that was typed into a form and not sent yet. It survives a reload, an update and a lost connection (decision F8). */
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { type PersistedState, persist } from '../storage/persisted-state.ts';
import { storedAtom, written } from '../storage/stored-atom.ts';

type Drafts = PersistedState['drafts'];

const draftsAtom = storedAtom('drafts', { isShownOnly: true });

let unwritten = 0;

const changeDraftsAtom = atom(null, async (get, set, change: (drafts: Drafts) => Drafts) => {
  void set(draftsAtom, change(get(draftsAtom) ?? {}));
  unwritten++;
  const stored = await written(
    set,
    persist('drafts', (drafts = {}) => change(drafts)),
  );
  unwritten--;
  // With what was not read yet. While more is being written, it is already outdated.
  if (stored && unwritten === 0) void set(draftsAtom, stored);
});

/**
 * The last typed values of a form's fields, a function that sets one, and a function that clears all. Never for a
 * password.
 */
export function useDraft<Field extends string>(
  form: string,
  initial: Record<Field, string>,
): [values: Record<Field, string>, setField: (field: Field, value: string) => void, clear: () => void] {
  const drafts = useAtomValue(draftsAtom);
  const changeDrafts = useSetAtom(changeDraftsAtom);

  return [
    { ...initial, ...drafts?.[form] },
    (field, value) => void changeDrafts((before) => ({ ...before, [form]: { ...before[form], [field]: value } })),
    () => void changeDrafts(({ [form]: _cleared, ...others }) => others),
  ];
}
