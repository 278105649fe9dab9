/** What was tapped and typed while a prerendered page waited for its scripts (`early.ts`). */
import type { createStore } from 'jotai';
import { removeOneAtom } from './state/cart.ts';
import { menuAtom } from './state/catalogue.ts';
import { knownSession, wantedProductAtom } from './state/session.ts';
import { untilThere } from './state/until-there.ts';
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

const importAnew = () => import('./anew.ts');

/** Holds again what was tapped on this page before it had to be loaded anew. */
export async function holdAgain() {
  if (history.state?.taps) (await untilThere(importAnew)).holdAgain();
}

/** Makes the page what was rendered, so that React finds what it expects; call it right before it hydrates. */
export function takeOver() {
  for (const element of early?.taps ?? []) element.removeAttribute('aria-busy');
  noteTyped();
  // A screen that is drawn again before `replay` has forgotten what React did not hear.
  addEventListener('input', noteTyped, true);
}

/** Gives the screens what was tapped and typed meanwhile; call it once the customer is known. */
export function replay(store: Store) {
  if (!early) return;
  globalThis.early = undefined;
  delete document.documentElement.dataset.cut;
  removeEventListener('input', noteTyped, true);
  for (const [field, value] of typed) typeAgain(field, value);
  for (const element of early.taps.splice(0)) {
    element.removeAttribute('aria-busy');
    const product = productAt(element);
    if (element.isConnected) void tapAgain(store, element, product);
    // It may as well have moved to another page.
    else if (product && isGone(store, product)) sayMissing(product.textContent, 'menu');
    else sayMissing(product?.textContent ?? 'Yang tadi Anda sentuh', 'sini');
  }
}

/** The name on the card that it is a part of, which a card keeps that was taken off the page. */
const productAt = (element: HTMLElement) => element.closest('li')?.querySelector('[id^="product-"]');

const idOf = (product: Element) => product.id.slice('product-'.length);

/** Whether the menu has it no longer; undefined until all of that is here. */
function isGone(store: Store, product: Element) {
  const { data } = store.get(menuAtom);
  return data && !data.isFirstPage ? data.items.every(({ _id }) => _id !== idOf(product)) : undefined;
}

const sayMissing = (what: string, where: string) => void tell(`${what} sudah tidak ada di ${where}`, { ms: 3_000 });

/** The page may be older than the menu: a product that is gone by now is said to be gone, and is neither bought nor wanted. */
async function tapAgain(store: Store, element: HTMLElement, product: Element | null | undefined) {
  if (element instanceof HTMLFormElement) return element.requestSubmit();
  element.click();
  if (!product) return;
  // What was tapped asks who the customer is, and was done before this goes on.
  await knownSession(store);
  const look = () => {
    const gone = isGone(store, product);
    if (gone === undefined) return;
    stop();
    if (!gone) return;
    if (element instanceof HTMLButtonElement) {
      void store.set(removeOneAtom, idOf(product));
      if (store.get(wantedProductAtom)?._id === idOf(product)) void store.set(wantedProductAtom, null);
    }
    sayMissing(product.textContent, 'menu');
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
