/**
 * Moves the focus to an element that is no control, if it exists, without scrolling the page.
 */
export function moveFocus(element: HTMLElement | null) {
  if (element) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
