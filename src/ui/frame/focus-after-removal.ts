import { moveFocus } from './move-focus.ts';

/**
 * Keeps the focus when a control removes itself: a cart line with its last piece, a filter, a closed card. The focus moves
 * to the heading of the section or dialog around it, instead of being lost. Works as long as the page is open.
 */
export function keepFocusAfterRemoval() {
  let focused: Element | null;
  let place: HTMLElement | null | undefined;
  const note = () => {
    focused = document.activeElement;
    place = focused?.closest('section, dialog');
  };
  addEventListener('focusin', note);
  // After a tap next to all controls no element has the focus, so a removal cannot lose it.
  addEventListener('click', note, true);
  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const left = place?.isConnected ? place : document.body;
    focused = null;
    moveFocus(left.querySelector('h1') ?? left.querySelector('h2') ?? left);
  }).observe(document.body, { childList: true, subtree: true });
}
