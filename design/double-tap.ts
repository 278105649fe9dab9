/** Between two taps; `distance` in CSS pixels. */
const intervalMs = 350;
const distance = 32;

let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };

/** To be asked once for each click that may be the first or the second of two. */
export function isSecondTap(click: MouseEvent): boolean {
  const before = last;
  // When it was tapped, not when a slow tablet comes to handle it.
  last = { at: click.timeStamp, x: click.clientX, y: click.clientY };
  // A mouse counts its clicks; fingers are counted by some browsers only.
  if (click.detail > 1) return true;
  const isTouch = 'pointerType' in click && click.pointerType === 'touch';
  return isTouch && last.at - before.at < intervalMs && Math.hypot(last.x - before.x, last.y - before.y) < distance;
}
