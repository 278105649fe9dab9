/**
 * A control may be gone with what it did: a line with its last piece, a filter, a card that was closed. Then the heading of
 * what it stood in has the focus, or the dialog, not nobody.
 */
export function keepFocus() {
  let focused: Element | null;
  let place: HTMLElement | null | undefined;
  const note = () => {
    focused = document.activeElement;
    place = focused?.closest('section, dialog');
  };
  addEventListener('focusin', note);
  // A tap beside every control takes the focus from all of them, and nothing is lost with what goes then.
  addEventListener('click', note, true);
  new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const left = place?.isConnected ? place : document.body;
    const next = left.querySelector('h1') ?? left.querySelector('h2') ?? left;
    focused = null;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
