/**
 * Repeats the taps that came before the screens could hear them (`early-taps.ts`).
 */
import type { Store } from 'jotai';
import { knownSession } from '../../state/account/session.ts';
import { removeOneAtom } from '../../state/cart/cart.ts';
import { wantedProductAtom } from '../../state/cart/wanted-product.ts';
import { menuAtom } from '../../state/catalogue/catalogue.ts';
import { waitForAtom } from '../../state/frame/wait-for-atom.ts';
import { showToast } from '../feedback/toasts.tsx';

/**
 * Repeats, in order, what was tapped while the page waited; call it once the customer is known. From then on taps reach
 * the screens.
 */
export async function replayTaps(store: Store) {
  // Once the screens have rendered what the device holds: their handlers know the customer then.
  await nextFrame();
  const { early } = globalThis;
  if (!early) return;
  globalThis.early = undefined;
  delete document.documentElement.dataset.cut;
  const way = early.taps.findLast(isWay);
  let isBefore = !!way;
  for (const [at, element] of early.taps.entries()) {
    element.removeAttribute('aria-busy');
    if (element === way) isBefore = false;
    // Of two links only the later one is followed, unless both stay on this page, as a filter and a product in it do; and
    // dialogs that were to open on the page it leaves are not opened.
    else if (isWay(element) ? !stays(element) || !stays(way) : isBefore && element.ariaHasPopup) continue;
    // Nothing had opened yet, so a second tap on the same toggle was impatience and must not close it.
    if (element.ariaExpanded && early.taps.indexOf(element) < at) continue;
    const product = productAt(element);
    // The router writes the address a moment after a tap; the next one must find it.
    await new Promise((written) => setTimeout(written));
    if (element.isConnected) void repeatTap(store, element, product);
    // The card is not on this page any more: the product was taken off the menu, or is on another page of it.
    else if (product && isGone(store, product)) sayMissing(product.textContent, 'menu');
    else sayMissing(product?.textContent ?? 'Yang tadi Anda sentuh', 'sini');
  }
}

/** Resolves after the next frame, for which React renders what was set so far; a hidden tab has no frames. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    if (document.hidden) setTimeout(resolve, 200);
  });

/**
 * Whether an element is a link to another place of the shop in this tab: not one that opens a tab, nor one to a part of
 * the page.
 */
const isWay = (element: HTMLElement): element is HTMLAnchorElement =>
  element instanceof HTMLAnchorElement &&
  element.origin === location.origin &&
  !element.target &&
  !element.getAttribute('href')?.startsWith('#');

const stays = (link?: HTMLAnchorElement) => link?.pathname === location.pathname;

/**
 * The element that names the product on whose card `element` is; a card keeps it even when it was taken off the page.
 */
const productAt = (element: HTMLElement) => element.closest('li')?.querySelector('[id^="product-"]');

const idOf = (product: Element) => product.id.slice('product-'.length);

/** Whether the product is not on the menu any more; undefined until the whole menu has been loaded. */
function isGone(store: Store, product: Element) {
  const { data } = store.get(menuAtom);
  return data && !data.isFirstPage ? data.items.every(({ _id }) => _id !== idOf(product)) : undefined;
}

const sayMissing = (what: string, where: string) =>
  void showToast(`${what} sudah tidak ada di ${where}`, { ms: 3_000 });

/**
 * Taps `element`. A prerendered page may be older than the menu: when its product turns out to be gone, the tap is
 * undone (the product leaves the cart, or is no longer kept as wanted) and the customer is told.
 */
async function repeatTap(store: Store, element: HTMLElement, product: Element | null | undefined) {
  if (element instanceof HTMLFormElement) return element.requestSubmit();
  element.click();
  if (!product) return;
  // The tap's own handler waits for the session, too; it asked first, so it is done before this goes on.
  await knownSession(store);
  await waitForAtom(store, menuAtom, () => isGone(store, product) !== undefined);
  if (!isGone(store, product)) return;
  if (element instanceof HTMLButtonElement) {
    void store.set(removeOneAtom, idOf(product));
    if (store.get(wantedProductAtom)?._id === idOf(product)) void store.set(wantedProductAtom, null);
  }
  sayMissing(product.textContent, 'menu');
}
