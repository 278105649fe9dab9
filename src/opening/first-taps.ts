/** What was tapped and typed while a prerendered page waited for its scripts (`early.ts`), until the screens can have it; what was tapped, from `replay.ts`. */
import { untilThere } from '../state/until-there.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const typed = new Map<Field, string>();

const noteTyped = (field: Field) => typed.set(field, field.value);

/** Of no other field: that may have been drawn again meanwhile, and have forgotten what React did not hear. */
const noteTypedInto = ({ target }: Event) => noteTyped(target as Field);

/** What it takes to load a page anew, fetched when it has to be. */
export const importAnew = () => import('./anew.ts');
/** The same, and waits until it is there. */
export const fetchAnew = () => untilThere(importAnew);

/** Holds again what was tapped on this page before it had to be loaded anew. */
export async function holdAgain() {
  if (history.state?.taps) (await fetchAnew()).holdAgain();
}

/** Makes the page what was rendered, so that React finds what it expects; call it right before it hydrates. */
export function takeOver() {
  for (const element of globalThis.early?.taps ?? []) element.removeAttribute('aria-busy');
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    if (field.value !== field.defaultValue) noteTyped(field);
  }
  addEventListener('input', noteTypedInto, true);
}

/**
 * Gives the screens what was typed before they could hear it. As soon as they stand: drawn again before that a field forgets it, and
 * who types on there would do so in an empty one.
 */
export function typeAgain() {
  for (const [field, value] of typed) {
    // React looks for a change against what was last set through the field itself.
    field.value = '';
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Once more, when the customer is known: to a form's draft (`state/drafts.ts`) it was somebody else who typed before. */
export function typeAgainAtLast() {
  removeEventListener('input', noteTypedInto, true);
  typeAgain();
}
