import { moveFocus } from './move-focus.ts';

/**
 * Keeps the focus where a control removes itself: a cart line with its last piece, a filter, a card that was closed.
 * The focus then moves to the heading of the section or dialog it was in, instead of being lost. For as long as the
 * page is open.
 */
export function keepFocusAfterRemoval() {
  let focused: Element | null;
  let place: HTMLElement | null | undefined;
  const note = () => {
    focused = document.activeElement;
    place = focused?.closest('section, dialog');
  };
  addEventListener('focusin', note);
  // After a tap beside all controls nothing has the focus, and what is removed then takes none with it.
  addEventListener('click', note, true);
  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const left = place?.isConnected ? place : document.body;
    focused = null;
    moveFocus(left.querySelector('h1') ?? left.querySelector('h2') ?? left);
  }).observe(document.body, { childList: true, subtree: true });
}
