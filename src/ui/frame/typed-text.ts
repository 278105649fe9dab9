/**
 * Text that was typed into a prerendered page before hydration: recorded from right before the page is hydrated, and
 * restored when the screens are rendered.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;

const typed = new Map<Field, string>();

const record = (field: Field) => typed.set(field, field.value);

// Only the field of the event: another one may have been rendered again in the meantime, without text that React did not
// get an event for.
const recordTarget = ({ target }: Event) => record(target as Field);

/** Also records text that was filled in without an event. */
function recordFilled() {
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    if (field.value !== field.defaultValue) record(field);
  }
}

/** Records the content of the page's fields, and then what is typed; to be called right before hydration. */
export function recordTyped() {
  recordFilled();
  addEventListener('input', recordTarget, true);
}

/**
 * Restores the recorded text, as if it were typed again. To be called as soon as the screens are rendered: a field that is
 * rendered again before that loses its text, and the customer would continue typing in an empty field.
 */
export function restoreTyped() {
  for (const [recorded, value] of typed) {
    const field = presentField(recorded);
    if (!field) continue;
    // React compares with the value that was last set through the element itself, so this one is set on the prototype.
    field.value = '';
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The field itself, or its replacement: a page that was translated before hydration is rendered again. */
const presentField = (field: Field) =>
  field.isConnected ? field : document.querySelector<Field>(`[name='${field.name}']`);

/**
 * Restores the text again when the customer is known, because a form's draft belongs to its customer
 * (`state/forms/drafts.ts`); then stops recording.
 */
export function restoreTypedFinally() {
  removeEventListener('input', recordTarget, true);
  recordFilled();
  restoreTyped();
  // Deleted now, because it may be a password.
  typed.clear();
}
