export function afterPaint(work: () => void): () => void {
  // A frame is painted before the next one begins.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}

/** For performance G4. Not for what a browser allows only during the tap: a new window, the clipboard, the keyboard. */
export function runAfterPaint(control: HTMLElement, work: () => void) {
  control.setAttribute('aria-busy', 'true');
  afterPaint(() => {
    work();
    requestAnimationFrame(() => control.removeAttribute('aria-busy'));
  });
}
