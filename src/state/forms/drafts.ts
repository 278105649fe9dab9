/** Text that was typed into a form and not sent yet. It survives a reload, an update and a lost connection (decision F8). */
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { tokenAtom } from '../account/session.ts';
import { type PersistedState, persist } from '../storage/persisted-state.ts';
import { storedAtom, written } from '../storage/stored-atom.ts';

type Forms = Record<string, Record<string, string> | undefined>;

const storedDraftsAtom = storedAtom('drafts', { isShownOnly: true });

/**
 * A new object after each login and logout: it distinguishes the visitor after a logout from the one before the login.
 */
const stayAtom = atom((get) => ({ token: get(tokenAtom) }));

/** Text that was typed in this tab. It overrides what is read from the device later; a login or a logout clears it. */
const typedInTabAtom = atom<{ stay?: object; forms: Forms }>({ forms: {} });

const typedAtom = atom(
  (get): Forms => {
    const { stay, forms } = get(typedInTabAtom);
    return stay === get(stayAtom) ? forms : {};
  },
  (get, set, forms: Forms) => set(typedInTabAtom, { stay: get(stayAtom), forms }),
);

async function changeDrafts(decide: (drafts: PersistedState['drafts']) => PersistedState['drafts']) {
  await persist('drafts', (drafts = {}) => decide(drafts));
}

const typeAtom = atom(null, (get, set, form: string, field: string, value: string) => {
  const typed = get(typedAtom);
  set(typedAtom, { ...typed, [form]: { ...typed[form], [field]: value } });
  void written(
    set,
    changeDrafts((drafts) => ({ ...drafts, [form]: { ...drafts[form], [field]: value } })),
  );
});

const clearAtom = atom(null, (get, set, form: string) => {
  const without = <Value>({ [form]: _cleared, ...others }: Record<string, Value>) => others;
  set(typedAtom, without(get(typedAtom)));
  const stored = get(storedDraftsAtom);
  if (stored) void set(storedDraftsAtom, without(stored));
  void written(set, changeDrafts(without));
});

/**
 * The last typed values of a form's fields, a function that sets one, and a function that clears all. Never for a
 * password.
 */
export function useDraft<Field extends string>(
  form: string,
  initial: Record<Field, string>,
): [values: Record<Field, string>, setField: (field: Field, value: string) => void, clear: () => void] {
  const stored = useAtomValue(storedDraftsAtom);
  const typed = useAtomValue(typedAtom);
  const type = useSetAtom(typeAtom);
  const clear = useSetAtom(clearAtom);

  return [
    { ...initial, ...stored?.[form], ...typed[form] },
    (field, value) => type(form, field, value),
    () => clear(form),
  ];
}
