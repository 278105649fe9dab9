/** Replays the taps from before hydration (`early-taps.ts`). */
import type { Store } from 'jotai';
import { keyOfLine } from '#core/line';
import { showMessage } from '../../../design/messages.tsx';
import { knownSession } from '../../state/account/session.ts';
import { removeOneAtom, wantedProductAtom } from '../../state/cart/cart.ts';
import { choicesAtom, menuAtom } from '../../state/catalogue/catalogue.ts';
import { waitForAtom } from '../../state/frame/wait-for-atom.ts';

/**
 * Replays the queued taps in their order; to be called when the customer is known. Later taps reach the screens directly.
 */
export async function replayTaps(store: Store) {
  // After the screens have rendered the stored values: then their handlers know the customer.
  await nextFrame();
  const { early } = globalThis;
  if (!early) return;
  globalThis.early = undefined;
  delete document.documentElement.dataset.cut;
  const lastLink = early.taps.findLast(isInternalLink);
  let isBefore = !!lastLink;
  for (const [at, element] of early.taps.entries()) {
    element.removeAttribute('aria-busy');
    if (element === lastLink) isBefore = false;
    // Of two links only the later one is followed, unless both stay on this page, for example a filter and a product.
    // Dialogs on a page that a later link leaves are not opened.
    else if (isInternalLink(element) ? !stays(element) || !stays(lastLink) : isBefore && element.ariaHasPopup) continue;
    // Nothing had changed yet, so a second tap on the same link or toggle must not undo the first.
    if (isToggle(element) && early.taps.indexOf(element) < at) continue;
    const product = productAt(element);
    // The router has changed the URL then, and no tap before this one has changed the list yet, which React renders in a later task.
    await Promise.resolve();
    if (element.isConnected) void repeatTap(store, element, product);
    // The card is no longer on this page: the product was removed from the menu, or is on another page of it.
    else if (product && isGone(store, product)) sayMissing(product.textContent, 'menu');
    else sayMissing(product?.textContent ?? 'Yang tadi Anda sentuh', 'sini');
  }
}

/** Resolves after the next frame, before which React renders all changes so far; a hidden tab has no frames. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    if (document.hidden) setTimeout(resolve, 200);
  });

/**
 * Whether an element is a link within the shop in this tab: not one that opens a new tab, nor one to a part of the page.
 */
const isInternalLink = (element: HTMLElement): element is HTMLAnchorElement =>
  element instanceof HTMLAnchorElement &&
  element.origin === location.origin &&
  !element.target &&
  !element.getAttribute('href')?.startsWith('#');

/** Whether a second tap may undo the first. The link to a filter removes it once it is chosen. */
const isToggle = (element: HTMLElement) =>
  element.matches('[aria-expanded], [aria-pressed]') || isInternalLink(element);

const stays = (link?: HTMLAnchorElement) => link?.pathname === location.pathname;

/**
 * The element that names the product of the card around `element`, also in a card that was removed from the page.
 */
const productAt = (element: HTMLElement) => element.closest('li')?.querySelector('[id^="product-"]');

const idOf = (product: Element) => product.id.slice('product-'.length);

/** Whether the product is not on the menu any more; undefined until that has been loaded. */
function isGone(store: Store, product: Element) {
  const { data } = store.get(menuAtom);
  return data?.receivedAt && data.items.every(({ _id }) => _id !== idOf(product));
}

const sayMissing = (what: string, where: string) => showMessage(`${what} sudah tidak ada di ${where}`, { ms: 3_000 });

/**
 * Taps `element`. A prerendered page may be older than the menu: if its product is gone, the tap is undone (the product
 * is removed from the cart, or is no longer the wanted one) and the customer is notified. If only its house's usual is sold out, the
 * product's form opens instead (decision M7).
 */
async function repeatTap(store: Store, element: HTMLElement, product: Element | null | undefined) {
  if (element instanceof HTMLFormElement) return element.requestSubmit();
  const knewOptions = store.get(choicesAtom) !== undefined;
  element.click();
  if (!product) return;
  // The tap's own handler waits for the session, too; it began first, so it ends before this continues.
  await knownSession(store);
  await waitForAtom(store, menuAtom, () => isGone(store, product) !== undefined);
  const _id = idOf(product);
  const isSoldOut = !knewOptions && store.get(choicesAtom)?.canBeHad({ _id }) === false;
  if (!isGone(store, product) && !isSoldOut) return;
  if (element instanceof HTMLButtonElement) {
    void store.set(removeOneAtom, keyOfLine({ _id }));
    if (store.get(wantedProductAtom)?._id === _id) void store.set(wantedProductAtom, null);
  }
  if (isGone(store, product)) return sayMissing(product.textContent, 'menu');
  if (element instanceof HTMLButtonElement) element.closest('li')?.querySelector('a')?.click();
}
