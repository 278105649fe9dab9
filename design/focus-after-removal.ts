import { moveFocus } from './move-focus.ts';

/** Moves to the main control (`data-main`) of what has the same `data-key` by now, else to the heading around it. */
export function keepFocusAfterRemoval() {
  let focused: Element | null;
  let place: HTMLElement | null | undefined;
  let key: string | undefined;
  const note = () => {
    focused = document.activeElement;
    place = focused?.closest('section, dialog');
    key = focused?.closest<HTMLElement>('[data-key]')?.dataset.key;
  };
  // What was opened by its address has the focus before this is loaded.
  note();
  addEventListener('focusin', note);
  // After a tap next to all controls no element has the focus, so a removal cannot lose it.
  addEventListener('click', note, true);
  const removals = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    focused = null;
    if (key)
      document
        .querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [data-main]`)
        ?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    const left = place?.isConnected ? place : document.body;
    moveFocus(left.querySelector('h1') ?? left.querySelector('h2') ?? left);
  });
  removals.observe(document.body, { childList: true, subtree: true });
  return () => {
    removals.disconnect();
    removeEventListener('focusin', note);
    removeEventListener('click', note, true);
  };
}
