import type { MouseEvent } from 'react';

/**
 * Shows a control as pressed, or a panel as gone, and does what it is for once that is painted: what takes long must not hold up
 * its own answer (performance P8). Not for what a browser only allows while it gives the tap: another window, the clipboard, a keyboard.
 */
export function press(control: HTMLElement, work: () => void) {
  control.setAttribute('aria-busy', 'true');
  // A frame is painted before the next one begins.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      work();
      requestAnimationFrame(() => control.removeAttribute('aria-busy'));
    }),
  );
}

/** Not one that asks for another tab, which is left to the browser. */
export const isPlainClick = (event: MouseEvent) =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** The same for a link within the shop. */
export function pressLink(event: MouseEvent<HTMLElement>, follow: () => void) {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  press(event.currentTarget, follow);
}
