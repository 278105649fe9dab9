/** Gives the screens what was tapped before they could hear it (`first-taps.ts`). Comes with the device's memory, which knows the customer. */
import type { createStore } from 'jotai';
import { removeOneAtom } from '../state/cart.ts';
import { menuAtom } from '../state/catalogue.ts';
import { knownSession, wantedProductAtom } from '../state/session.ts';
import { when } from '../state/when.ts';
import { tell } from '../ui/words.tsx';

type Store = ReturnType<typeof createStore>;

/** Gives the screens what was tapped meanwhile; call it once the customer is known. */
export function replay(store: Store) {
  const { early } = globalThis;
  if (!early) return;
  globalThis.early = undefined;
  delete document.documentElement.dataset.cut;
  const way = early.taps.findLast(isWay);
  let isBefore = !!way;
  for (const [at, element] of early.taps.entries()) {
    element.removeAttribute('aria-busy');
    if (element === way) isBefore = false;
    // Of two ways the later one is meant, and it leaves behind what was to be opened before.
    else if (isWay(element) || (isBefore && element.ariaHasPopup)) continue;
    // Nothing had opened yet: who pressed once more did not mean to close it.
    if (element.ariaExpanded && early.taps.indexOf(element) < at) continue;
    const product = productAt(element);
    if (element.isConnected) void tapAgain(store, element, product);
    // It may as well have moved to another page.
    else if (product && isGone(store, product)) sayMissing(product.textContent, 'menu');
    else sayMissing(product?.textContent ?? 'Yang tadi Anda sentuh', 'sini');
  }
}

/** To another place of the shop in this tab; what is beside or beneath it on the page takes no way back. */
const isWay = (element: HTMLElement) =>
  element instanceof HTMLAnchorElement &&
  element.origin === location.origin &&
  !element.target &&
  !element.getAttribute('href')?.startsWith('#');

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
  await when(store, menuAtom, () => isGone(store, product) !== undefined);
  if (!isGone(store, product)) return;
  if (element instanceof HTMLButtonElement) {
    void store.set(removeOneAtom, idOf(product));
    if (store.get(wantedProductAtom)?._id === idOf(product)) void store.set(wantedProductAtom, null);
  }
  sayMissing(product.textContent, 'menu');
}
