/**
 * Text that was typed into a prerendered page before its screens could hear it: noted from right before the page is
 * hydrated, and given to the screens once they stand.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;

const typed = new Map<Field, string>();

const note = (field: Field) => typed.set(field, field.value);

// Only the field that is typed into: another one may have been rendered again meanwhile, without what React had not
// heard.
const noteTarget = ({ target }: Event) => note(target as Field);

/** What was filled in without an event, too. */
function noteFilled() {
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    if (field.value !== field.defaultValue) note(field);
  }
}

/** Notes what the page's fields contain, and from now on what is typed; call it right before React hydrates them. */
export function noteTyped() {
  noteFilled();
  addEventListener('input', noteTarget, true);
}

/**
 * Gives the screens what was typed, as if it were typed again. Call it as soon as they stand: a field that is rendered
 * again before that loses its text, and whoever goes on typing would do so in an empty field.
 */
export function restoreTyped() {
  for (const [noted, value] of typed) {
    const field = presentField(noted);
    if (!field) continue;
    // React compares with the value that was last set through the element itself, so it must not know of this one.
    field.value = '';
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The field itself, or the one in its place: a page that was translated before it was hydrated is rendered again. */
const presentField = (field: Field) =>
  field.isConnected ? field : document.querySelector<Field>(`[name='${field.name}']`);

/**
 * Does it once more when the customer is known, because a form's draft belongs to its customer (`state/forms/drafts.ts`);
 * then notes no more.
 */
export function restoreTypedFinally() {
  removeEventListener('input', noteTarget, true);
  noteFilled();
  restoreTyped();
  // Not kept any longer than that: it may be a password.
  typed.clear();
}
