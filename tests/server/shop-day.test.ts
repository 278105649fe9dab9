import { expect, test } from 'vitest';
import { shopDay } from '../../server/shop-day.ts';

test.for([
  [new Date(2026, 10, 28, 3, 59, 59, 999), '2026-11-27', new Date(2026, 10, 27, 4), new Date(2026, 10, 28, 4)],
  [new Date(2026, 10, 28, 4), '2026-11-28', new Date(2026, 10, 28, 4), new Date(2026, 10, 29, 4)],
  // An evening that goes on into the next month, and into the next year.
  [new Date(2027, 0, 1, 2), '2026-12-31', new Date(2026, 11, 31, 4), new Date(2027, 0, 1, 4)],
] as const)('at %s it is the day %s of the shop', ([moment, day, start, end]) => {
  expect(shopDay(moment.getTime())).toEqual({ day, start: start.getTime(), end: end.getTime() });
});
