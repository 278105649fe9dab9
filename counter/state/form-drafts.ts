/** What was typed into a form and is not saved yet (decision F8): it survives a reload, for as long as the tab exists. */
import * as v from 'valibot';

const prefix = 'kedai-counter-draft:';

/** Undefined where a browser refuses it, or it is full. */
function inTab<Result>(work: (storage: Storage) => Result) {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

/** What was typed under this name; undefined when nothing was, or when it does not fit the schema. */
export function readDraft<const Schema extends v.GenericSchema>(name: string, schema: Schema) {
  const text = inTab((storage) => storage.getItem(prefix + name));
  const draft = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return draft.success ? draft.output : undefined;
}

/** Stores what was typed under this name; with undefined, forgets it. */
export const writeDraft = (name: string, draft: unknown) =>
  inTab((storage) =>
    draft === undefined ? storage.removeItem(prefix + name) : storage.setItem(prefix + name, JSON.stringify(draft)),
  );

/** Forgets all that was typed. */
export const forgetDrafts = () =>
  inTab((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
