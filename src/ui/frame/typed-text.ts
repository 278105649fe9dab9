/**
 * Text that was typed into a prerendered page before the customer is known: recorded from right before the page is hydrated, because React
 * gets no event for it.
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
 * Restores the recorded text, as if it were typed again, and stops recording. To be called when the customer is known, to whom a form's draft
 * belongs.
 */
export function restoreTyped() {
  removeEventListener('input', recordTarget, true);
  recordFilled();
  for (const [recorded, value] of typed) {
    const field = presentField(recorded);
    if (!field) continue;
    // React compares with the value that was last set through the element itself, so this one is set on the prototype.
    field.value = '';
    Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // Deleted now, because it may be a password.
  typed.clear();
}

/** The field itself, or its replacement: a page that was translated before hydration is rendered again. */
const presentField = (field: Field) =>
  field.isConnected ? field : document.querySelector<Field>(`[name='${field.name}']`);
