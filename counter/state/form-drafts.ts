/** What was typed into a form and is not saved yet (decision F8): it survives a reload, for as long as the tab exists. */
import * as v from 'valibot';

const prefix = 'kedai-counter-draft:';

/** Where a browser refuses to store anything, it survives only until then. */
const ofPage = new Map<string, string>();

/** What was typed under this name; undefined when nothing was, or when it does not fit the schema. */
export function readDraft<const Schema extends v.GenericSchema>(name: string, schema: Schema) {
  let text = ofPage.get(name);
  try {
    text = sessionStorage.getItem(prefix + name) ?? text;
  } catch {
    // Refused.
  }
  const draft = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return draft.success ? draft.output : undefined;
}

/** Stores what was typed under this name; with undefined, forgets it. */
export function writeDraft(name: string, draft: unknown) {
  const text = JSON.stringify(draft);
  if (draft === undefined) ofPage.delete(name);
  else ofPage.set(name, text);
  try {
    if (draft === undefined) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // Refused, or full.
  }
}

/** The names of what is stored; none where a browser refuses that. */
function storedKeys() {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Whether anything was typed that is not saved. */
export const hasDrafts = () => ofPage.size + storedKeys().length > 0;

/** Forgets all that was typed. */
export function forgetDrafts() {
  ofPage.clear();
  for (const key of storedKeys()) sessionStorage.removeItem(key);
}
