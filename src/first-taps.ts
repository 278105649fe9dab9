/** What was tapped and typed while a prerendered page waited for its scripts (`early.ts`). */
import type { createStore } from 'jotai';
import { removeOneAtom } from './state/cart.ts';
import { menuAtom } from './state/catalogue.ts';
import type {} from './state/early.ts';
import { tell } from './ui/words.tsx';

type Store = ReturnType<typeof createStore>;
type Field = HTMLInputElement | HTMLTextAreaElement;

const { early } = globalThis;

/** The browser's offer to install, where it came before anybody listened. */
export const earlyPrompt = () => early?.prompt;

const typed = new Map<Field, string>();

function noteTyped() {
  for (const field of document.querySelectorAll<Field>('input, textarea')) {
    if (field.value !== field.defaultValue) typed.set(field, field.value);
  }
}

/** Makes the page what was rendered, so that React finds what it expects; call it right before it hydrates. */
export function takeOver() {
  for (const element of early?.taps ?? []) element.removeAttribute('aria-busy');
  noteTyped();
}

/** Gives the screens what was tapped and typed meanwhile; call it once the customer is known. */
export function replay(store: Store) {
  if (!early) return;
  globalThis.early = undefined;
  delete document.documentElement.dataset.cut;
  // What was typed while React was at it, too; it leaves what it finds in a field.
  noteTyped();
  for (const [field, value] of typed) typeAgain(field, value);
  for (const element of early.taps.splice(0)) {
    element.removeAttribute('aria-busy');
    const what = productAt(element)?.textContent ?? 'Yang tadi Anda sentuh';
    if (!element.isConnected) void tell(`${what} sudah tidak ada di sini`, { ms: 3_000 });
    else if (element instanceof HTMLFormElement) element.requestSubmit();
    else tapAgain(store, element);
  }
}

/** The name on the card that it is a part of, which a card keeps that was taken off the page. */
const productAt = (element: HTMLElement) => element.closest('li')?.querySelector('[id^="product-"]');

/** The page may be older than the menu: a product that is gone by now is said to be gone, and leaves the cart again. */
function tapAgain(store: Store, element: HTMLElement) {
  const name = productAt(element);
  element.click();
  if (!name) return;
  const look = () => {
    const { data, status } = store.get(menuAtom);
    if (data?.isFirstPage && status !== 'error') return;
    stop();
    if (data?.isFirstPage || data?.items.some(({ _id }) => name.id === `product-${_id}`)) return;
    if (element instanceof HTMLButtonElement) void store.set(removeOneAtom, name.id.slice('product-'.length));
    void tell(`${name.textContent} sudah tidak ada di menu`, { ms: 3_000 });
  };
  const stop = store.sub(menuAtom, look);
  look();
}

/** React looks for a change against what was last set through the field itself. */
function typeAgain(field: Field, value: string) {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
