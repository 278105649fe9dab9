import type { MouseEvent } from 'react';

/**
 * Marks a control as busy, which its styles show as pressed (a panel as closed), and runs `work` after the paint: long
 * work must not delay the reaction to a tap (performance G4). Not for actions that a browser allows only during the tap
 * itself: opening a window, the clipboard, showing a keyboard.
 */
export function runAfterPaint(control: HTMLElement, work: () => void) {
  control.setAttribute('aria-busy', 'true');
  // A frame is painted before the next one begins.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      work();
      requestAnimationFrame(() => control.removeAttribute('aria-busy'));
    }),
  );
}

/**
 * Whether a click is to be handled here: with a modifier key the browser opens another tab or a download.
 */
export const isPlainClick = (event: MouseEvent) =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** The same for a link within the shop. */
export function followAfterPaint(event: MouseEvent<HTMLElement>, follow: () => void) {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  runAfterPaint(event.currentTarget, follow);
}
