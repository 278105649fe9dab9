/**
 * The second click of a double tap is meant for what was there at the first one. On the board that has moved to another column meanwhile,
 * and another order may have taken its place.
 */

/** How close two taps of a double tap are, in ms and CSS pixels. */
const interval = 350;
const distance = 32;

let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };

/** Whether a click only repeats the one before it. To be asked once for every click on a control that changes an order. */
export function isSecondTap({ detail, clientX: x, clientY: y, ...event }: MouseEvent): boolean {
  const before = last;
  last = { at: performance.now(), x, y };
  // A mouse counts its clicks; fingers are counted by some browsers only.
  if (detail > 1) return true;
  const pointer = 'pointerType' in event ? event.pointerType : undefined;
  if (pointer !== 'touch') return false;
  return last.at - before.at < interval && Math.hypot(x - before.x, y - before.y) < distance;
}
