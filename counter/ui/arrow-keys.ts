import type { KeyboardEvent } from 'react';

const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** An arrow key moves the focus to the nearest control in its direction; in a field, only up and down do. */
export function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const [x, y] = directions[event.key] ?? [0, 0];
  const from = event.target as HTMLElement;
  if ((x === 0 && y === 0) || (x !== 0 && from.matches('input'))) return;
  const start = from.getBoundingClientRect();
  const distanceTo = (control: Element) => {
    const end = control.getBoundingClientRect();
    const right = (end.left + end.right - start.left - start.right) / 2;
    const down = (end.top + end.bottom - start.top - start.bottom) / 2;
    // Whose middle is not in this direction, or that is not shown.
    if (end.width === 0 || right * x + down * y < 1) return Infinity;
    const aside = Math.max(end.left - start.right, start.left - end.right, 0);
    const above = Math.max(end.top - start.bottom, start.top - end.bottom, 0);
    const [along, across] = x === 0 ? [above, aside] : [aside, above];
    return along + 3 * across + Math.abs(x === 0 ? right : down) / 10;
  };
  const [nearest] = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled, input')]
    .map((control) => ({ control, distance: distanceTo(control) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance);
  if (!nearest) return;
  event.preventDefault();
  nearest.control.focus();
}
