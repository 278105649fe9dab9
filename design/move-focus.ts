/** For an element that is no control; does not scroll. */
export function moveFocus(element: HTMLElement | null) {
  if (element) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
