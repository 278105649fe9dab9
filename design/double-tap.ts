/** Between two taps; `distance` in CSS pixels. */
const intervalMs = 350;
const distance = 32;

/** The newest click, and what was answered about it. */
let newest: MouseEvent | undefined;
let isSecond = false;

/** To be asked for each click that may be the first or the second of two; asked again about one, it answers the same. */
export function isSecondTap(click: MouseEvent): boolean {
  if (click === newest) return isSecond;
  const before = newest;
  newest = click;
  const isTouch = 'pointerType' in click && click.pointerType === 'touch';
  isSecond =
    // A mouse counts its clicks; fingers are counted by some browsers only.
    click.detail > 1 ||
    (isTouch &&
      before !== undefined &&
      // When it was tapped, not when a slow tablet comes to handle it.
      click.timeStamp - before.timeStamp < intervalMs &&
      Math.hypot(click.clientX - before.clientX, click.clientY - before.clientY) < distance);
  return isSecond;
}
