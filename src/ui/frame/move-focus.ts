/**
 * Moves the focus to an element that is no control, where there is one, and leaves the page as far scrolled as it is.
 */
export function moveFocus(element: HTMLElement | null) {
  if (element) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
