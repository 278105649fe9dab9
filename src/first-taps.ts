/** What was tapped and typed while a prerendered page waited for its scripts (`early.ts`), until the screens can have it (`replay.ts`). */
import type { Field } from './replay.ts';
import { untilThere } from './state/until-there.ts';

const typed = new Map<Field, string>();

const noteTyped = (field: Field) => typed.set(field, field.value);

/** Of no other field: that may have been drawn again meanwhile, and have forgotten what React did not hear. */
const noteTypedInto = ({ target }: Event) => noteTyped(target as Field);

const importAnew = () => import('./anew.ts');

/** Holds again what was tapped on this page before it had to be loaded anew. */
export async function holdAgain() {
  if (history.state?.taps) (await untilThere(importAnew)).holdAgain();
}

/** Makes the page what was rendered, so that React finds what it expects; call it right before it hydrates. */
export function takeOver() {
  for (const element of globalThis.early?.taps ?? []) element.removeAttribute('aria-busy');
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    if (field.value !== field.defaultValue) noteTyped(field);
  }
  addEventListener('input', noteTypedInto, true);
}

/** What was typed into the page until now, for `replay`. */
export function typedMeanwhile(): ReadonlyMap<Field, string> {
  removeEventListener('input', noteTypedInto, true);
  return typed;
}
