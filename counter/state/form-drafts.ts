/** What was typed into a form and is not saved yet (decision F8): it survives a reload, for as long as the tab exists. */
import * as v from 'valibot';

const prefix = 'kedai-counter-draft:';
const drafts = new Map<string, string>();

/** Where a browser refuses it, or it is full, drafts survive only until a reload. */
function inTab(work: (storage: Storage) => void) {
  try {
    work(sessionStorage);
  } catch {
    // Refused, or full.
  }
}

inTab((storage) => {
  for (const [key, text] of Object.entries(storage))
    if (key.startsWith(prefix)) drafts.set(key.slice(prefix.length), text);
});

/** What was typed under this name; undefined when nothing was, or when it does not fit the schema. */
export function readDraft<const Schema extends v.GenericSchema>(name: string, schema: Schema) {
  const draft = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), drafts.get(name));
  return draft.success ? draft.output : undefined;
}

/** Stores what was typed under this name; with undefined, forgets it. */
export function writeDraft(name: string, draft: unknown) {
  const text = JSON.stringify(draft);
  if (draft === undefined) drafts.delete(name);
  else drafts.set(name, text);
  inTab((storage) => (draft === undefined ? storage.removeItem(prefix + name) : storage.setItem(prefix + name, text)));
}

/** Whether anything was typed that is not saved. */
export const hasDrafts = () => drafts.size > 0;

/** Forgets all that was typed. */
export function forgetDrafts() {
  for (const name of drafts.keys()) writeDraft(name, undefined);
}
