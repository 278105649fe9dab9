import { expect, test } from 'vitest';
import { parseMoment } from '../../../server/commands/shop-time.ts';

test.for([
  ['Asia/Jakarta', '2026-11-20', '2026-11-19T17:00:00.000Z'],
  ['America/New_York', '2026-11-20', '2026-11-20T05:00:00.000Z'],
  // There the clocks change some hours after midnight.
  ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z'],
  ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z'],
] as const)('in %s the day %s begins at midnight', ([timeZone, day, midnight]) => {
  expect(parseMoment(day, 0, { timeZone })).toBe(midnight);
});

test('today is the day of the shop’s own clock', () => {
  const moment = Date.parse('2026-11-20T16:59:59Z');

  expect(parseMoment('today', moment, { timeZone: 'Asia/Jakarta' })).toBe('2026-11-19T17:00:00.000Z');
  expect(parseMoment('today', moment + 1_000, { timeZone: 'Asia/Jakarta' })).toBe('2026-11-20T17:00:00.000Z');
});
