import { expect, test } from 'vitest';
import { isSecondTap } from '../../design/dialog.tsx';

/** A click as WebKit dispatches it, which does not count the taps of a finger. */
function click(at: number, { x = 100, y = 100, pointerType = 'touch', detail = 1 } = {}) {
  const event = new PointerEvent('click', { clientX: x, clientY: y, pointerType, detail });
  Object.defineProperty(event, 'timeStamp', { value: at });
  return event;
}

test('a finger that taps twice at one place within 350 ms has tapped once', () => {
  expect(isSecondTap(click(1_000))).toBe(false);
  expect(isSecondTap(click(1_349, { x: 110, y: 90 }))).toBe(true);
});

test('a finger that taps later, or elsewhere, has tapped again', () => {
  expect(isSecondTap(click(2_000))).toBe(false);
  expect(isSecondTap(click(2_350))).toBe(false);
  expect(isSecondTap(click(2_400, { x: 140 }))).toBe(false);
});

test('one click that is asked about by two is no second tap, and a second one is so for both', () => {
  const [first, second] = [click(2_600), click(2_700)];

  expect([first, first, second, second].map(isSecondTap)).toEqual([false, false, true, true]);
});

test('the clicks of a mouse are those that the browser counts', () => {
  expect(isSecondTap(click(3_000, { pointerType: 'mouse' }))).toBe(false);
  expect(isSecondTap(click(3_050, { pointerType: 'mouse' }))).toBe(false);
  expect(isSecondTap(click(3_100, { pointerType: 'mouse', detail: 2 }))).toBe(true);
});
